// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/methods/vertex_centric.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/protocol/error_model.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "edgeldp/graph/protocol/two_step.hpp"
#include "protocol/budget_search.hpp"
#include "protocol/budget_shares.hpp"
#include "triangles/all_neighbors.hpp"
#include "triangles/counting_round.hpp"

namespace edgeldp {

namespace {

/// Public decisions before the edge round. bounds: by released degree.
struct counting_plan : limited_plan {
  std::map<std::int64_t, std::uint64_t> caps;  // stated
};

// --- the program's rules

std::uint64_t cap_of(std::int64_t released, std::uint64_t margin, std::uint64_t users) {
  const std::int64_t wanted = released + static_cast<std::int64_t>(margin);
  return std::min(users - 1, static_cast<std::uint64_t>(std::max<std::int64_t>(0, wanted)));
}

/// Minimises the program's cost, which takes every pair of neighbours as counted by one user only.
epsilon stated_edges(const public_degrees& known, std::uint64_t margin, epsilon rest) {
  double pairs = 0.0, squares = 0.0;
  for (const std::int64_t r : known.released()) {
    const double cap = std::max(0.0, static_cast<double>(r) + static_cast<double>(margin));
    pairs += 0.5 * cap * (cap - 1.0);
    squares += cap * cap;
  }
  const double total = rest.nats();
  const double edges = minimize(0.01 * total, std::min(0.99 * total, 24.9), [&](double e) {
    const double variance = std::exp(e) / (std::expm1(e) * std::expm1(e)), g = -1.0 / std::expm1(-e);
    return pairs * variance + 2.0 * squares * g * g / ((total - e) * (total - e));
  });
  return share_of(rest, edges / total);
}

counting_plan plan_stated(const vertex_centric& method, const public_degrees& known, epsilon rest) {
  counting_plan plan;
  plan.edges = stated_edges(known, method.margin, rest);
  plan.count = difference(rest, plan.edges);
  for (const auto& [r, users] : known.histogram()) plan.caps[r] = cap_of(r, method.margin, known.users());
  return plan;
}

counting_plan plan_strongest(const public_degrees& known, const codec_spec& codec, epsilon rest) {
  return {plan_limited(known, codec, rest,
                       [&](const limits_by_degree& limits, const edge_law& noisy, epsilon count) {
                         return predict_limited(known, limits, noisy, count, baseline_closure).rmse();
                       }),
          {}};
}

// --- rounds

release_layout layout_of(const vertex_centric& method, const public_degrees& known, const counting_plan& plan,
                         release_key key, bool simulated) {
  two_step options;
  options.total = method.total;
  options.codec = method.codec;
  options.order = method.order;
  return layout_of(options, known, {known.budget(), epsilon(), plan.edges, plan.count}, key, simulated);
}

std::vector<user_bound> stated_bounds(const public_degrees& known, const counting_plan& plan,
                                      const bit_lattice& lattice) {
  std::vector<user_bound> bounds;
  for (const std::int64_t r : known.released()) {
    const std::uint64_t cap = plan.caps.at(r);
    bounds.push_back({cap, {}, stated_sensitivity(cap, lattice)});
  }
  return bounds;
}

// --- results

error_parts predict_stated(const public_degrees& known, const counting_plan& plan, const edge_law& noisy,
                           std::uint64_t margin, double closure) {
  error_terms terms = known.terms();
  for (const auto& [r, users] : known.histogram()) {
    const double reach = static_cast<double>(stated_sensitivity(plan.caps.at(r), noisy.lattice)) /
                         static_cast<double>(noisy.lattice.scale);
    terms.squared_caps += static_cast<double>(users) * reach * reach;
  }
  const clip_model model(known.budget());
  const auto gap = static_cast<double>(margin);
  terms.lost_pairs = std::max(
      0.0, model.deconvolve(known.histogram(), [&](double d) { return model.expected_lost_pairs(d, gap); }));
  terms.squared_lost_pairs = std::max(0.0, model.deconvolve(known.histogram(), [&](double d) {
    return model.expected_squared_lost_pairs(d, gap);
  }));
  return divide_by_three(predict_triangle_error(terms, noisy.law, plan.count, closure));
}

void check(const vertex_centric& method) {
  if (!(method.degree_share > 0.0) || !(method.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(method.degree_share) + ": must lie in (0, 1)");
  if (method.margin > static_cast<std::uint64_t>(largest_released_number))
    throw invalid_parameter("margin = " + std::to_string(method.margin) + ": must lie in [0, 2^48]");
}

}  // namespace

vertex_centric vertex_centric::published(epsilon total) {
  return {total, 0.1, bound::stated, 150};
}

vertex_centric vertex_centric::strongest(epsilon total) {
  return {total, 0.08, bound::limited_pairs, 0};
}

vertex_centric vertex_centric::compressed(epsilon total, codec_kind kind) {
  vertex_centric method = strongest(total);
  method.codec.kind = kind;
  method.order = user_order::noisy_degree;
  return method;
}

uint128 stated_sensitivity(std::uint64_t cap, const bit_lattice& lattice) {
  return cap < 2 ? 0 : uint128{lattice.scale - lattice.offset} * cap;
}

baseline_result estimate_triangles(const graph_view& g, const vertex_centric& method, release_key key,
                                   const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const bool is_stated = method.rule == vertex_centric::bound::stated;
  baseline_result result{{}, {}, ledger(method.total), {}, true, {}};
  const epsilon degree = share_of(method.total, method.degree_share);
  result.spent.spend(rounds::degree, degree, edge_use::both_endpoints);
  released_numbers degrees = release_degrees(g, degree, coins);
  const public_degrees known(std::move(degrees.values), degree);

  const epsilon rest = difference(method.total, degree);
  const counting_plan plan =
      is_stated ? plan_stated(method, known, rest) : plan_strongest(known, method.codec, rest);
  result.spent.spend(rounds::edges, plan.edges);
  const published_rows edges =
      release_edges(g, layout_of(method, known, plan, key, coins.is_simulated()), coins);
  const std::vector<std::byte> download = edges.published.serialize();
  const release published = release_reader(download).load();

  result.spent.spend(rounds::count, plan.count, edge_use::both_endpoints);
  const bit_lattice lattice = published.layout().codec().lattice();
  const count_messages count = count_on_release(
      g, published, is_stated ? stated_bounds(known, plan, lattice) : bounds_of(known, plan.limits, lattice),
      is_stated ? bound_kind::neighbors : bound_kind::pairs, plan.count, std::nullopt, coins,
      counted_side::all);
  const edge_law noisy{published.law(), lattice};
  result.triangles.value = static_cast<double>(count.sum) / (3.0 * lattice.divisor(noisy.law));
  const double pairs = known.terms().pairs;
  const double closure =
      pairs > 0.0 ? std::clamp(3.0 * result.triangles.value / pairs, 0.0, 1.0) : baseline_closure;
  result.error = is_stated ? predict_stated(known, plan, noisy, method.margin, closure)
                           : predict_limited(known, plan.limits, noisy, plan.count, closure);
  result.triangles = {result.triangles.value, result.error.standard_error(), result.error.bias};

  const auto users = static_cast<double>(g.vertex_count());
  result.communication.upload_bytes =
      static_cast<double>(degrees.upload_bytes + edges.upload_bytes + count.bytes) / users;
  result.communication.download_bytes = result.communication.largest_download_bytes =
      static_cast<double>(download.size());
  result.communication.measured_users = g.vertex_count();
  if (is_stated) {
    result.is_private = false;
    result.caveat =
        "the noise of the count round covers one more neighbour, but at the cap a neighbour is swapped for "
        "another, which can change the count by more";
  }
  return result;
}

}  // namespace edgeldp
