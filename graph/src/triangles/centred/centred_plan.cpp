// SPDX-License-Identifier: MIT
#include "triangles/centred/centred_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {

std::uint32_t units_of(double theta) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(theta, 0.0, 1.0) * weight_units));
}

double square(double x) {
  return x * x;
}

}  // namespace

void centred_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.real(share);
  rule.write(to);
}

centred_plan centred_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const double share = from.real();
  const centred_plan plan{share, centred_rule::read(from)};
  from.end();
  return plan;
}

double centred_planner::carried(double share, const limit_effect& second) const {
  return 1.0 + std::min(1.0, second.refused_pairs / m_pairs) * (1.0 - share) / share;
}

double centred_planner::carried(double share, const centred_rule& second) const {
  return carried(share, effect(second, static_cast<double>(second.theta) / weight_units));
}

double centred_planner::square_of_first(double share, double theta, const limit_effect& e,
                                        double closure) const {
  return share * (e.noise + m_response(closure) + theta * theta * m_price) +
         share * share * (square(e.bias) + square(doubt * e.refused_weight));
}

double centred_planner::square_of_both(double share, const limit_effect& second, double closure,
                                       double first) const {
  const double rest = 1.0 - share;
  return square(carried(share, second)) * first +
         rest * (second.noise + m_response(closure) + closure * closure * m_price) +
         rest * rest * (square(second.bias) + square(doubt * second.refused_weight));
}

double centred_planner::square_at(double closure) const {
  double least = std::numeric_limits<double>::infinity();
  for (const planned_limits& limits : m_limits.choices(m_limits.at(units_of(closure), closure)))
    least = std::min(least, square_of_first(1.0, closure, limits.effect, closure));
  return least;
}

centred_plan centred_planner::plan_first() const {
  static constexpr std::array closures = {0.03, 0.1, 0.25, 0.45, 0.7};
  static constexpr std::array thetas = {0.0, 0.15, 0.35, 0.55};
  static constexpr std::array shares = {0.3, 0.4};
  std::array<std::vector<planned_limits>, closures.size()> rest;
  for (std::size_t k = 0; k < closures.size(); ++k)
    rest[k] = m_limits.choices(m_limits.at(units_of(closures[k]), closures[k]));
  const auto score = [&](double share, double theta, std::span<const limit_effect> at) {
    double sum = 0.0;
    for (std::size_t k = 0; k < closures.size(); ++k) {
      const double first = square_of_first(share, theta, at[k], closures[k]);
      double least = std::numeric_limits<double>::infinity();
      for (const planned_limits& second : rest[k])
        least = std::min(least, square_of_both(share, second.effect, closures[k], first));
      sum += std::log(least);
    }
    return sum;
  };
  centred_plan best;
  double least = std::numeric_limits<double>::infinity();
  for (const double theta : thetas) {
    constexpr double least_closure = 0.05;
    std::vector<limit_planner::forecast> loads;
    for (const double closure : closures) loads.push_back(m_limits.at(units_of(theta), closure));
    for (planned_limits& limits :
         m_limits.choices(m_limits.at(units_of(theta), std::max(theta, least_closure)))) {
      std::array<limit_effect, closures.size()> at;
      for (std::size_t k = 0; k < closures.size(); ++k) at[k] = m_limits.effect(loads[k], limits.limits);
      for (const double share : shares) {
        const double here = score(share, theta, at);
        if (here >= least) continue;
        least = here;
        best = {share, {units_of(theta), limits.limits}};
      }
    }
  }
  return best;
}

centred_plan centred_planner::plan_second(const centred_plan& first, double sum, double pairs) const {
  const double theta = static_cast<double>(first.rule.theta) / weight_units;
  constexpr double smallest = 0.005, largest = 0.99;
  double closure = std::clamp(theta, smallest, largest);
  if (pairs > 1.0) {
    // What limits refuse moves the first group's closure; the model says by how much.
    constexpr int rounds = 8;
    for (int i = 0; i < rounds; ++i) {
      const double bias = first.share * effect(first.rule, closure).bias;
      closure = 0.5 * (closure + std::clamp((sum + theta * pairs - bias) / pairs, smallest, largest));
    }
  }
  const double square_of_sum = square_of_first(first.share, theta, effect(first.rule, closure), closure);
  centred_plan best;
  double least = std::numeric_limits<double>::infinity();
  for (planned_limits& limits : m_limits.choices(m_limits.at(units_of(closure), closure))) {
    const double here = square_of_both(first.share, limits.effect, closure, square_of_sum);
    if (here >= least) continue;
    least = here;
    best = {first.share, {units_of(closure), limits.limits}};
  }
  return best;
}

}  // namespace edgeldp
