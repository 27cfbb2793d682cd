// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"

#include <vector>

#include "questions/butterflies/item_pair_round_user.hpp"

namespace edgeldp {

simulated_population<sparse_vectors> simulated_butterfly_users(const sparse_vectors& data,
                                                               const coin_source& coins) {
  std::vector<simulated_task_on<sparse_vectors>> tasks = simulated_vector_tasks();
  tasks.push_back(count_one_by_one<item_pairs, sparse_vectors>(4));
  return {data, data.users(), coins, std::move(tasks)};
}

butterfly_result estimate_butterflies(const bipartite_graph& g, layer users, const butterfly_options& options,
                                      release_key key, const coin_source& coins) {
  const sparse_vectors data = vectors_of(g, users);
  return simulate_run(simulated_butterfly_users(data, coins), options.total, key, [&](session& s) {
    return estimate_butterflies(s, {data.length(), data.alphabet()}, options);
  });
}

}  // namespace edgeldp
