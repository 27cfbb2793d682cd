// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/run_record.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "results/record.hpp"
#include "study/offers/offers.hpp"

namespace edgeldp {
struct public_groups;
}

/// What can be asked, and what comes back: a table of questions, each with the settings that it
/// plans by itself. The collector of a collection, predictions, measured coverage and the program's
/// plain verbs play whatever stands in it; who wants other settings calls what stands behind.
namespace edgeldp::study {

struct input;
struct question_simulation;

/// What a question is asked of.
enum class input_kind {
  graph,
  attributed_graph,  ///< and attributes of its users
  layers,            ///< users and items of a bipartite graph
  arcs               ///< a directed graph, whose arcs are in the list of the user whom they leave
};

/// A later date of a series that tells degrees by their changes.
struct later_date {
  history_budgets budgets;
  std::uint32_t date = 1;    ///< 1: it is none
  std::uint64_t people = 0;  ///< of the first date
  assumed_turnover assumed = {};
};

/// What is public before a question is asked.
struct settings {
  epsilon total;
  codec_spec codec = {};                         ///< of rows, where it has some
  std::vector<asked_attribute> attributes = {};  ///< that users have
  vector_shape shape = {};                       ///< of layers: how many items there are
  std::vector<unsigned> stars = {2};             ///< of degrees: leaves of the stars that are counted
  const public_groups* groups = nullptr;  ///< that are public: of mixing, null for classes of degree; labels
  bool with_matrix = false;               ///< also the edges between each two groups
  /// Of triangles and cycles: what a relationship may lose, in totals; above 1 rows stand at the
  /// earlier ends.
  double relationship = 1.0;
  /// Of triangles: about what a user reads, in bytes, of a public sample of rows; 0: all rows.
  double download_bytes = 0.0;
  later_date later = {};  ///< of degrees
};

/// A number that a question gives.
struct number {
  std::string statistic;  ///< "edges within party"
  estimate value;
  std::optional<double> influence_of_ten = {};  ///< of ten users who lie, at most
  bool is_count = true;                         ///< false of ratios and extremes, which follow from others
  bool is_known = true;     ///< false where nothing is known of it, as of a ratio to nothing
  bool is_of_pair = false;  ///< edges between two groups: rows of the upper triangle in their order
  /// Predicted, by cause; their sum is the error's.
  std::vector<std::pair<const char*, double>> variances = {};
};

/// A number as it truly is, whole where it counts.
struct exact_number {
  std::string statistic;
  results::record value;
};

/// Of whom an estimate is, and how much of it stands for answers that never came.
struct account_of_losses {
  std::uint64_t present = 0, lost_in_count = 0;
  double predicted_share = 0.0;
};

/// What was cut since nobody sends it who follows the protocol, and how often that touches who
/// does.
struct account_of_lies {
  std::uint64_t clamped = 0;
  double clamped_honest = 0.0;
};

/// A number of every user.
struct numbers_of_users {
  std::string name;  ///< "core number"
  std::vector<double> values;
  double standard_error = 0.0;  ///< of one user's, a root mean square over all
  /// What they truly are, of the data that the run was played over; null where nobody can say, and
  /// then no mean of them is told.
  std::function<std::vector<double>(const input&)> exact = {};
  /// Their mean, where there are none since the error of one is larger.
  std::optional<double> refused = {};
  std::vector<std::string> names = {};  ///< that they stand for, such as groups; empty of what are numbers
};

/// What comes of a question once it is played: one type for all.
struct answer {
  std::vector<number> numbers = {};  ///< the one that the question is for comes first
  run_record run;
  std::shared_ptr<const release> published = {};  ///< rows of a graph, where the question has them
  communication sent = {};
  std::optional<account_of_losses> losses = {};
  std::optional<account_of_lies> lies = {};
  std::vector<std::pair<const char*, std::vector<double>>> lists = {};  ///< "sorted_degrees"
  std::vector<numbers_of_users> of_users = {};
  std::optional<release_key> key = {};        ///< of what was published
  std::optional<double> released_edges = {};  ///< that rows are of
  results::record facts =
      results::record::object();  ///< what else is public of the run, by name of the field
  std::vector<std::pair<std::string, double>> means = {};  ///< likewise, of which several runs give a mean
  /// The exact numbers of this run, where they depend on what was released: of the data that it was
  /// played over. Null where they are the question's.
  std::function<std::vector<exact_number>(const input&)> exact = {};
  /// Half of the 95% interval over the first number, as it would be at another total; null where
  /// nobody knows.
  std::function<double(double nats)> half_width_at = {};
};

struct question {
  std::string_view name;  ///< as tasks, coverage and audits call it: "cycles-4"
  input_kind kind = input_kind::graph;
  bool has_rows = false;      ///< users send noisy rows, by the codec of the settings
  bool takes_groups = false;  ///< its settings may name groups
  bool has_matrix = false;    ///< it may also give the edges between each two groups
  bool takes_labels = false;  ///< its settings name groups: public labels of some
  /// The collector's side.
  answer (*play)(session&, const settings&) = nullptr;
  std::string_view gives = {};     ///< what its number is, where the name does not say so
  std::string_view of_users = {};  ///< what each user has numbers of: "core number"; empty for nothing
  std::string_view audit = {};     ///< its name among audited protocols, where that is another one
  /// How all users in one process answer it, and what is true (simulated_question.hpp).
  const question_simulation* simulation = nullptr;
  const question* of_arcs = nullptr;  ///< the same question of directed graphs; null: there is none

  std::string_view audited_as() const noexcept { return audit.empty() ? name : audit; }
};

/// All questions that ask for nothing beside their data, in the order of the program's help: all
/// but `labels`.
std::span<const question* const> questions();
/// One of them, or `labels`; null for a question that there is not.
const question* find_question(std::string_view name) noexcept;

/// What a result says of losses and of lies; its influence on the first number is told there.
template <class Result>
account_of_losses losses_of(const Result& r) {
  return {r.present, r.lost_in_count, r.predicted_share};
}
/// The same where nothing more is known of losses than who answered: the numbers are of whoever
/// answered the rounds up to this one, by its index, and who is lost later is one of them.
inline account_of_losses losses_after(const run_record& run, std::size_t round) {
  account_of_losses losses{run.spent.users()};
  for (std::size_t i = 0; i < run.rounds.size(); ++i)
    if (const presence& p = run.rounds[i]; i <= round)
      losses.present -= p.asked - p.answered;
    else
      losses.lost_in_count += p.asked - p.answered;
  return losses;
}
inline account_of_lies lies_of(const plausibility& p) {
  return {p.clamped.size(), p.touched};
}

}  // namespace edgeldp::study
