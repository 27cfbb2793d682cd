// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/taylor_table.hpp"
#include "limits/complementary_error.hpp"

/// How many pairs limits refuse (limited_pairs.hpp), for predictions: each member above the limit
/// loses its excess; where all are above, one refused pair relieves two.
namespace edgeldp {

/// Pr[Z > x] and E[(Z - x)^+] of a standard normal Z, from tables: planners ask millions of times.
///
/// Promise: all within 4e-9; beyond 6 nothing is left.
class normal_excess {
 public:
  static constexpr double reach = 6.0;
  struct value {
    double tail, mean;
  };

  /// The one there is.
  static const normal_excess& tables() {
    static const normal_excess all;
    return all;
  }

  value above(double x) const noexcept {
    if (x > reach) return {0.0, 0.0};
    if (x < -reach) return {1.0, -x};
    const double steps = (x + reach) * steps_per_unit;
    const auto i =
        static_cast<std::size_t>(steps + 0.5);  // NOLINT(bugprone-incorrect-roundings): of steps >= 0
    const node& at = m_nodes[i];
    // Taylor: the derivatives of the mean are -tail and the density p, then -y p, (y^2 - 1) p, (3 y
    // - y^3) p.
    const double d = (steps - static_cast<double>(i)) * (1.0 / steps_per_unit), y = at.x;
    const double second = y * y - 1.0, third = y * (3.0 - y * y);
    constexpr double half = 1.0 / 2.0, of_three = 1.0 / 3.0, of_four = 1.0 / 4.0;
    return {
        at.tail - at.density * d * (1.0 - d * half * (y - d * of_three * (second + d * of_four * third))),
        at.mean - d * (at.tail - at.density * d * half * (1.0 - d * of_three * (y - d * of_four * second)))};
  }

  /// mean x (1 - tail / 2): what a member of a list loses, in deviations. Half the cost of above().
  double refused(double x) const noexcept { return m_refused(x); }
  /// The same of many, in half the time.
  /// Shapes: x and values: as many.
  void refused(std::span<const double> x, std::span<double> values) const noexcept { m_refused(x, values); }

 private:
  static constexpr double steps_per_unit = 64.0;
  struct node {
    double x, density, tail, mean;
  };

  static constexpr auto count = static_cast<std::size_t>(2.0 * reach * steps_per_unit) + 1;

  static std::array<node, count> all_nodes() {
    std::array<node, count> nodes;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = static_cast<double>(i) / steps_per_unit - reach;
      const double density = 0.3989422804014327 * std::exp(-0.5 * x * x);
      const double tail = 0.5 * complementary_error(0.7071067811865476 * x);
      nodes[i] = {x, density, tail, density - x * tail};
    }
    return nodes;
  }

  static taylor_table refused_near(std::span<const node> nodes) {
    std::vector<taylor_table::coefficients> polynomials;
    for (const auto& [x, density, tail, mean] : nodes) {
      const double slope = 0.5 * mean * density - tail * (1.0 - 0.5 * tail);
      const double second = density * (1.0 - 1.5 * tail - 0.5 * mean * x);
      const double third = density * (1.5 * density + x * (2.0 * tail - 1.0) + 0.5 * mean * (x * x - 1.0));
      polynomials.push_back({mean * (1.0 - 0.5 * tail), slope, second / 2.0, third / 6.0});
    }
    return {-reach, steps_per_unit, -0.5, std::move(polynomials)};
  }

  std::array<node, count> m_nodes = all_nodes();
  taylor_table m_refused = refused_near(m_nodes);
};

/// In a list of `members` whose noisy degrees are normal.
inline double refused_pairs(double members, double mean, double deviation, double limit) {
  if (deviation <= 0.0) return mean > limit ? 0.5 * members * (mean - limit) : 0.0;
  return members * deviation * normal_excess::tables().refused((limit - mean) / deviation);
}

/// In a list of `members` whose noisy degrees are Poisson; normal beyond a mean of 50.
inline double refused_poisson_pairs(double members, double mean, double limit) {
  if (mean > 50.0) return refused_pairs(members, mean, std::sqrt(mean), limit);
  if (limit > mean + 6.0 * std::sqrt(mean) + 6.0) return 0.0;
  double mass = std::exp(-mean), below = 0.0, shortfall = 0.0;  // of x <= limit
  for (double x = 0.0; x <= limit; ++x, mass *= mean / x) {
    below += mass;
    shortfall += (limit - x) * mass;
  }
  const double excess = std::fmax(0.0, mean - limit + shortfall), tail = std::fmax(0.0, 1.0 - below);
  return members * excess * (1.0 - 0.5 * tail);
}

}  // namespace edgeldp
