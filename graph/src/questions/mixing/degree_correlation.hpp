// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "belief/lost_users.hpp"
#include "belief/noise_by_part.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"

/// The correlation of degrees at both ends of edges, from walks of 3 edges and sums of powers of
/// released degrees, however walks were told.
/// Derivation: graph/src/questions/mixing/derivation.md#why-it-is-unbiased.
namespace edgeldp {

/// By how much d, d^2 and d^3 move with a step of d up and down.
struct power_steps {
  std::array<double, 3> up, down;
  explicit power_steps(double x)
      : up{1.0, 2.0 * x + 1.0, 3.0 * x * (x + 1.0) + 1.0},
        down{1.0, 2.0 * x - 1.0, 3.0 * x * (x - 1.0) + 1.0} {}
};

/// Sums of powers of degrees, each unbiased, and how their errors go together.
class degree_powers {
 public:
  explicit degree_powers(const released_degrees& released)
      : m_degrees(released),
        m_filters(released.budget, released.chosen),
        m_relative(1, released.budget, released.chosen) {
    for_each_user_but(released.absent, released.values.size(), [&](vertex_id user) {
      const auto x = static_cast<double>(released.values[user]);
      const double b = m_filters.of(user).b(), square = x * x - 2.0 * b, times = relative_noise_of(user);
      sums[0] += x;
      sums[1] += square;
      sums[2] += x * x * x - 6.0 * b * x;
      noisy_ends += times * times * x;
      noisy_squares += times * square;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) covariances[i][j] += covariance(user, i, j);
    });
  }

  /// Of the unbiased powers i + 1 and j + 1 of a user's degree: itself unbiased, as the variance of
  /// inverse_filter, whose bilinear form it is.
  double covariance(vertex_id user, std::size_t i, std::size_t j) const {
    const power_steps s(static_cast<double>(m_degrees.values[user]));
    const double b = m_filters.of(user).b();
    return b * (s.up[i] * s.up[j] + s.down[i] * s.down[j]) +
           b * b * (s.up[i] - s.down[i]) * (s.up[j] - s.down[j]);
  }
  /// Variance of that of who spends all; of a user, beside it.
  double noise() const { return inverse_filter(m_degrees.budget).noise_variance(); }
  double relative_noise_of(vertex_id user) const noexcept { return m_relative.of(user); }

  std::array<double, 3> sums{};
  double noisy_ends = 0.0;     ///< degrees, each times its squared relative noise
  double noisy_squares = 0.0;  ///< squared degrees, each times its relative noise
  std::array<std::array<double, 3>, 3> covariances{};

 private:
  const released_degrees& m_degrees;
  own_filters m_filters;
  relative_noise m_relative;
};

/// Of numbers that have errors in common: sums of them. Parts of a covariance are estimates that
/// may be too small together; what noise of counts adds is known.
struct joint_errors {
  Eigen::Matrix4d covariance;
  double of_counts;  ///< part of covariance(0, 0)

  double deviation(const Eigen::Vector4d& gradient) const {
    const double known = gradient[0] * gradient[0] * of_counts;
    return std::sqrt(std::max(known, gradient.dot(covariance * gradient)));
  }
};

/// By the delta method. x: walks, then sums of degrees, of their squares and cubes, and their
/// errors. share: of the ends of users who are counted, those that lead to such users. Infinite
/// errors where degrees hardly differ.
estimate correlate_degrees(const Eigen::Vector4d& x, const joint_errors& errors, double share);

}  // namespace edgeldp
