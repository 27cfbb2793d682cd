// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

/// What a family makes a channel from. All of it is public.
struct channel_request {
  epsilon budget;
  channel::labels categories;
  std::vector<double> prior;  ///< of the categories; empty when none was given
  double sigma = 1.0;         ///< of `block`
  std::size_t favoured = 1;   ///< of `block`
  channel::labels bins = {};  ///< of `rr-on-bins`: one of each category
  /// Reports x truths; empty stands for the distance of the categories' places, with a minus.
  Eigen::MatrixXd utility = {};
};

/// A family of channels on categories, by the name that is typed. A new family is a line of the
/// table in channel_mechanisms.cpp.
struct channel_mechanism {
  std::string_view name, summary;
  channel (*make)(const channel_request& r);
  std::string_view takes = {};  ///< the options that shape it, besides the answers and the budget
  bool needs_bins = false;
};
std::span<const channel_mechanism> channel_mechanisms();

/// A channel and how it was named.
struct named_channel {
  std::string name;               ///< of the mechanism, or the file
  std::optional<epsilon> budget;  ///< what was asked for; none for a file
  channel law;
};

/// What reports were randomized by, as it stands beside them.
struct report_maker {
  std::string mechanism;  ///< "file" for a channel that was read from one
  std::string epsilon;    ///< the budget as a decimal; of a file the loss of its channel
  std::string law;        ///< digest of all its chances; "-" where there are too many

  /// "k-ary epsilon 0.5 law 0123456789ab": no separator of a table is in it.
  std::string text() const { return mechanism + " epsilon " + epsilon + " law " + law; }
  /// Nothing for another text.
  static std::optional<report_maker> find(std::string_view text);
  /// Errors: invalid_parameter for another text.
  static report_maker read(std::string_view text);
};
/// Promise: the same for the same channel, in whatever order its answers stand.
report_maker maker_of(const named_channel& c);
/// Errors: invalid_parameter that tells both, where the reports of a column were made by another
///     channel than `now`.
void require_maker(const std::string& column, const report_maker& by, const named_channel& now);

/// A channel's file (channel_json.hpp).
/// Errors: io_error; bad_graph_input or invalid_parameter that names the file.
named_channel read_channel(const std::string& path);

/// A channel as typed: --mechanism with --categories or --size and --epsilon, or --channel FILE.
class channel_argument {
 public:
  void add_to(verb_options& verb);

  /// Errors: invalid_parameter.
  named_channel load() const;

  /// As many channels as columns: a file for each, or one mechanism for one column.
  std::vector<named_channel> load_for(std::size_t columns) const;

  /// The same for reports that say what they were made by: its mechanism and budget hold where none
  /// were typed, and another channel is refused. columns: names; makers: one each, nothing where
  /// the reports do not say, and then the budget must have been typed.
  /// Errors: invalid_parameter that tells both.
  std::vector<named_channel> load_for(std::span<const std::string> columns,
                                      std::span<const std::optional<report_maker>> makers) const;

  /// The options that name it, as they were typed: " --size 4 --epsilon 2".
  std::string typed() const;

 private:
  named_channel make(const std::string& mechanism, double nats) const;
  void require_made_by(const std::string& column, const report_maker& by) const;
  bool names_a_mechanism() const;
  std::string m_mechanism = "k-ary";
  std::vector<std::string> m_categories, m_bins, m_files;
  std::vector<double> m_prior;
  std::uint64_t m_size = 0, m_favoured = 1;
  double m_epsilon = 1.0, m_sigma = 1.0;
  std::string m_utility;
  const verb_options* m_verb = nullptr;
};

}  // namespace edgeldp::cli
