// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/cycles/middle_cycles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cycles/middle_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "limits/decided_limits.hpp"
#include "questions/triangles/all_neighbors.hpp"
#include "rounds/limited_losses.hpp"

namespace edgeldp {

namespace {

void check(const middle_cycles& method, unsigned length) {
  if (length != 3 && length != 5)
    throw invalid_parameter("cycle length = " + std::to_string(length) +
                            ": must be 3 or 5 with the rule middle, since an even cycle may have no middle "
                            "vertex");
  if (!(method.degree_share > 0.0) || !(method.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(method.degree_share) + ": must lie in (0, 1)");
  if (method.margin > static_cast<std::uint64_t>(largest_released_number))
    throw invalid_parameter("margin = " + std::to_string(method.margin) + ": must lie in [0, 2^48]");
}

round_budgets split(const middle_cycles& method) {
  const epsilon degree = share_of(method.total, method.degree_share);
  const epsilon rest = difference(method.total, degree), edges = share_of(rest, 0.5);
  return {degree, epsilon(), edges, difference(rest, edges)};
}

/// Limits of all users, in units of weights: what one neighbour more can change in a list of
/// released degree + margin. Users first or last in the order are never middle vertices.
std::vector<std::uint64_t> limits_of(const release_layout& layout, const public_degrees& known,
                                     std::uint64_t margin, const middle_weights& weights) {
  constexpr double most = 0x1.0p62;
  const std::vector<double> sums = weights.largest_sums();
  std::vector<std::uint64_t> limits(known.users());
  for (std::size_t u = 0; u < limits.size(); ++u) {
    const std::uint64_t before = layout.rank(static_cast<vertex_id>(u)), after = limits.size() - 1 - before;
    const std::int64_t list = known.released()[u] + static_cast<std::int64_t>(margin);
    if (before == 0 || after == 0 || list < 2) continue;
    const std::uint64_t others = std::min(static_cast<std::uint64_t>(list - 1), std::max(before, after));
    limits[u] = static_cast<std::uint64_t>(std::ceil(std::fmin(sums[others] / weights.unit(), most)));
  }
  return limits;
}

// --- prediction

/// Weights of random paths between two ranks, squared: a path counts in full where it alternates.
double squared_weight(double before, double after, unsigned length) {
  if (length == 3) return 1.0;
  const double alternating = 0.5 * (after * after - before * before) + after * (1.0 - after);
  return (1.0 + 8.0 * alternating) / 9.0;
}

/// Sum over pairs j < k of m^2 times the number of paths between them, each by its squared weight;
/// m, the number of middle vertices beside both, varies like a Poisson number with the mean of a
/// random graph with these degrees.
double squared_coefficients(const public_view& known, unsigned length) {
  const std::vector<rank_moments> by_rank = known.by_rank().all();
  const auto n = static_cast<double>(by_rank.size());
  double ends = 0.0;
  for (const rank_moments& p : by_rank) ends += p.degree;
  double sum = 0.0;
  for (std::size_t j = 0; j < by_rank.size(); ++j) {
    double between = 0.0;  // sum of d (d - 1) over ranks after j and before k, over the square of all ends
    for (std::size_t k = j + 1; k < by_rank.size(); ++k) {
      const double mean = by_rank[j].degree * by_rank[k].degree * between;
      sum += std::fmax(0.0, mean + mean * mean) *
             squared_weight(static_cast<double>(j) / n, static_cast<double>(k) / n, length);
      between += (by_rank[k].squared_degree - by_rank[k].degree) / (ends * ends);
    }
  }
  return length == 3 ? sum : sum * n * n;
}

/// Products of all length - 2 bits of a path as above; single bits on edges, through which cycles
/// concentrate; products of two as the geometric mean of both
/// (graph/rivals/src/cycles/derivation.md).
double response_variance(const public_view& known, const bit_law& law, unsigned length,
                         double squared_cycles) {
  const double bits = length - 2.0;
  const double noise = std::pow(law.non_edge_variance(), bits) * squared_coefficients(known, length);
  const double on_edges = law.edge_variance() * closure_concentration * bits * bits * squared_cycles /
                          std::fmax(known.edges(), 1.0);
  return noise + on_edges + (length == 5 ? std::sqrt(noise * on_edges) : 0.0);
}

/// Cycles lost where lists are longer than limits provide for, as if all of their other pairs were
/// refused.
double clipping_bias(const public_degrees& known, std::uint64_t margin, double cycles) {
  const clip_model model(known.budget());
  const double lost = model.deconvolve(
      known.histogram(), [&](double d) { return model.expected_lost_pairs(d, static_cast<double>(margin)); });
  const double pairs = known.terms().pairs;
  return pairs > 0.0 ? -std::fmax(0.0, cycles) * std::clamp(lost / pairs, 0.0, 1.0) : 0.0;
}

/// What the interval allows where users were lost in the count.
void doubt_predictions(const held_round& count, estimate& cycles) {
  constexpr double many = 1.0 / 3.0;
  if (!(count.laplace_variance > 0.0)) cycles.standard_error = std::numeric_limits<double>::infinity();
  cycles.bias_bound = std::hypot(cycles.bias_bound, count.doubt);
  cycles.rests_on_few = count.predicted_share > many;
}

}  // namespace

middle_result estimate_cycles(session& s, unsigned length, const middle_cycles& method) {
  check(method, length);
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  const round_budgets budgets = split(method);
  two_step options;
  options.total = method.total;
  options.codec = method.codec;
  released_values degrees = s.ask(degree_round{budgets.degree}, {budgets.degree, all});
  require_somebody(s.present());
  const auto order =
      s.publish(std::make_shared<const public_order>(options.order, s.key(), std::move(degrees.values)));
  const public_degrees known(order->degrees(), budgets.degree);
  const auto layout = publish_layout(
      s, order, {}, [&] { return plan_rows(options, known, budgets, s.key(), s.is_simulated()); });
  const row_release rows = publish_rows(s, layout);
  const auto weights = middle_weights_of(s.published(), rows.rows, length);
  auto limits = s.decide<decided_limits<std::uint64_t>>("limits", [&] {
    return decided_limits<std::uint64_t>{limits_of(*layout, known, method.margin, *weights)};
  });
  for (const vertex_id u : rows.rows->absent()) limits.of_users[u] = 0;
  const auto members = [&](vertex_id user) {
    return std::fmax(1.0, static_cast<double>(known.released()[user]));
  };
  const held_round count = ask_who_are_left(s, middle_round{budgets.count, {length, rows.rows}},
                                            {limits.of_users, layout->ranks(), weights->unit()}, members);

  const double value = count.estimate;
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size()),
                                    static_cast<double>(rows.sizes.total()),
                                    static_cast<double>(rows.sizes.edges)};
  middle_result result{{},
                       {},
                       budgets,
                       sent,
                       rows.rows->parameters().is_private(),
                       rows.rows.object,
                       s.close(),
                       all.size() - rows.rows->absent().size(),
                       count.lost,
                       count.predicted_share};
  const public_view view(order.object, budgets.degree);
  const bit_law law = rows.rows->law();
  result.error.laplace_variance = count.laplace_variance;
  const double squared_cycles = std::fmax(0.0, value * value - result.error.laplace_variance);
  result.error.response_variance = response_variance(view, law, length, squared_cycles);
  result.error.bias = clipping_bias(known, method.margin, value);
  result.cycles = {value, result.error.standard_error(), result.error.bias};
  if (count.lost > 0) doubt_predictions(count, result.cycles);
  return result;
}

}  // namespace edgeldp
