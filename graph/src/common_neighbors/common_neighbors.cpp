// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "common_neighbors/steps.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/inflation.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/protocol/release_plan.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "protocol/budget_shares.hpp"
#include "protocol/count_round.hpp"

namespace edgeldp {

std::vector<std::vector<std::uint64_t>> split_into_disjoint(std::span<const user_pair> pairs) {
  std::vector<std::vector<std::uint64_t>> groups;
  std::unordered_map<vertex_id, std::vector<bool>> busy;  // in which groups a user is
  const auto is_free = [&](vertex_id u, std::size_t group) {
    const std::vector<bool>& in = busy[u];
    return group >= in.size() || !in[group];
  };
  const auto take = [&](vertex_id u, std::size_t group) {
    std::vector<bool>& in = busy[u];
    if (in.size() <= group) in.resize(group + 1);
    in[group] = true;
  };
  for (std::uint64_t i = 0; i < pairs.size(); ++i) {
    const auto [u, w] = pairs[i];
    if (u == w)
      throw invalid_parameter("pair " + std::to_string(i) + " is of user " + std::to_string(u) +
                              " with itself");
    std::size_t group = 0;
    while (!is_free(u, group) || !is_free(w, group)) ++group;
    take(u, group);
    take(w, group);
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(i);
  }
  return groups;
}

asked_users users_of_pairs(std::span<const user_pair> pairs, std::uint64_t users, common_method method) {
  asked_users asked;
  std::unordered_map<vertex_id, vertex_id> places;
  const auto place_of = [&](vertex_id u) {
    if (u >= users)
      throw invalid_parameter("user = " + std::to_string(u) + ": must be below " + std::to_string(users));
    const auto [at, is_new] = places.try_emplace(u, static_cast<vertex_id>(asked.users.size()));
    if (is_new)
      asked.users.push_back(u);
    else if (users_count(method))
      throw invalid_parameter("user = " + std::to_string(u) +
                              ": in two pairs; a run in which users count answers for disjoint pairs "
                              "(split_into_disjoint)");
    return at->second;
  };
  for (const auto& [u, w] : pairs) {
    if (u == w) throw invalid_parameter("a pair of user " + std::to_string(u) + " with itself");
    const vertex_id first = place_of(u);
    asked.places.push_back({first, place_of(w)});
  }
  return asked;
}

epsilon plan_first_round(const common_options& options) {
  two_step rows;
  rows.total = options.total;
  rows.degree_share = options.degree_share;
  return plan_degree_round(rows);
}

std::vector<two_degrees> degrees_of_pairs(std::span<const user_pair> places,
                                          std::span<const public_degree> of_users) {
  std::vector<two_degrees> pairs;
  for (const auto& [first, second] : places) pairs.push_back({of_users[first], of_users[second]});
  return pairs;
}

std::vector<pair_result> conclude_rows(const common_settings& s, std::span<const user_pair> places,
                                       std::span<const two_degrees> degrees,
                                       const common_neighbor_index& rows) {
  // The naive bias falls by almost one with each common neighbour: per pair they are known too
  // badly, and clamping them to what is possible would be a bias of its own.
  double mean_common = 0.0;
  if (s.method == common_method::naive) {
    for (const user_pair& p : places) mean_common += rows.common(p) / static_cast<double>(places.size());
  }
  std::vector<pair_result> results(degrees.size());
  parallel_for(0, results.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const user_pair p = places[i];
      const double debiased = rows.common(p);
      const pair_numbers pair{degrees[i], s.items, plausible_common(debiased, degrees[i])};
      estimate common{debiased, std::sqrt(one_round_variance(s.law, pair)), 0.0, 0.0,
                      inflation::common_neighbors};
      if (s.method == common_method::naive) {
        common = naive_error(s.law, {degrees[i], s.items, plausible_common(mean_common, degrees[i])});
        common.value = static_cast<double>(rows.noisy_common(p));
      }
      results[i].error.response_variance = common.standard_error * common.standard_error;
      results[i].value = estimate_measure(s.measure, common, degrees[i]);
    }
  });
  return results;
}

std::vector<pair_result> conclude_counts(const common_settings& s, std::span<const two_degrees> degrees,
                                         std::span<const double> weights,
                                         std::span<const pair_counts_read> counts) {
  std::vector<pair_result> results(degrees.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const double a = weights[i], value = a * counts[i].first + (1.0 - a) * counts[i].second;
    const pair_numbers pair{degrees[i], s.items, plausible_common(value, degrees[i])};
    const common_error error = counted_error(s.law, pair, a, s.count_noise);
    two_degrees cautious = degrees[i];
    for (public_degree* d : {&cautious.first, &cautious.second}) d->mean = d->cautious;
    const common_error most = counted_error(s.law, {cautious, s.items, pair.common}, a, s.count_noise);
    const double known = std::sqrt(error.response_variance + error.laplace_variance);
    const double caution = std::sqrt(most.response_variance + most.laplace_variance) / known;
    const estimate common{value, known, 0.0, 0.0, inflation::common_neighbors * std::fmax(1.0, caution)};
    results[i] = {estimate_measure(s.measure, common, degrees[i]), error, a};
  }
  return results;
}

namespace {

/// Neighbours of u, w left out, by their bit in w's noisy row: those before w in w's own row, the
/// others in rows of their own.
std::array<std::uint64_t, 2> count_in_graph(const graph_view& g, const release& published, vertex_id u,
                                            vertex_id w) {
  const release_layout& layout = published.layout();
  std::vector<vertex_id> scratch;
  std::vector<std::uint32_t> positions;
  std::uint64_t all = 0, ones = 0;
  for (const vertex_id v : g.neighbors(u, scratch)) {
    if (v == w) continue;
    ++all;
    if (layout.rank(v) < layout.rank(w)) {
      positions.push_back(layout.position(v));
    } else {
      ones += published.edge(v, w) ? 1U : 0U;
    }
  }
  std::vector<std::uint64_t> bits;
  with_row(published, w, choose_access(published, w, positions.size()), bits,
           [&](const auto& row) { ones += row.count_ones(positions); });
  return {all - ones, ones};
}

common_neighbor_index index_of_pairs(const release& published, std::span<const vertex_id> users,
                                     std::span<const public_degree> degrees) {
  std::vector<std::uint32_t> own;
  for (const vertex_id u : users) own.push_back(published.layout().rank(u));
  return {materialize(published, users), published.law(), {degrees.begin(), degrees.end()}, std::move(own)};
}

}  // namespace

common_result estimate_common_neighbors(const graph_view& g, std::span<const user_pair> pairs,
                                        const common_options& options, release_key key,
                                        const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  if (options.variant == common_variant::public_degrees)
    throw invalid_parameter("degrees of users of one graph are always released: they order its rows");
  if (options.variant == common_variant::separate_roles)
    throw invalid_parameter("all users of a graph send rows: separate roles need a bipartite graph");
  const asked_users asked = users_of_pairs(pairs, g.vertex_count(), options.method);
  two_step rows;
  rows.total = options.total;
  rows.codec = options.codec;

  ledger spent(options.total);
  round_budgets budgets;
  budgets.degree = plan_first_round(options);
  spent.spend(rounds::degree, budgets.degree, edge_use::both_endpoints);
  released_numbers released = release_degrees(g, budgets.degree, coins);
  const std::vector<public_degree> degrees =
      posterior_degrees(released.values, budgets.degree, g.vertex_count() - 1);
  std::vector<public_degree> of_users;
  for (const vertex_id u : asked.users) of_users.push_back(degrees[u]);
  const std::vector<two_degrees> of_pairs = degrees_of_pairs(asked.places, of_users);

  common_plan plan = plan_common_neighbors(options, spent.remaining(), of_pairs);
  budgets.edges = plan.edges;
  budgets.count = plan.count;
  spent.spend(rounds::edges, plan.edges);
  const public_view known(rows.order, key, std::move(released.values), budgets.degree);
  published_rows edges = release_edges(
      g, release_layout(plan_release(rows, known, budgets, key, coins.is_simulated()), known.degrees(), {}),
      coins);
  const release& published = edges.published;

  common_settings settings{options.method, options.measure, published.law()};
  settings.items = static_cast<double>(g.vertex_count()) - 2.0;
  common_result result{{}, spent, std::move(spent), budgets, published.law(), g.vertex_count(), {}};
  result.told = told(published.layout()).add("count", plan.count.units()).hex();
  result.codec = codec_of(published.parameters());
  std::uint64_t upload = released.upload_bytes + edges.upload_bytes;
  for (const std::int64_t d : published.layout().degrees())
    result.released_entries += 0.5 * static_cast<double>(d);
  release_sizes sizes;
  const auto download = static_cast<double>(published.serialize(&sizes).size());
  result.communication.edge_section_bytes = static_cast<double>(sizes.edges);
  if (users_count(options.method)) {
    result.first_spent.spend(rounds::count, plan.count, edge_use::both_endpoints);
    if (options.method == common_method::double_source)
      result.second_spent.spend(rounds::count, plan.count, edge_use::both_endpoints);
    const any_codec& codec = published.layout().codec();
    settings.count_noise = count_noise_variance(codec.lattice(), codec.law(), plan.count);
    count_values counts =
        hold_count_round(pairs, options.method, codec, plan.count, coins,
                         [&](vertex_id u, vertex_id w) { return count_in_graph(g, published, u, w); });
    upload += counts.bytes;
    result.communication.download_bytes = download;
    result.pairs = conclude_counts(settings, of_pairs, plan.weights, counts.counts);
    result.counts = std::move(counts.counts);
  } else {
    result.pairs =
        conclude_rows(settings, asked.places, of_pairs, index_of_pairs(published, asked.users, of_users));
  }
  result.communication.upload_bytes = static_cast<double>(upload) / static_cast<double>(g.vertex_count());
  result.degrees = of_pairs;
  result.items = settings.items;
  result.published = std::make_shared<const release>(std::move(edges.published));
  return result;
}

}  // namespace edgeldp
