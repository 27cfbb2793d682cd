// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/protocol/release_plan.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "edgeldp/graph/triangles/tune.hpp"
#include "triangles/counting_round.hpp"

namespace edgeldp {

namespace {

double law_floor(const release_parameters& p, const public_view& known, double closure) {
  const codec_spec codec = codec_of(p);
  const bit_law law = codec.law(epsilon::from_nats(codec.largest_edges(std::max(1.0, known.edges()))));
  const error_parts error =
      predict_triangle_error(known.unclipped_terms(), law, epsilon::from_nats(1.0), closure);
  return std::sqrt(error.response_variance);
}

/// Error parts and the estimate, from the sum of messages and public numbers.
void conclude(triangle_count& result, const release& published, const public_view& known,
              const triangle_count_options& options) {
  const bit_lattice lattice = published.layout().codec().lattice();
  const double value = static_cast<double>(result.lattice_sum) / lattice.divisor(published.law());
  const double laplace_variance = drawn_noise_variance(published.layout(), options.cap, options.count);
  const closure_view view = view_closure(value, known.pairs(), [&](double closure) {
    error_parts error = predict_error(known, options.cap, published.law(), options.count, closure);
    error.laplace_variance = laplace_variance;
    return error;
  });
  result.error = view.error;
  result.closure = view.closure;
  result.triangles = conclude_triangles(value, view, known.pairs(), published.law().non_edge_variance(),
                                        known.second_degree());
  result.law_floor = law_floor(published.parameters(), known, view.closure);
}

void check_matches(const graph_view& g, const release& published, const coin_source& coins) {
  if (g.vertex_count() != published.layout().users()) {
    throw invalid_parameter("the graph has " + std::to_string(g.vertex_count()) + " vertices, the release " +
                            std::to_string(published.layout().users()));
  }
  if (coins.is_simulated() && !published.parameters().simulated)
    throw invalid_parameter("simulated coins against a release that is not marked simulated");
}

}  // namespace

public_view knowledge_of(const release& published) {
  const release_parameters& p = published.parameters();
  const auto degrees = published.layout().degrees();
  public_view known(p.order, p.key, {degrees.begin(), degrees.end()}, p.degree);
  const auto sizes = published.layout().sizes();
  if (p.chunk_rule == chunk_rule::released_size) known.learn_sizes({sizes.begin(), sizes.end()}, p.size);
  return known;
}

published_graph publish_graph(const graph_view& g, const two_step& wanted, release_key key,
                              const coin_source& coins, const step_observer& is_over) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  two_step options = wanted;
  const auto done = [&](std::string_view step) {
    if (is_over) is_over(step);
  };
  ledger spent(options.total);
  const epsilon degree = plan_degree_round(options);
  spent.spend(rounds::degree, degree, edge_use::both_endpoints);
  released_numbers degrees = release_degrees(g, degree, coins);
  std::uint64_t upload_bytes = degrees.upload_bytes;
  done(rounds::degree);
  public_view known(options.order, key, std::move(degrees.values), degree);

  std::optional<epsilon> planned;
  if (!options.codec.kind) {
    const codec_plan chosen = choose_codec(options, known, key);
    options.codec = chosen.codec;
    planned = chosen.size;
  }
  const epsilon size = planned ? *planned : plan_size_round(options, known, degree);
  if (!size.is_zero()) {
    spent.spend(rounds::size, size);
    released_numbers sizes = release_sizes_of_rows(g, known.rank(), size, coins);
    upload_bytes += sizes.upload_bytes;
    known.learn_sizes(std::move(sizes.values), size);
    done(rounds::size);
  }
  const triangle_plan plan = plan_triangles(options, known, degree, size);
  spent.spend(rounds::edges, plan.budgets.edges);
  release_layout layout(plan_release(options, known, plan.budgets, key, coins.is_simulated()),
                        known.degrees(),
                        options.true_degree_chunks ? true_sizes_of_rows(g, known.rank()) : known.sizes());
  done("plan");
  published_rows edges = release_edges(g, std::move(layout), coins);
  done(rounds::edges);
  upload_bytes += edges.upload_bytes;
  return {std::make_shared<const release>(std::move(edges.published)), std::move(known), plan, upload_bytes};
}

triangle_count count_triangles_on(const graph_view& g, const release& published, const public_view& known,
                                  const triangle_count_options& options, const coin_source& coins) {
  check_matches(g, published, coins);
  const std::vector<user_bound> bounds = make_bounds(published.layout(), options.cap);
  count_messages messages =
      count_on_release(g, published, bounds, options.cap.kind, options.count, options.access, coins);
  triangle_count result;
  result.lattice_sum = messages.sum;
  result.messages = std::move(messages.values);
  result.upload_bytes = messages.bytes;
  conclude(result, published, known, options);
  return result;
}

namespace {

/// Counts against a published graph and gathers what there is to report.
triangle_result finish(const graph_view& g, const published_graph& graph, const coin_source& coins) {
  const release_parameters& p = graph.published->parameters();
  ledger spent = ledger_of(p);
  triangle_count count =
      count_triangles_on(g, *graph.published, graph.known, {p.count, graph.plan.cap}, coins);
  triangle_result result{
      count.triangles, count.error,   std::move(spent),          graph.plan,     {}, {}, p.is_private(),
      graph.published, count.closure, std::move(count.messages), count.law_floor};
  result.communication.download_bytes = static_cast<double>(graph.published->serialize(&result.sizes).size());
  result.communication.upload_bytes =
      static_cast<double>(graph.upload_bytes + count.upload_bytes) / static_cast<double>(g.vertex_count());
  result.communication.edge_section_bytes = static_cast<double>(result.sizes.edges);
  return result;
}

}  // namespace

triangle_result estimate_triangles(const graph_view& g, const two_step& options, release_key key,
                                   const coin_source& coins) {
  return finish(g, publish_graph(g, options, key, coins), coins);
}

double predict_relative_half_width(const release& published, double closure, const two_step& wanted,
                                   double total) {
  const public_view known = knowledge_of(published);
  const double triangles = closure * known.pairs();
  if (!(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  two_step options = wanted;
  options.total = epsilon::from_nats(total);
  options.codec = codec_of(published.parameters());
  const error_parts e = predict_total(options, known, closure);
  return relative_half_width(
      {triangles, e.standard_error(), e.bias, bias_allowance * std::abs(e.bias), inflation::triangles});
}

published_graph reopen_release(const graph_view& g, std::shared_ptr<const release> published,
                               const coin_source& coins) {
  if (!published) throw invalid_parameter("no release to count on");
  const release_parameters& p = published->parameters();
  if (p.count.is_zero()) throw invalid_parameter("the release reserved no budget for the round 'count'");
  check_matches(g, *published, coins);
  published_graph graph{nullptr, knowledge_of(*published), {}, 0};
  graph.plan.budgets = {p.degree, p.size, p.edges, p.count};
  for (const std::int64_t degree : graph.known.degrees())
    graph.upload_bytes += integer_message(degree).size();
  for (const std::int64_t size : graph.known.sizes()) graph.upload_bytes += integer_message(size).size();
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    graph.upload_bytes += write_report(published->layout(), user, published->words(user)).size();
  }
  graph.published = std::move(published);
  return graph;
}

triangle_result estimate_triangles_on(const graph_view& g, std::shared_ptr<const release> published,
                                      const bound_options& clip, const coin_source& coins) {
  published_graph graph = reopen_release(g, std::move(published), coins);
  const bit_law law = graph.published->law();
  const epsilon count = graph.plan.budgets.count;
  graph.plan.cap = choose_bound(graph.known, clip, law, count, assumed_closure);
  graph.plan.predicted = predict_error(graph.known, graph.plan.cap, law, count, assumed_closure);
  return finish(g, graph, coins);
}

}  // namespace edgeldp
