// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/errors/estimate.hpp"
#include "support/statistics.hpp"

/// Estimates over many runs against what each run predicted of its own error.
namespace edgeldp::test {

/// How far means (in standard errors) and variances (relatively) may be off.
struct tolerance {
  double mean_z = 3.0, variance = 0.15;
};

class predicted_error {
 public:
  explicit predicted_error(double truth) : m_truth(truth) {}

  void add(const estimate& e) {
    m_values.add(e.value);
    m_variance += e.standard_error * e.standard_error;
    m_bias += e.bias;
  }

  double runs() const { return m_values.count; }
  double predicted_variance() const { return m_variance / runs(); }
  double bias() const { return m_bias / runs(); }
  const moments& values() const { return m_values; }
  /// Standard errors between the mean and the truth, the predicted bias taken off.
  double mean_z() const {
    return (m_values.mean - m_truth - bias()) / std::sqrt(m_values.variance() / runs());
  }
  double variance_ratio() const { return m_values.variance() / predicted_variance(); }

  void expect(const char* what, const tolerance& t = {}) const {
    EXPECT_LT(std::abs(mean_z()), t.mean_z)
        << what << ": mean " << m_values.mean << ", truth " << m_truth << ", bias " << bias();
    EXPECT_NEAR(variance_ratio(), 1.0, t.variance) << what;
  }

 private:
  double m_truth;
  moments m_values;
  double m_variance = 0.0, m_bias = 0.0;
};

/// The same for a sequence: the mean over users, and variances summed over groups of users of
/// similar truth.
class predicted_sequence_error {
 public:
  explicit predicted_sequence_error(std::span<const std::uint64_t> truth)
      : m_truth(truth.begin(), truth.end()),
        m_users(truth.size()),
        m_variances(truth.size()),
        m_average(0.0) {}

  void add(const sequence_estimate& e, std::span<const double> biases = {}) {
    double sum = 0.0;
    for (std::size_t u = 0; u < m_users.size(); ++u) {
      const double bias = biases.empty() ? 0.0 : biases[u];
      m_users[u].add(e.values[u] - bias);
      m_variances[u] += e.standard_errors[u] * e.standard_errors[u];
      sum += e.values[u] - bias - m_truth[u];
    }
    m_average.add({sum / static_cast<double>(m_users.size()), 0.0, 0.0});
  }

  /// Measured over predicted variance, of users with truth in [low, high).
  double variance_ratio(double low, double high) const {
    double measured = 0.0, predicted = 0.0;
    for (std::size_t u = 0; u < m_users.size(); ++u) {
      if (m_truth[u] < low || m_truth[u] >= high) continue;
      measured += m_users[u].variance();
      predicted += m_variances[u] / m_users[u].count;
    }
    return measured / predicted;
  }

  /// Mean square of the users' own deviations from their truth, in standard errors: 1 if all are
  /// unbiased.
  double mean_square_z() const {
    double sum = 0.0;
    for (std::size_t u = 0; u < m_users.size(); ++u) {
      const double error = m_users[u].mean - m_truth[u];
      sum += error * error / (m_users[u].variance() / m_users[u].count);
    }
    return sum / static_cast<double>(m_users.size());
  }

  void expect(const char* what, double split, const tolerance& t = {}) const {
    EXPECT_LT(std::abs(m_average.mean_z()), t.mean_z) << what;
    EXPECT_NEAR(variance_ratio(0.0, split), 1.0, t.variance) << what << " below " << split;
    EXPECT_NEAR(variance_ratio(split, 1e300), 1.0, t.variance) << what << " from " << split;
  }

 private:
  std::vector<double> m_truth;
  std::vector<moments> m_users;
  std::vector<double> m_variances;
  predicted_error m_average;
};

}  // namespace edgeldp::test
