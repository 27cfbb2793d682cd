// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/vertex_centric.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"
#include "errors/budget_search.hpp"
#include "questions/triangles/all_neighbors.hpp"
#include "triangles/downloads.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view stated_caveat =
    "the noise of the count round covers one more neighbour, but at the cap a neighbour is swapped for "
    "another, which can change the count by more";

// --- the program's rules

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

limited_plan plan_stated(const vertex_centric& method, const public_degrees& known, epsilon rest) {
  const epsilon edges = stated_edges(known, method.margin, rest);
  return {edges, difference(rest, edges), {}};
}

limited_plan plan_strongest(const public_degrees& known, const codec_spec& codec, epsilon rest) {
  return plan_limited(known, codec, rest,
                      [&](const limits_by_degree& limits, const edge_law& noisy, epsilon count) {
                        double product = 1.0;
                        for (const double closure : {0.1, baseline_closure, 0.7})
                          product *= predict_limited(known, limits, noisy, count, closure).rmse();
                        return product;
                      });
}

// --- rounds

release_parameters plan_rows(const vertex_centric& method, const public_degrees& known,
                             const limited_plan& plan, release_key key, bool simulated) {
  two_step options;
  options.total = method.total;
  options.codec = method.codec;
  options.order = method.order;
  return plan_rows(options, known, {known.budget(), epsilon(), plan.edges, plan.count}, key, simulated);
}

// --- results

error_parts predict_stated(const public_degrees& known, const limited_plan& plan, const edge_law& noisy,
                           std::uint64_t margin, double closure) {
  error_terms terms = known.terms();
  for (const auto& [r, users] : known.histogram()) {
    const double reach =
        static_cast<double>(stated_sensitivity(stated_cap_of(r, margin, known.users()), noisy.lattice)) /
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

vertex_centric vertex_centric::compressed(epsilon total, const codec_spec& codec) {
  vertex_centric method = strongest(total);
  method.codec = codec;
  method.order = user_order::noisy_degree;
  return method;
}

baseline_result estimate_triangles(session& s, const vertex_centric& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const bool is_stated = method.rule == vertex_centric::bound::stated;
  const epsilon degree = share_of(method.total, method.degree_share);
  released_values degrees = s.ask(degree_round{degree}, {degree, all});
  const auto order =
      s.publish(std::make_shared<const public_order>(method.order, s.key(), std::move(degrees.values)));
  const public_degrees known(order->degrees(), degree);

  const epsilon rest = difference(method.total, degree);
  const auto plan = s.decide<limited_plan>("plan", [&] {
    return is_stated ? plan_stated(method, known, rest) : plan_strongest(known, method.codec, rest);
  });
  const auto layout =
      publish_layout(s, order, {}, [&] { return plan_rows(method, known, plan, s.key(), s.is_simulated()); });
  const row_release rows = publish_rows(s, layout);

  const pair_rule rule = is_stated ? pair_rule(stated_cap{method.margin}) : pair_rule(plan.limits);
  const std::vector<int128> messages = ask_pairs(s, {plan.count, {rule, rows.rows}});
  const int128 sum = std::accumulate(messages.begin(), messages.end(), int128{0});
  const edge_law noisy{rows.rows->law(), layout->codec().lattice()};
  const double value = static_cast<double>(sum) / (3.0 * noisy.lattice.divisor(noisy.law));
  const double pairs = known.terms().pairs;
  const double closure = pairs > 0.0 ? std::clamp(3.0 * value / pairs, 0.0, 1.0) : baseline_closure;
  const error_parts error = is_stated ? predict_stated(known, plan, noisy, method.margin, closure)
                                      : predict_limited(known, plan.limits, noisy, plan.count, closure);
  return {{value, error.standard_error(), error.bias},    error,
          shared_download(s, rows.sizes.total()),         !is_stated,
          is_stated ? stated_caveat : std::string_view(), s.close()};
}

static_assert(ProtocolBaseline<vertex_centric>);

}  // namespace edgeldp
