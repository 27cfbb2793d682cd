// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

/// Tests of goodness of fit. A statistical test of this suite rejects when a p-value falls below
/// `significance`, so that a test that asks up to a hundred questions still has a false-alarm rate
/// of at most 1e-6; seeds are fixed besides.
namespace edgeldp::test {

inline constexpr double significance = 1e-8;

/// Two-sided normal quantile of `significance`: 5.73 standard errors.
inline constexpr double significant_z = 5.73;

/// Pr[chi-square with `freedom` degrees of freedom > statistic].
inline double chi_square_tail(double statistic, double freedom) {
  return freedom <= 0.0 ? 1.0 : boost::math::gamma_q(freedom / 2.0, statistic / 2.0);
}

/// Pearson's statistic loses its law in cells with small expectation: those below this are pooled
/// into one.
inline constexpr double smallest_expected = 20.0;

/// p-value of counts against cell probabilities (which sum to 1; the last cell is usually
/// "everything else").
///
/// `relative_variance`: 1 when the probabilities are exact; 1 + N / M when they are averages over M
/// independent draws whose covariance is at most the multinomial one (the test is then
/// conservative).
inline double chi_square_p(std::span<const std::uint64_t> counts, std::span<const double> probabilities,
                           double relative_variance = 1.0) {
  double total = 0.0;
  for (const std::uint64_t c : counts) total += static_cast<double>(c);
  double statistic = 0.0, cells = 0.0, pooled_count = 0.0, pooled_expected = 0.0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / (expected * relative_variance);
    cells += 1.0;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    if (expected < smallest_expected) {
      pooled_count += static_cast<double>(counts[i]);
      pooled_expected += expected;
    } else {
      add(static_cast<double>(counts[i]), expected);
    }
  }
  // A pool too small for Pearson is judged by its Poisson tail alone, so that impossible outcomes
  // are never overlooked.
  if (pooled_expected >= smallest_expected) {
    add(pooled_count, pooled_expected);
  } else if (pooled_count > 0.0 &&
             (pooled_expected <= 0.0 || boost::math::gamma_p(pooled_count, pooled_expected) < significance)) {
    return 0.0;
  }
  return chi_square_tail(statistic, cells - 1.0);
}

/// p-value of the hypothesis that both count vectors come from one law.
inline double two_sample_p(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  double total_a = 0.0, total_b = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    total_a += static_cast<double>(a[i]);
    total_b += static_cast<double>(b[i]);
  }
  const double share = total_a / (total_a + total_b);
  double statistic = 0.0, cells = 0.0, pool_a = 0.0, pool_b = 0.0;
  const auto add = [&](double x, double y) {
    const double deviation = x - share * (x + y);
    statistic += deviation * deviation / (share * (1.0 - share) * (x + y));
    cells += 1.0;
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
    if ((x + y) * std::min(share, 1.0 - share) < smallest_expected) {
      pool_a += x;
      pool_b += y;
    } else {
      add(x, y);
    }
  }
  if ((pool_a + pool_b) * std::min(share, 1.0 - share) >= smallest_expected) add(pool_a, pool_b);
  return chi_square_tail(statistic, cells - 1.0);
}

/// How many standard errors `successes` of `trials` lie from probability p.
inline double binomial_z(std::uint64_t successes, std::uint64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  return (static_cast<double>(successes) - n * p) / std::sqrt(n * p * (1.0 - p));
}

struct moments {
  double count = 0.0, mean = 0.0, squares = 0.0;
  void add(double x) {
    count += 1.0;
    const double delta = x - mean;
    mean += delta / count;
    squares += delta * (x - mean);
  }
  double variance() const { return squares / (count - 1.0); }
};

/// Moments of repeated estimates.
struct sample {
  double mean = 0, variance = 0, fourth = 0;  // fourth: central moment
  std::size_t size = 0;
};

inline sample describe(const std::vector<double>& x) {
  sample s;
  s.size = x.size();
  const auto n = static_cast<double>(x.size());
  for (const double v : x) s.mean += v / n;
  for (const double v : x) {
    const double square = (v - s.mean) * (v - s.mean);
    s.variance += square / (n - 1.0);
    s.fourth += square * square / n;
  }
  return s;
}

/// |measured - predicted| variance in standard errors of the measured one.
inline double variance_z(const sample& s, double predicted) {
  const double error = std::sqrt((s.fourth - s.variance * s.variance) / static_cast<double>(s.size));
  return std::abs(s.variance - predicted) / error;
}

/// Cell of a heavy-tailed index: 1 .. 8 alone, then two cells a power of two.
inline std::size_t index_cell(std::uint64_t k) {
  if (k <= 8) return static_cast<std::size_t>(k - 1);
  std::size_t cls = 3;
  while (cls < 63 && (k >> (cls + 1)) != 0) ++cls;
  return 8 + 2 * (cls - 3) + ((k >> (cls - 1)) & 1);
}
inline constexpr std::size_t index_cells = 8 + 2 * 61;

}  // namespace edgeldp::test
