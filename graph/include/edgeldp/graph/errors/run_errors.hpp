// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace edgeldp {

/// Errors of repeated estimates of one number: the one place that says what "l2 error" is.
/// Definitions: graph/src/errors/run_errors_derivation.md. Every figure but runs() needs runs() >
///     0.
class run_errors {
 public:
  explicit run_errors(double truth) : m_truth(truth) {}

  void add(double value) noexcept {
    const double error = value - m_truth;
    ++m_runs;
    m_sum += error;
    m_absolute += std::abs(error);
    m_squares += error * error;
  }

  std::uint64_t runs() const noexcept { return m_runs; }
  /// Mean of the estimates.
  double mean() const noexcept { return m_truth + m_sum / count(); }
  /// The l2 error: root of the MEAN squared error, an estimate of the RMSE of one run.
  double rmse() const noexcept { return std::sqrt(m_squares / count()); }
  /// Root of the SUM of squared errors, which grows with the number of runs.
  double root_sum_squared() const noexcept { return std::sqrt(m_squares); }
  /// Mean of |estimate - truth|.
  double mean_absolute() const noexcept { return m_absolute / count(); }
  /// Sample standard deviation of the estimates, which needs no truth; 0 for one run.
  double spread() const noexcept {
    if (m_runs < 2) return 0.0;
    return std::sqrt(std::max(0.0, (m_squares - m_sum * m_sum / count()) / (count() - 1.0)));
  }

 private:
  double count() const noexcept { return static_cast<double>(m_runs); }
  double m_truth;
  std::uint64_t m_runs = 0;
  double m_sum = 0.0, m_absolute = 0.0, m_squares = 0.0;
};

}  // namespace edgeldp
