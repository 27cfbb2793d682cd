// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/errors/run_errors.hpp"
#include "study/findings.hpp"

namespace edgeldp::cli {

/// Means of estimates over runs: the errors of one of them.
class estimate_means {
 public:
  void add(const edgeldp::estimate& e);
  edgeldp::estimate mean() const;

 private:
  edgeldp::estimate m_sum;
  double m_count = 0.0, m_on_few = 0.0;
};

/// One number over runs; whatever is printed of it is a mean or a root of one.
class tally {
 public:
  explicit tally(const found_number& first);

  void add(const found_number& of_a_run);

  /// What the first run says of the number, without values.
  const found_number& what() const { return m_what; }
  /// How many of so many runs do not have the number.
  std::uint64_t missing(std::uint64_t runs) const { return runs - std::min(runs, m_all.runs()); }

  /// The keys of the estimate, statistic to epsilon_that_would_do: all null unless half of the runs
  /// have the number. Those that have a ratio are selected by their noise, and the mean over few of
  /// them misleads.
  void add_estimate(record& r, std::uint64_t runs, const budget_search& of_the_run) const;
  /// Fills the key error_parts where there is one.
  void fill_error_parts(record& r, std::uint64_t runs) const;
  /// The key "exact" without costs.
  record exact(std::uint64_t edges, std::uint64_t runs) const;

 private:
  bool is_known(std::uint64_t runs) const { return 2 * m_all.runs() >= runs; }
  bool is_over_pairs() const { return m_what.kind == number_kind::over_pairs; }
  double mean(double sum) const { return sum / static_cast<double>(m_all.runs()); }
  /// Of the truth that the first run has, or from 0: that of runs which have one.
  record mean_truth() const;

  found_number m_what;
  run_errors m_all;     ///< of estimates of 0; over pairs of values less truth
  run_errors m_errors;  ///< of runs with a known truth, from the first one's
  estimate_means m_value;
  std::array<double, 3> m_variances{};
  double m_moves = 0.0;  ///< of the truth, from that of the first run: a sum
  double m_truth = 0.0, m_squared_error = 0.0, m_absolute_error = 0.0;  ///< over pairs; errors predicted
  std::optional<errors_of_users> m_of_users;                            ///< sums over runs
};

}  // namespace edgeldp::cli
