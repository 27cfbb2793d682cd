// SPDX-License-Identifier: MIT
#include <numeric>
#include <utility>

#include "common_neighbors/steps.hpp"
#include "common_neighbors/steps_simulation.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/vectors/vector_rounds_simulation.hpp"

namespace edgeldp {

namespace {

/// The neighbour lists of users as vectors over the other layer.
sparse_vectors vectors_of(const bipartite_graph& g, layer side, std::span<const vertex_id> users) {
  std::vector<std::vector<row_entry>> rows(users.size());
  for (std::size_t i = 0; i < users.size(); ++i)
    for (const vertex_id v : g.neighbors(side, users[i])) rows[i].push_back({v, 1});
  return {g.vertex_count(opposite(side)), 2, rows};
}

/// The first round: what is released of list lengths, or the lengths where they are public.
struct released_sizes {
  std::vector<std::int64_t> values;  ///< one a user of the run
  std::vector<public_degree> degrees;
  epsilon budget;
  std::uint64_t bytes = 0;
};

released_sizes hold_size_round(const sparse_vectors& lists, const common_options& options,
                               const coin_source& coins) {
  released_sizes sizes;
  if (options.variant == common_variant::public_degrees) {
    for (std::uint64_t u = 0; u < lists.users(); ++u)
      sizes.values.push_back(static_cast<std::int64_t>(lists.row(u).size()));
    sizes.degrees = exact_degrees(sizes.values);
    return sizes;
  }
  sizes.budget = plan_first_round(options);
  released_numbers round = release_vector_sizes(lists, sizes.budget, coins);
  sizes.degrees = posterior_degrees(round.values, sizes.budget, lists.length());
  sizes.values = std::move(round.values);
  sizes.bytes = round.upload_bytes;
  return sizes;
}

/// Rows of the users that send one; `sizes`: theirs.
vector_round publish_rows(const sparse_vectors& data, const common_options& options, const common_plan& plan,
                          epsilon size_budget, std::vector<std::int64_t> sizes, release_key key,
                          const coin_source& coins) {
  vector_parameters p;
  p.users = data.users();
  p.length = data.length();
  p.sizes = size_budget.is_zero() ? size_rule::public_bound : size_rule::released_size;
  p.simulated = coins.is_simulated();
  p.total = options.total;
  p.size = size_budget;
  p.entries = plan.edges;
  if (options.variant != common_variant::separate_roles) p.count = plan.count;
  fill_codec(p, options.codec, sizes);
  p.key = key;
  return release_vectors(data, vector_layout(p, std::move(sizes)), coins);
}

/// How many entries of a list are ones of the row of sender `owner` ([1]) and how many are not
/// ([0]).
std::array<std::uint64_t, 2> count_on_vector(std::span<const row_entry> list, const vector_release& published,
                                             vertex_id owner) {
  const vector_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  for (const row_entry& e : list) positions.push_back(layout.position(e.position));
  const row_access access = choose_access(access_cost(layout.codec()), layout.length(), positions.size());
  std::vector<std::uint64_t> bits;
  std::uint64_t ones = 0;
  with_row(published, owner, access, bits, [&](const auto& row) { ones = row.count_ones(positions); });
  return {positions.size() - ones, ones};
}

}  // namespace

common_result estimate_common_neighbors(const bipartite_graph& g, layer side,
                                        std::span<const user_pair> pairs, const common_options& options,
                                        release_key key, const coin_source& coins) {
  if (g.vertex_count(opposite(side)) == 0) throw bad_graph_input("the other layer has no vertices");
  if (pairs.empty()) throw invalid_parameter("no pairs: a run needs at least one");
  const auto [users, places] = users_of_pairs(pairs, g.vertex_count(side), options.method);
  const sparse_vectors lists = vectors_of(g, side, users);
  const released_sizes sizes = hold_size_round(lists, options, coins);
  const std::vector<two_degrees> degrees = degrees_of_pairs(places, sizes.degrees);

  ledger first_spent(options.total);
  if (!sizes.budget.is_zero()) first_spent.spend(rounds::size, sizes.budget);
  ledger second_spent = first_spent;
  const common_plan plan = plan_common_neighbors(options, first_spent.remaining(), degrees);
  const bool only_second = options.method == common_method::single_source;
  second_spent.spend(rounds::edges, plan.edges);
  if (!only_second) first_spent.spend(rounds::edges, plan.edges);
  if (!plan.count.is_zero()) first_spent.spend(rounds::count, plan.count);
  if (options.method == common_method::double_source) second_spent.spend(rounds::count, plan.count);

  std::vector<vertex_id> senders;
  std::vector<std::int64_t> sizes_of_senders;
  for (std::size_t i = only_second ? 1 : 0; i < users.size(); i += only_second ? 2 : 1) {
    senders.push_back(users[i]);
    sizes_of_senders.push_back(sizes.values[i]);
  }
  const vector_round rows = publish_rows(vectors_of(g, side, senders), options, plan, sizes.budget,
                                         std::move(sizes_of_senders), key, coins);
  const vector_release& published = rows.published;
  const any_codec& codec = published.layout().codec();

  common_settings settings{options.method, options.measure, codec.law()};
  settings.items = static_cast<double>(lists.length());
  common_result result{{},
                       std::move(first_spent),
                       std::move(second_spent),
                       {{}, sizes.budget, plan.edges, plan.count},
                       codec.law(),
                       users.size(),
                       {}};
  result.told = told(published.layout(), "").add("count", plan.count.units()).hex();
  for (const std::int64_t size : published.layout().sizes())
    result.released_entries += static_cast<double>(size);
  result.codec = codec_of(published.layout().parameters());
  const auto participants = static_cast<double>(users.size());
  std::uint64_t upload = sizes.bytes + rows.upload_bytes;
  if (users_count(options.method)) {
    settings.count_noise = count_noise_variance(codec.lattice(), codec.law(), plan.count);
    // Pairs are disjoint: an even place is the first of its pair and counts on the second's row.
    const count_values counts = hold_count_round(
        places, options.method, codec, plan.count, coins, [&](vertex_id counter, vertex_id owner) {
          return count_on_vector(lists.row(counter), published, only_second ? owner / 2 : owner);
        });
    upload += counts.bytes;
    result.communication.download_bytes = static_cast<double>(rows.upload_bytes) / participants;
    result.pairs = conclude_counts(settings, degrees, plan.weights, counts.counts);
  } else {
    result.pairs =
        conclude_rows(settings, places, degrees, make_common_neighbor_index(published, sizes.degrees));
  }
  result.communication.upload_bytes = static_cast<double>(upload) / participants;
  result.communication.edge_section_bytes = static_cast<double>(rows.upload_bytes);
  result.degrees = degrees;
  result.items = settings.items;
  return result;
}

common_neighbor_index make_common_neighbor_index(const vector_release& published,
                                                 std::vector<public_degree> degrees) {
  std::vector<vertex_id> all(published.layout().users());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return {materialize(published, all), published.difference_law(), std::move(degrees)};
}

}  // namespace edgeldp
