// SPDX-License-Identifier: MIT
#include "edgeldp/graph/cycles/methods/middle_cycles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cycles/methods/middle_weights.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/public_view.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "protocol/budget_shares.hpp"
#include "protocol/count_round.hpp"
#include "triangles/all_neighbors.hpp"
#include "triangles/counted_pairs.hpp"

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
std::vector<uint128> limits_of(const release_layout& layout, const public_degrees& known,
                               std::uint64_t margin, const middle_weights& weights) {
  constexpr double most = 0x1.0p62;
  const std::vector<double> sums = weights.largest_sums();
  std::vector<uint128> limits(known.users());
  for (std::size_t u = 0; u < limits.size(); ++u) {
    const std::uint64_t before = layout.rank(static_cast<vertex_id>(u)), after = limits.size() - 1 - before;
    const std::int64_t list = known.released()[u] + static_cast<std::int64_t>(margin);
    if (before == 0 || after == 0 || list < 2) continue;
    const std::uint64_t others = std::min(static_cast<std::uint64_t>(list - 1), std::max(before, after));
    limits[u] = static_cast<std::uint64_t>(std::ceil(std::fmin(sums[others] / weights.unit(), most)));
  }
  return limits;
}

struct count_outcome {
  int128 sum = 0;
  std::uint64_t bytes = 0;
};

/// One noisy number from every user whose limit is not zero.
count_outcome hold_count(const graph_view& g, const release_layout& layout, const middle_weights& weights,
                         std::span<const uint128> limits, epsilon budget, const coin_source& coins) {
  const std::vector<std::uint64_t> caps(g.vertex_count(), g.vertex_count());  // nobody is clipped
  const kept_ranks lists = keep_ranks(g, layout.ranks(), caps, coins, counted_side::all);
  count_outcome outcome;
  std::mutex mutex;
  parallel_for(0, limits.size(), 4, [&](std::uint64_t first, std::uint64_t last) {
    count_outcome part;
    std::vector<std::int64_t> of_pairs;
    std::vector<accepted_weight> accepted;
    for (std::uint64_t i = first; i < last; ++i) {
      const auto u = static_cast<vertex_id>(i);
      if (limits[u] == 0) continue;  // no edge can matter, so nothing is said
      const std::uint32_t place = layout.rank(u);
      const auto list = lists.of(u);
      const auto before = static_cast<std::size_t>(std::ranges::lower_bound(list, place) - list.begin());
      weights.weigh(place, list.first(before), list.subspan(before), of_pairs);
      const int128 statistic =
          accept_across(static_cast<std::uint64_t>(limits[u]), before, of_pairs, accepted);
      part.sum += coins(coin_purpose::count, u, [&](private_randomness& source) {
        return send_count(statistic, limits[u], budget, source, part.bytes);
      });
    }
    const std::lock_guard lock(mutex);
    outcome.sum += part.sum;
    outcome.bytes += part.bytes;
  });
  return outcome;
}

// --- prediction

/// Weights of random paths between two places, squared: a path counts in full where it alternates.
double squared_weight(double before, double after, unsigned length) {
  if (length == 3) return 1.0;
  const double alternating = 0.5 * (after * after - before * before) + after * (1.0 - after);
  return (1.0 + 8.0 * alternating) / 9.0;
}

/// Sum over pairs j < k of m^2 times the number of paths between them, each by its squared weight;
/// m, the number of middle vertices beside both, varies like a Poisson number with the mean of a
/// random graph with these degrees.
double squared_coefficients(const public_view& known, unsigned length) {
  const auto places = known.places();
  const auto n = static_cast<double>(places.size());
  double ends = 0.0;
  for (const place_moments& p : places) ends += p.degree;
  double sum = 0.0;
  for (std::size_t j = 0; j < places.size(); ++j) {
    double between = 0.0;  // sum of d (d - 1) over places after j and before k, over the square of all ends
    for (std::size_t k = j + 1; k < places.size(); ++k) {
      const double mean = places[j].degree * places[k].degree * between;
      sum += std::fmax(0.0, mean + mean * mean) *
             squared_weight(static_cast<double>(j) / n, static_cast<double>(k) / n, length);
      between += (places[k].squared_degree - places[k].degree) / (ends * ends);
    }
  }
  return length == 3 ? sum : sum * n * n;
}

/// Products of all length - 2 bits of a path as above; single bits on edges, through which cycles
/// concentrate; products of two as the geometric mean of both (graph/doc/baselines.md).
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

ledger ledger_of_middle(const middle_cycles& method, const round_budgets& budgets) {
  ledger spent(method.total);
  spent.spend(rounds::degree, budgets.degree, edge_use::both_endpoints);
  spent.spend(rounds::edges, budgets.edges);
  spent.spend(rounds::count, budgets.count, edge_use::both_endpoints);
  return spent;
}

}  // namespace

middle_result estimate_cycles(const graph_view& g, unsigned length, const middle_cycles& method,
                              release_key key, const coin_source& coins) {
  check(method, length);
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  const round_budgets budgets = split(method);
  middle_result result{{}, {}, ledger_of_middle(method, budgets), budgets};

  released_numbers degrees = release_degrees(g, budgets.degree, coins);
  const public_degrees known(std::move(degrees.values), budgets.degree);
  two_step options;
  options.total = method.total;
  options.codec = method.codec;
  const published_rows edges =
      release_edges(g, layout_of(options, known, budgets, key, coins.is_simulated()), coins);
  release_sizes sizes;
  const std::vector<std::byte> download = edges.published.serialize(&sizes);
  result.published = std::make_shared<const release>(release_reader(download).load());

  const release_layout& layout = result.published->layout();
  const middle_weights weights(materialize(*result.published), result.published->law(), length);
  const std::vector<uint128> limits = limits_of(layout, known, method.margin, weights);
  const count_outcome count = hold_count(g, layout, weights, limits, budgets.count, coins);

  const double unit = weights.unit(), value = static_cast<double>(count.sum) * unit;
  const public_view order(options.order, key, known.released(), budgets.degree);
  result.error.laplace_variance = noise_variance(limits, budgets.count) * unit * unit;
  const double squared_cycles = std::fmax(0.0, value * value - result.error.laplace_variance);
  result.error.response_variance = response_variance(order, result.published->law(), length, squared_cycles);
  result.error.bias = clipping_bias(known, method.margin, value);
  result.cycles = {value, result.error.standard_error(), result.error.bias};
  result.is_private = result.published->parameters().is_private();
  const auto users = static_cast<double>(g.vertex_count());
  result.communication = {
      static_cast<double>(degrees.upload_bytes + edges.upload_bytes + count.bytes) / users,
      static_cast<double>(download.size()), static_cast<double>(sizes.edges)};
  return result;
}

}  // namespace edgeldp
