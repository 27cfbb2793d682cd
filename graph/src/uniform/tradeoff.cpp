// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tradeoff.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Where x lies between a and b, on a logarithmic scale: 0 at a, 1 at b.
double log_share(double x, double a, double b) {
  return std::log(x / a) / std::log(b / a);
}

double log_between(double share, double a, double b) {
  return a * std::pow(b / a, share);
}

void require_positive(double value, const char* name) {
  if (!(value > 0.0) || std::isinf(value))
    throw invalid_parameter(std::string(name) + " = " + std::to_string(value) +
                            ": must be positive and finite");
}

}  // namespace

bool beats(const tradeoff_point& a, const tradeoff_point& b) {
  return a.cost <= b.cost && a.error <= b.error && a != b;
}

tradeoff_curve::tradeoff_curve(std::vector<tradeoff_point> points) : m_points(std::move(points)) {
  if (m_points.empty()) throw invalid_parameter("points = 0: a curve needs one at least");
  for (const tradeoff_point& p : m_points) {
    require_positive(p.cost, "cost");
    require_positive(p.error, "error");
  }
  // Of settings that cost the same the better one first: it alone is reached from below.
  ranges::sort(m_points, {}, [](const tradeoff_point& p) { return std::pair(p.cost, p.error); });
}

std::optional<double> tradeoff_curve::cost_to_reach(double error) const {
  if (cheapest().error <= error) return cheapest().cost;
  for (std::size_t i = 1; i < m_points.size(); ++i) {
    const tradeoff_point &a = m_points[i - 1], &b = m_points[i];
    if (b.error <= error) return log_between(log_share(error, a.error, b.error), a.cost, b.cost);
  }
  return std::nullopt;
}

std::optional<double> tradeoff_curve::error_within(double cost) const {
  if (cheapest().cost > cost) return std::nullopt;
  double best = cheapest().error;
  for (std::size_t i = 1; i < m_points.size(); ++i) {
    const tradeoff_point &a = m_points[i - 1], &b = m_points[i];
    if (b.cost <= cost) {
      best = std::min(best, b.error);
      continue;
    }
    return std::min(best, log_between(log_share(cost, a.cost, b.cost), a.error, b.error));
  }
  return best;
}

}  // namespace edgeldp
