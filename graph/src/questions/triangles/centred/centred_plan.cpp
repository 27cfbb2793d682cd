// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/centred_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "edgeldp/core/wire/canonical.hpp"
#include "questions/triangles/centred/tuning.hpp"

namespace edgeldp {

namespace {

std::uint32_t units_of(double theta) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(theta, 0.0, 1.0) * weight_units));
}

double square(double x) {
  return x * x;
}

/// What may come beside the noise: the bias, and what the model may miss.
double square_of_bias(const limit_effect& e, double closure) {
  return square(e.bias) + square(centred_tuning::doubt * e.refused_weight) +
         square(centred_tuning::expected_unevenness * centred_planner::widest_unevenness(closure) * e.uneven);
}

double uneven(const limit_effect& at, double closure, const limit_effect& open, const limit_effect& closed) {
  return closure * closed.bias + (1.0 - closure) * open.bias - at.bias;
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

limit_effect centred_planner::judged_effect(const centred_rule& rule, double closure) const {
  const extreme_loads extremes = extremes_at(rule.theta);
  limit_effect e = effect(rule, closure);
  e.uneven = uneven(e, closure, m_limits.effect(extremes.open, rule.limits),
                    m_limits.effect(extremes.closed, rule.limits));
  return e;
}

double centred_planner::square_of_first(double share, double theta, const limit_effect& e,
                                        const supposed_closure& at) const {
  return share * (e.noise + at.response + theta * theta * m_price) +
         share * share * square_of_bias(e, at.closure);
}

double centred_planner::square_of_both(double share, const limit_effect& second, const supposed_closure& at,
                                       double first) const {
  const double rest = 1.0 - share;
  return square(carried(share, second)) * first +
         rest * (second.noise + at.response + square(at.closure) * m_price) +
         rest * rest * square_of_bias(second, at.closure);
}

double centred_planner::square_at(double closure) const {
  const supposed_closure at = suppose(closure);
  double least = std::numeric_limits<double>::infinity();
  for (const planned_limits& limits : m_limits.choices(m_limits.at(units_of(closure), closure)))
    least = std::min(least, square_of_first(1.0, closure, limits.effect, at));
  return least;
}

/// The first group's settings are held against what both groups leave at each of these closures.
class centred_planner::first_group_search {
 public:
  explicit first_group_search(const centred_planner& planner) : m_planner(planner) {
    for (std::size_t k = 0; k < closures.size(); ++k) {
      m_at[k] = m_planner.suppose(closures[k]);
      m_rest[k] = m_planner.m_limits.choices(m_planner.m_limits.at(units_of(closures[k]), closures[k]),
                                             limit_planner::search::coarse);
    }
  }

  /// Tries limits for this theta, with each share; keeps the best of all that were tried.
  void attempt(double theta, limit_planner::search how) {
    const limit_planner& limits = m_planner.m_limits;
    std::vector<planned_limits> tried =
        limits.choices(limits.at(units_of(theta), std::max(theta, centred_tuning::least_closure)), how);
    std::array<std::vector<limit_effect>, closures.size()> effects;
    for (std::size_t k = 0; k < closures.size(); ++k)
      effects[k] = limits.effects(limits.at(units_of(theta), closures[k]), tried);
    const extreme_loads extremes = m_planner.extremes_at(units_of(theta));
    const std::vector<limit_effect> open = limits.effects(extremes.open, tried),
                                    closed = limits.effects(extremes.closed, tried);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      std::array<limit_effect, closures.size()> at;
      for (std::size_t k = 0; k < closures.size(); ++k) {
        at[k] = effects[k][i];
        at[k].uneven = uneven(at[k], closures[k], open[i], closed[i]);
      }
      for (const double share : shares) {
        const double here = score(share, theta, at);
        if (here >= m_least) continue;
        m_least = here;
        m_theta = theta;
        m_best = {share, {units_of(theta), tried[i].limits}};
      }
    }
  }

  double theta() const noexcept { return m_theta; }
  centred_plan best() && { return std::move(m_best); }

 private:
  static constexpr auto closures = centred_tuning::closures;
  static constexpr auto shares = centred_tuning::group_shares;

  double score(double share, double theta, std::span<const limit_effect> at) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < closures.size(); ++k) {
      const double first = m_planner.square_of_first(share, theta, at[k], m_at[k]);
      double least = std::numeric_limits<double>::infinity();
      for (const planned_limits& second : m_rest[k])
        least = std::min(least, m_planner.square_of_both(share, second.effect, m_at[k], first));
      sum += std::log(least);
    }
    return sum;
  }

  const centred_planner& m_planner;
  std::array<supposed_closure, closures.size()> m_at{};
  std::array<std::vector<planned_limits>, closures.size()> m_rest;
  double m_least = std::numeric_limits<double>::infinity(), m_theta = 0.0;
  centred_plan m_best;
};

// What theta is worth shows with few limits; then the limits of the best one are tried closely.
centred_plan centred_planner::plan_first() const {
  first_group_search search(*this);
  for (const double theta : centred_tuning::first_thetas)
    search.attempt(theta, limit_planner::search::coarse);
  search.attempt(search.theta(), limit_planner::search::fine);
  return std::move(search).best();
}

centred_plan centred_planner::plan_second(const centred_plan& first, double sum, double pairs) const {
  const double theta = static_cast<double>(first.rule.theta) / weight_units;
  constexpr double smallest = centred_tuning::smallest_closure, largest = centred_tuning::largest_closure;
  double closure = std::clamp(theta, smallest, largest);
  if (pairs > 1.0) {
    // What limits refuse moves the first group's closure; the model says by how much.
    for (int i = 0; i < centred_tuning::closure_rounds; ++i) {
      const double bias = first.share * effect(first.rule, closure).bias;
      closure = 0.5 * (closure + std::clamp((sum + theta * pairs - bias) / pairs, smallest, largest));
    }
  }
  const supposed_closure at = suppose(closure);
  const double square_of_sum = square_of_first(first.share, theta, judged_effect(first.rule, closure), at);
  const extreme_loads extremes = extremes_at(units_of(closure));
  centred_plan best;
  double least = std::numeric_limits<double>::infinity();
  std::vector<planned_limits> tried = m_limits.choices(m_limits.at(units_of(closure), closure));
  const std::vector<limit_effect> open = m_limits.effects(extremes.open, tried),
                                  closed = m_limits.effects(extremes.closed, tried);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    planned_limits& limits = tried[i];
    limits.effect.uneven = uneven(limits.effect, closure, open[i], closed[i]);
    const double here = square_of_both(first.share, limits.effect, at, square_of_sum);
    if (here >= least) continue;
    least = here;
    best = {first.share, {units_of(closure), limits.limits}};
  }
  return best;
}

}  // namespace edgeldp
