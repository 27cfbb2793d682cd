// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"

/// Trading error against cost: which settings nothing beats, and what another method pays for the
/// same error.
namespace edgeldp {

/// True for each point that no other beats: beats(q, p) says that q makes p pointless.
template <class Point, class Beats>
std::vector<bool> unbeaten(std::span<const Point> points, Beats&& beats) {
  std::vector<bool> front;
  for (const Point& p : points)
    front.push_back(ranges::none_of(points, [&](const Point& q) { return beats(q, p); }));
  return front;
}

/// A setting of a method: what it costs and how far off it is, both positive.
struct tradeoff_point {
  double cost = 0.0, error = 0.0;
  friend bool operator==(const tradeoff_point&, const tradeoff_point&) = default;
};

/// No worse in either, better in one.
bool beats(const tradeoff_point& a, const tradeoff_point& b);

/// A method's measured settings, joined by straight lines in log cost and log error: between two
/// settings lies another one. Beyond the ends nothing is assumed; but who may spend much may also
/// spend less.
///
/// Errors: invalid_parameter unless there is a point and all costs and errors are positive and
///     finite.
class tradeoff_curve {
 public:
  explicit tradeoff_curve(std::vector<tradeoff_point> points);

  /// The least cost at which the error is at most `error`; none when no setting gets there. Where
  /// already the cheapest setting does, its cost: an upper bound.
  std::optional<double> cost_to_reach(double error) const;

  /// The least error at a cost of at most `cost`; none when every setting costs more.
  std::optional<double> error_within(double cost) const;

  const tradeoff_point& cheapest() const noexcept { return m_points.front(); }

 private:
  std::vector<tradeoff_point> m_points;  // by cost
};

}  // namespace edgeldp
