// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edgeldp/graph/errors/estimate.hpp"

/// What intervals and judgements are worth, from estimates whose truth is known. Definitions:
/// graph/src/errors/intervals_derivation.md.
namespace edgeldp {

/// The largest probability at which so few successes, or fewer, have a probability of at least 1 -
/// level: the exact upper limit of Clopper and Pearson, 1934. Requires successes <= trials, 0 <
/// level < 1; 1 without trials.
double binomial_upper_limit(std::uint64_t successes, std::uint64_t trials, double level);

/// Tallies of estimates and their truths.
class interval_coverage {
 public:
  void add(const estimate& e, double truth);
  /// The same as adding each of the other's estimates.
  void merge(const interval_coverage& other);

  /// How often something was true of how many estimates.
  struct share {
    std::uint64_t count = 0, of = 0;
    double value() const noexcept;
    double upper_limit(double level) const { return binomial_upper_limit(count, of, level); }
  };
  std::uint64_t runs() const noexcept { return m_errors.size(); }
  share covered() const noexcept { return {m_covered, runs()}; }
  share judged(judgement j) const noexcept { return {m_judged[index(j)], runs()}; }
  /// Of the estimates judged usable: those whose interval holds the truth, and those off by less
  /// than 25%.
  share usable_covered() const noexcept { return {m_usable_covered, usable()}; }
  share usable_close() const noexcept { return {m_usable_close, usable()}; }

  /// Root of the mean squared error, and its interval: so many standard deviations of the mean
  /// square to either side, on the scale of logarithms.
  double rmse() const noexcept;
  std::array<double, 2> rmse_interval(double deviations) const noexcept;
  double mean_error() const noexcept;
  /// Sample standard deviation of the errors; 0 for one.
  double spread() const noexcept;
  /// Means of what was predicted.
  double standard_error() const noexcept;
  double bias() const noexcept;
  double bias_bound() const noexcept;
  /// Median half-width over 1.96 rmse(): of the usable estimates if there are any, otherwise of
  /// all.
  double median_width() const;
  /// The inflation with which 95% of the usable intervals (of all, if none is usable) would hold
  /// the truth.
  double needed_inflation() const;

 private:
  static std::size_t index(judgement j) noexcept { return static_cast<std::size_t>(j); }
  std::uint64_t usable() const noexcept { return m_judged[index(judgement::usable)]; }

  std::vector<double> m_errors, m_half_widths, m_usable_half_widths, m_inflations, m_usable_inflations;
  double m_standard_error = 0.0, m_bias = 0.0, m_bias_bound = 0.0;  // sums
  std::array<std::uint64_t, 3> m_judged{};
  std::uint64_t m_covered = 0, m_usable_covered = 0, m_usable_close = 0;
};

}  // namespace edgeldp
