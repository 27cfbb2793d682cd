// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "io/report.hpp"
#include "options/channel_argument.hpp"

/// What the verbs below `channel` say of a channel, as fields and in sentences.
namespace edgeldp::cli {

record nats_or_null(const privacy_loss& loss);
record budget_of(const named_channel& c);
/// Why a channel gives truths away.
std::vector<std::string> flaws_of(bool is_pure);

/// Largest over smallest singular value; none when truths are not told apart, or for so many that
/// the decomposition takes longer than a question should.
record condition_of(const channel& c);
inline constexpr std::size_t most_decomposed = 1024;  ///< answers

/// From how many reports on an answer of this share of the people is usable, whichever it is, where
/// all others are equally frequent. None where condition_of has none, and for many answers.
std::optional<double> reports_needed(const channel& c, double share);
/// The same as a sentence; empty where it is not known.
std::string reports_needed_text(const channel& c);

/// "Channel k-ary, epsilon 1: 3 answers".
std::string channel_title(const named_channel& c);
/// Which odds one report changes, by which factor.
std::string channel_odds_text(const channel& c);
/// "58%", with the digits that tell it from 100%.
std::string chance_text(double p);

/// Positions of labels, looked up once a line. The labels must outlive it.
class label_index {
 public:
  explicit label_index(const channel::labels& names) {
    for (std::size_t i = 0; i < names.size(); ++i) m_places.emplace(names[i], i);
  }
  std::optional<std::size_t> find(std::string_view label) const {
    const auto found = m_places.find(label);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::unordered_map<std::string_view, std::size_t> m_places;
};

/// A column of reports that `sample --seed` adds and `estimate` passes on.
inline const std::string simulated_column = "simulated";
/// The column beside a column of reports that says what they were made by (report_maker).
inline std::string maker_column(const std::string& column) {
  return column + "_channel";
}

}  // namespace edgeldp::cli
