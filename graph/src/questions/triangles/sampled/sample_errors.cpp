// SPDX-License-Identifier: MIT
#include "questions/triangles/sampled/sample_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "limits/refused_pairs.hpp"

namespace edgeldp {

namespace {

double square_of(double x) {
  return x * x;
}

/// Of a normal load, what is above the limit.
double excess(double mean, double variance, double limit) noexcept {
  if (limit <= 0.0) return mean;
  if (!(variance > 0.0)) return std::max(0.0, mean - limit);
  const double deviation = std::sqrt(variance);
  return deviation * normal_excess::tables().above((limit - mean) / deviation).mean;
}

}  // namespace

double sample_planner::triangles_at(double degree, double triangles) const {
  return m_shares > 0.0 ? 3.0 * triangles * std::pow(degree, sample_tuning::triangle_power) / m_shares : 0.0;
}

// By Hoeffding's decomposition over the users' coins: one user by itself, then two who share
// triangles.
double sample_planner::sampling_variance(const sample_roles& roles, const sampling_rule& rule,
                                         double triangles) const {
  const double a = roles.column_chance(), b = roles.counter_chance(), of_readers = 1.0 / a + 1.0 / b;
  double sum = 0.0;
  for (const degree_class& c : m_classes) {
    const double at_user = triangles_at(c.degree, triangles);
    const double of_choice = sample_tuning::systematic_share * (1.0 / chance_of(rule, c.degree) - 1.0);
    const double of_rows = (1.0 + of_choice) / roles.candidate_chance();
    const double alone = std::max(0.0, (of_rows + of_readers) / 9.0 - 1.0);
    const double both = std::max(0.0, of_rows * of_readers / 18.0 + 1.0 / (18.0 * a * b) - 1.0 - 2.0 * alone);
    sum += c.users * at_user * at_user *
           (alone + sample_tuning::neighbor_spread / std::max(1.0, c.degree) * both);
  }
  return sample_tuning::triangle_spread * sum;
}

double sample_planner::sampling_variance(const sample_plan& plan, double triangles) const {
  return sampling_variance(plan.roles, plan.rule, triangles);
}

// The bit of a row's owner k and a column a is read by the c counters who are neighbours of both.
// Their number has mean c_ka by the configuration model, or what closes triangles.
double sample_planner::response_variance(const sample_roles& roles, std::span<const row_group> rows,
                                         double closure) const {
  if (!(m_ends > 0.0)) return 0.0;
  const double a = roles.column_chance(), b = roles.counter_chance(), triangles = closure * m_pairs;
  double sum = 0.0;
  for (const row_group& g : rows) {
    const double reads = b * g.degree * a * m_neighbor_degree;
    const double by_chance = b * g.degree * square_of(m_neighbor_degree) / m_ends;
    const double at_owner = triangles_at(g.degree, triangles);
    const double closed = g.degree > 0.0 ? 4.0 * at_owner * at_owner * b * b * a / g.degree : 0.0;
    sum += g.rows * square_of(g.weight) *
           (reads * (1.0 + b * pair_overlap + by_chance) + sample_tuning::sharing_spread * closed);
  }
  return sum * m_law.non_edge_variance();
}

// Of a counter's list the pairs of one row and its s columns weigh about s times a pair, normal by
// bits, by which neighbours are columns, and by the owner's own closure; those of a column and the
// rows likewise.
template <class F>
sampled_effect sample_planner::effect_where(const sampled_limit& limit, const sample_roles& roles,
                                            std::span<const row_group> rows, F&& closed_of) const {
  const double spread = m_law.p1 - m_law.p0;
  const std::array weight = {m_law.p0 / spread, (1.0 - m_law.p0) / spread};
  const double each = static_cast<double>(limit.each) / weight_units, columns = roles.column_chance();
  sampled_effect sum;
  for (const size_class& list : m_lists) {
    const double counters = list.weight * roles.counter_chance();
    const double most = each * std::max(0.0, std::floor(columns * std::max(0.0, list.anchor)) +
                                                 static_cast<double>(limit.margin));
    sum.noise += counters * 2.0 * most * most;
    const double size = columns * list.size;
    if (!(size > 0.0)) continue;
    std::array<double, 2> refused{}, mean_of_column{}, variance_of_column{}, slope_of_column{};
    for (const row_group& g : rows) {
      const double met = g.rows * std::min(1.0, list.size * g.degree / m_ends);
      const double closed = closed_of(g);
      const double one = m_law.p0 + closed * spread,
                   of_closures = closed * (1.0 - closed) / (closure_weight + 1.0);
      const std::array chance = {1.0 - one, one};
      for (const std::size_t sign : {0U, 1U}) {
        const double w = g.weight * weight[sign], p = chance[sign];
        refused[sign] +=
            met * excess(size * w * p,
                         size * w * w * p * (1.0 - p * columns) + square_of(size * w * spread) * of_closures,
                         most);
        mean_of_column[sign] += met * w * p;
        variance_of_column[sign] += met * w * w * p;
        slope_of_column[sign] += met * w * spread * std::sqrt(of_closures);
      }
    }
    for (const std::size_t sign : {0U, 1U})
      if (most > 0.0)
        refused[sign] += size * excess(mean_of_column[sign],
                                       variance_of_column[sign] + square_of(slope_of_column[sign]), most);
    sum.bias += counters * (refused[0] - refused[1]);
    sum.refused_weight += counters * 0.5 * (refused[0] + refused[1]);
  }
  sum.noise /= square_of(m_budgets.count.nats());
  return sum;
}

sampled_effect sample_planner::effect_alike(const sampled_limit& limit, const sample_roles& roles,
                                            std::span<const row_group> rows, double closure,
                                            const extreme_biases& extremes) const {
  // Paths of two steps from a hub close more often than others.
  sampled_effect e = effect_where(limit, roles, rows, [&](const row_group& g) {
    const double paths = g.degree * m_neighbor_degree;
    return paths > 0.0 ? std::min(1.0, 2.0 * triangles_at(g.degree, closure * m_pairs) / paths) : 0.0;
  });
  e.uneven = closure * (closure * extremes.closed + (1.0 - closure) * extremes.open - e.bias);
  return e;
}

sample_planner::extreme_biases sample_planner::extremes_of(const sampled_limit& limit,
                                                           const sample_roles& roles,
                                                           std::span<const row_group> rows) const {
  const auto bias_at = [&](double closed) {
    return effect_where(limit, roles, rows, [=](const row_group&) { return closed; }).bias;
  };
  return {bias_at(0.0), bias_at(1.0)};
}

sampled_effect sample_planner::effect(const sampled_limit& limit, const sample_roles& roles,
                                      std::span<const row_group> rows, double closure) const {
  return effect_alike(limit, roles, rows, closure, extremes_of(limit, roles, rows));
}

// The squared error is a different one at each closure; the least mean logarithm is sought.
sample_planner::judged_limit sample_planner::best_limit(const sample_roles& roles,
                                                        std::span<const row_group> rows,
                                                        const by_closure& rest, search how) const {
  double heaviest = 0.0;
  for (const row_group& g : rows)
    if (g.rows >= sample_tuning::rare) heaviest = std::max(heaviest, g.weight);
  const double largest = heaviest * (1.0 - m_law.p0) / (m_law.p1 - m_law.p0);
  const double step = how == search::fine ? sample_tuning::fine_limit_step : sample_tuning::coarse_limit_step;
  const std::span<const double> all_margins(sample_tuning::margins);
  const std::span margins = how == search::fine ? all_margins : all_margins.first(1);
  judged_limit best{{}, std::numeric_limits<double>::infinity()};
  for (const double scales : margins) {
    const auto margin = static_cast<std::int64_t>(
        std::llround(std::min(0x1p40, 1.0 + scales * roles.column_chance() / m_budgets.degree.nats())));
    for (double factor = sample_tuning::first_limit; factor < sample_tuning::last_limit; factor *= step) {
      const double each = std::min(factor * largest * weight_units, static_cast<double>(largest_each));
      const sampled_limit limit{static_cast<std::uint64_t>(std::llround(each)), margin};
      if (limit.each == 0) continue;
      const extreme_biases extremes = extremes_of(limit, roles, rows);
      double score = 0.0;
      for (std::size_t i = 0; i < sample_tuning::planned_closures.size(); ++i) {
        const sampled_effect e =
            effect_alike(limit, roles, rows, sample_tuning::planned_closures[i], extremes);
        score += std::log(rest[i] + e.noise + square_of(e.bias) +
                          square_of(sample_tuning::doubt * e.refused_weight) +
                          square_of(sample_tuning::expected_unevenness * e.uneven));
      }
      if (score < best.score) best = {limit, score};
    }
  }
  return best;
}

sample_planner::by_closure sample_planner::without_limits(const sample_roles& roles,
                                                          const sampling_rule& rule,
                                                          std::span<const row_group> rows) const {
  by_closure squares{};
  for (std::size_t i = 0; i < squares.size(); ++i)
    squares[i] = sampling_variance(roles, rule, sample_tuning::planned_closures[i] * m_pairs) +
                 response_variance(roles, rows, sample_tuning::planned_closures[i]);
  return squares;
}

sampled_limit sample_planner::choose_limit(const sample_plan& plan) const {
  const std::vector<row_group> rows = groups_of(plan);
  return best_limit(plan.roles, rows, without_limits(plan.roles, plan.rule, rows), search::fine).limit;
}

}  // namespace edgeldp
