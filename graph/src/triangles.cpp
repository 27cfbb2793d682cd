// SPDX-License-Identifier: MIT
#include "edgeldp/graph/estimate/triangles.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/nullspace_columns.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "kept_neighbors.hpp"

namespace edgeldp {

namespace {

/// One user's message: scale t - offset s over its kept neighbours, t noisy edges among s pairs, plus noise.
int128 count_message(std::uint64_t kept, std::uint64_t noisy, std::uint64_t cap, const bit_lattice& lattice,
                     epsilon budget, private_randomness& coins) {
  const uint128 sensitivity = triangle_sensitivity(cap, lattice.scale);
  if (sensitivity == 0) return 0;  // nobody's edges can matter, so nothing is said
  const uint128 pairs = kept < 2 ? 0 : uint128{kept} * (kept - 1) / 2;
  const auto statistic =
      static_cast<int128>(uint128{noisy} * lattice.scale) - static_cast<int128>(pairs * lattice.offset);
  return statistic + discrete_laplace(sensitivity, budget)(coins);
}

/// Error parts and the estimate, from the sum of messages and public numbers.
void conclude(triangle_count& result, const release& published, const size_knowledge& known,
              const triangle_count_options& options, std::span<const std::uint64_t> caps) {
  const bit_law law = published.law();
  const bit_lattice lattice = published.layout().codec().lattice();
  const double divisor = lattice.divisor(law);
  result.triangles.value = static_cast<double>(result.lattice_sum) / divisor;
  const double closure =
      known.pairs() > 0.0 ? std::clamp(result.triangles.value / known.pairs(), 0.0, 1.0) : assumed_closure;
  const triangle_terms terms = known.terms(options.cap);
  result.error = predict_triangle_error(terms, law, options.count, closure);
  double noise_variance = 0.0;  // of the discrete noise as drawn, cap by cap
  for (const std::uint64_t cap : caps) {
    const uint128 sensitivity = triangle_sensitivity(cap, lattice.scale);
    if (sensitivity != 0) noise_variance += discrete_laplace(sensitivity, options.count).variance();
  }
  result.error.laplace_variance = noise_variance / (divisor * divisor);
  result.triangles.standard_error = result.error.standard_error();
  result.triangles.bias = result.error.bias;
}

/// The codec's own parameters, from released numbers and the budget of the edge round.
void set_codec(release_parameters& p, const protocol_options& options, const size_knowledge& known,
               const round_budgets& budgets) {
  p.codec = options.codec.kind;
  const epsilon released_at = known.anchor_budget();
  if (p.codec == codec_kind::nullspace) {
    const auto response = nullspace_response::for_budget(budgets.edges);
    const column_plan columns = plan_columns(1.0 - response.drop_probability(), released_at,
                                             known.has_sizes() ? known.sizes() : known.degrees());
    p.drop_threshold = response.drop_threshold();
    p.field_order = response.field_order();
    p.kept_rate = columns.kept_rate;
    p.size_slack = columns.size_slack;
    p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    return;
  }
  const randomized_response response = options.codec.response(budgets.edges);
  p.flip_threshold = response.threshold();
  p.alpha_milli = options.codec.alpha.milli();
  p.candidate_limit_log2 = ppr_codec::default_candidate_limit_log2(options.codec.alpha);
  p.level = options.codec.level;
  if (p.codec == codec_kind::bitmap) return;
  p.chunk_rate = options.codec.chunk_rate(response);
  if (options.true_degree_chunks) return;
  p.chunk_floor_rate = chunk_rate_for(largest_chunk(response.loss_nats()));
  p.size_slack = size_slack_for(released_at);
}

release_parameters make_parameters(const graph_view& g, const protocol_options& options, release_key key,
                                   const coin_source& coins, const size_knowledge& known,
                                   const round_budgets& budgets) {
  if (options.true_degree_chunks && options.codec.kind != codec_kind::ppr)
    throw invalid_parameter("only ppr has chunks whose number could follow the true degree");
  release_parameters p;
  p.users = g.vertex_count();
  p.key = key;
  set_codec(p, options, known, budgets);
  p.order = options.order;
  p.chunk_rule = options.true_degree_chunks ? chunk_rule::true_degree
                 : budgets.size.is_zero()   ? chunk_rule::noisy_degree
                                            : chunk_rule::released_size;
  p.simulated = coins.is_simulated();
  p.total = options.total;
  p.degree = budgets.degree;
  p.size = budgets.size;
  p.edges = budgets.edges;
  p.count = budgets.count;
  return p;
}

}  // namespace

size_knowledge knowledge_of(const release& published) {
  const release_parameters& p = published.parameters();
  const auto degrees = published.layout().degrees();
  size_knowledge known(p.order, p.key, {degrees.begin(), degrees.end()}, p.degree);
  const auto sizes = published.layout().sizes();
  if (p.chunk_rule == chunk_rule::released_size) known.learn_sizes({sizes.begin(), sizes.end()}, p.size);
  return known;
}

published_graph publish_graph(const graph_view& g, const protocol_options& options, release_key key,
                              const coin_source& coins, const step_observer& is_over) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  const auto done = [&](std::string_view step) {
    if (is_over) is_over(step);
  };
  ledger spent(options.total);
  const epsilon degree = plan_degree_round(options);
  spent.spend(rounds::degree, degree, edge_use::both_endpoints);
  number_round degrees = release_degrees(g, degree, coins);
  std::uint64_t upload_bytes = degrees.upload_bytes;
  done(rounds::degree);
  size_knowledge known(options.order, key, std::move(degrees.values), degree);

  const epsilon size = plan_size_round(options, known, degree);
  if (!size.is_zero()) {
    spent.spend(rounds::size, size);
    number_round sizes = release_sizes_of_rows(g, known.rank(), size, coins);
    upload_bytes += sizes.upload_bytes;
    known.learn_sizes(std::move(sizes.values), size);
    done(rounds::size);
  }
  const triangle_plan plan = plan_triangles(options, known, degree, size);
  spent.spend(rounds::edges, plan.budgets.edges);
  release_layout layout(make_parameters(g, options, key, coins, known, plan.budgets), known.degrees(),
                        options.true_degree_chunks ? true_sizes_of_rows(g, known.rank()) : known.sizes());
  done("plan");
  edge_round edges = release_edges(g, std::move(layout), coins);
  done(rounds::edges);
  upload_bytes += edges.upload_bytes;
  return {std::make_shared<const release>(std::move(edges.published)), std::move(known), plan, upload_bytes};
}

triangle_count count_triangles_on(const graph_view& g, const release& published, const size_knowledge& known,
                                  const triangle_count_options& options, const coin_source& coins) {
  if (g.vertex_count() != published.layout().users()) {
    throw invalid_parameter("the graph has " + std::to_string(g.vertex_count()) + " vertices, the release " +
                            std::to_string(published.layout().users()));
  }
  if (coins.is_simulated() && !published.parameters().simulated)
    throw invalid_parameter("simulated coins against a release that is not marked simulated");
  const std::vector<std::uint64_t> caps = make_caps(published.layout(), options.cap);
  const kept_neighbors kept = keep_neighbors(g, published.layout(), caps, coins);
  const std::vector<std::uint64_t> noisy = count_noisy_pairs(published, kept);
  const bit_lattice lattice = published.layout().codec().lattice();
  triangle_count result;
  std::mutex sum_mutex;
  parallel_for(0, caps.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
    int128 sum = 0;
    std::uint64_t bytes = 0;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto u = static_cast<vertex_id>(v);
      if (caps[u] < 2) continue;
      const int128 message = coins(coin_purpose::count, u, [&](private_randomness& source) {
        return count_message(kept.count(u), noisy[u], caps[u], lattice, options.count, source);
      });
      sum += message;
      bytes += integer_message(message).size();
    }
    const std::lock_guard lock(sum_mutex);
    result.lattice_sum += sum;
    result.upload_bytes += bytes;
  });
  conclude(result, published, known, options, caps);
  return result;
}

namespace {

ledger ledger_of(const release_parameters& p) {
  ledger spent(p.total);
  spent.spend(rounds::degree, p.degree, edge_use::both_endpoints);
  if (!p.size.is_zero()) spent.spend(rounds::size, p.size);
  spent.spend(rounds::edges, p.edges);
  spent.spend(rounds::count, p.count);
  return spent;
}

/// Counts against a published graph and gathers what there is to report.
triangle_result finish(const graph_view& g, const published_graph& graph, const coin_source& coins) {
  const release_parameters& p = graph.published->parameters();
  ledger spent = ledger_of(p);
  const triangle_count count =
      count_triangles_on(g, *graph.published, graph.known, {p.count, graph.plan.cap}, coins);
  triangle_result result{count.triangles, count.error,    std::move(spent), graph.plan, {}, {},
                         p.is_private(),  graph.published};
  result.traffic.download_bytes = static_cast<double>(graph.published->serialize(&result.sizes).size());
  result.traffic.upload_bytes =
      static_cast<double>(graph.upload_bytes + count.upload_bytes) / static_cast<double>(g.vertex_count());
  result.traffic.edge_section_bytes = static_cast<double>(result.sizes.edges);
  return result;
}

}  // namespace

triangle_result estimate_triangles(const graph_view& g, const protocol_options& options, release_key key,
                                   const coin_source& coins) {
  return finish(g, publish_graph(g, options, key, coins), coins);
}

triangle_result estimate_triangles_on(const graph_view& g, std::shared_ptr<const release> published,
                                      std::optional<std::int64_t> margin, const coin_source& coins) {
  if (!published) throw invalid_parameter("no release to count on");
  const release_parameters& p = published->parameters();
  if (p.count.is_zero()) throw invalid_parameter("the release reserved no budget for the round 'count'");
  size_knowledge known = knowledge_of(*published);
  triangle_plan plan;
  plan.budgets = {p.degree, p.size, p.edges, p.count};
  plan.cap = choose_cap(known, margin, published->law(), p.count, assumed_closure);
  plan.predicted = predict_triangle_error(known.terms(plan.cap), published->law(), p.count, assumed_closure);
  std::uint64_t upload_bytes = 0;
  for (const std::int64_t degree : known.degrees()) upload_bytes += integer_message(degree).size();
  for (const std::int64_t size : known.sizes()) upload_bytes += integer_message(size).size();
  for (std::uint64_t u = 0; u < g.vertex_count() && u < published->layout().users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    upload_bytes += write_report(published->layout(), user, published->words(user)).size();
  }
  return finish(g, {std::move(published), std::move(known), plan, upload_bytes}, coins);
}

}  // namespace edgeldp
