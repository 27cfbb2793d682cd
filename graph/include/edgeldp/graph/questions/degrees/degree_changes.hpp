// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/privacy/history_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// Degrees of the same people on many dates, told by their changes: the first date is a round of
/// degrees (degrees.hpp), each later one this. The users' side: degree_changes_user.hpp.
/// Derivation: graph/src/questions/degrees/changes_derivation.md.
namespace edgeldp {

/// A number that a user told on a date, from 1: its noisy degree on the first, a noisy change on
/// each later one.
struct told_number {
  std::uint32_t date = 0;
  std::int64_t value = 0;
  friend bool operator==(const told_number&, const told_number&) = default;
};

/// Of a series: no date is later.
inline constexpr std::uint32_t largest_date = 1000;

/// All that a user has told in a series: the number of numbers; of each its date less the one
/// before, the first less 0, and its value. What was told before is told again, so that a message
/// which never came loses nobody: it costs nothing, since it was told.
byte_string write_told(std::span<const told_number> told);
/// Errors: format_error for bytes that write_told never makes, and unless dates increase from 1 to
///     `date`, with values within +-2^48.
std::vector<told_number> read_told(std::span<const std::byte> message, std::uint32_t date);

/// What the users asked have told, in the order of the roster; empty of who did not answer.
struct told_degrees {
  std::uint32_t date = 0;
  std::vector<std::vector<told_number>> of;
  /// Errors: as read_told.
  void accept(std::uint64_t number, std::span<const std::byte> message);
};

/// Round `degree` of a later date. Both endpoints of an edge take part, so a relationship pays
/// twice.
struct degree_change_round {
  static constexpr std::string_view asks = "change of degree";
  using answers = told_degrees;
  history_budgets budgets;
  std::uint32_t date = 0;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  /// Errors: format_error, also for limits, dates and budgets that no series has.
  static degree_change_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const {
    return {date, std::vector<std::vector<told_number>>(size_of(who.size()))};
  }
};

/// What is known of the users on a date: of those who answered, since who does not is of the graph
/// no more on that date.
struct degrees_on_date {
  history_budgets budgets;
  std::uint32_t date = 0;
  struct user {
    std::int64_t level = 0;        ///< the first number and all changes, each as far as it is plausible
    std::uint32_t changes = 0;     ///< how many were told: the level has the noise of each
    std::int64_t change = 0;       ///< told on this date
    bool is_since_before = false;  ///< the change is since the date before, which was answered too
  };
  std::vector<user> users;
  std::uint64_t people = 0;  ///< whom lists may have: those of the first date
};

struct degree_changes_result {
  degrees_on_date degrees;
  edgeldp::communication communication;
  run_record run;
  plausibility lies;
};

/// A later date of a series: everybody is asked who is here, of the people of the first date, and
/// pays budgets.changes, which all later dates cost together.
/// Requires: date >= 2.
/// Errors: bad_graph_input where nobody answers.
degree_changes_result release_degree_changes(session& s, const history_budgets& budgets, std::uint32_t date,
                                             std::uint64_t people);

/// Which of a list's entries change from date to date, as somebody assumes: so that what a limit
/// leaves out can be foreseen. It is never estimated from what people say.
struct assumed_turnover {
  double share = 0.01;     ///< of all entries that end by the next date, while as many begin
  double returning = 0.2;  ///< of those that begin: they were there before
};

/// What a degree is told too high on a date by the limit, as a share of it, on average over a graph
/// whose contacts come and go like that.
/// Cost: O(date^2).
double predict_left_out(const history_budgets& budgets, std::uint32_t date, const assumed_turnover& assumed);

/// Of the users who answered: half of the sum of their degrees; their mean degree. Unbiased but for
/// what the limit leaves out, which is predicted, not subtracted, and allowed for in intervals.
/// Variances: of each user, that of its first number and of each change that it told.
estimate estimate_edges(const degrees_on_date& on, const assumed_turnover& assumed);
estimate estimate_mean_degree(const degrees_on_date& on, const assumed_turnover& assumed);
/// The same of what has changed since the date before, of those who answered on both dates.
estimate estimate_change_of_edges(const degrees_on_date& on, const assumed_turnover& assumed);
estimate estimate_change_of_mean_degree(const degrees_on_date& on, const assumed_turnover& assumed);

/// How far so many users who lie move the number of edges, at most: each its first number and every
/// change from one end of what is plausible to the other.
double influence_on_edges(const degrees_on_date& on, std::uint64_t liars = 10);

}  // namespace edgeldp
