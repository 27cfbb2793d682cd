// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "questions/common_neighbors/partner_round_user.hpp"
#include "questions/common_neighbors/steps.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_common_neighbor_tasks() {
  return {count_one_by_one<seen_by_partner<release>, graph_view>()};
}

common_result estimate_common_neighbors(const graph_view& g, std::span<const user_pair> pairs,
                                        const common_options& options, release_key key,
                                        const coin_source& coins) {
  return simulate_run(g, simulated_common_neighbor_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_common_neighbors(s, pairs, options); });
}

simulated_population<sparse_vectors> simulated_layer_users(const sparse_vectors& data,
                                                           const coin_source& coins) {
  std::vector<simulated_task_on<sparse_vectors>> tasks = simulated_vector_tasks();
  // A user decodes a whole row, perhaps: few at a time.
  tasks.push_back(count_one_by_one<seen_by_partner<vector_release>, sparse_vectors>(4));
  return {data, data.users(), coins, std::move(tasks)};
}

common_result estimate_common_neighbors(const bipartite_graph& g, layer side,
                                        std::span<const user_pair> pairs, const common_options& options,
                                        release_key key, const coin_source& coins) {
  if (g.vertex_count(opposite(side)) == 0) throw bad_graph_input("the other layer has no vertices");
  const auto [users, places] = users_of_pairs(pairs, g.vertex_count(side), options.method);
  const sparse_vectors lists = vectors_of(g, side, users);
  return simulate_run(
      simulated_layer_users(lists, coins), options.total, key, [&, &whose = places](session& s) {
        return estimate_common_neighbors(s, {lists.length(), lists.alphabet()}, whose, options);
      });
}

}  // namespace edgeldp
