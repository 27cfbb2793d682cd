// SPDX-License-Identifier: MIT
#include "edgeldp/graph/butterflies/butterflies_simulation.hpp"

#include <vector>

#include "butterflies/item_pair_round_user.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {

namespace {

void play_pairs(const call& asked, const sparse_vectors& data, const coin_source& coins, message_sink& sink) {
  std::shared_ptr<const item_weights> weights;
  if (asked.who.size() != 0) {
    const item_pair_round any = item_pair_round::read(asked.said, asked.said_to(0), asked.published);
    weights = weights_of_items(asked.published, any.rows);
  }
  parallel_for(asked.who.first_number(), asked.who.end_number(), 4,
               [&](std::uint64_t first, std::uint64_t last) {
                 for (std::uint64_t number = first; number < last; ++number) {
                   const vertex_id u = asked.who.user(number);
                   const item_pair_round round =
                       item_pair_round::read(asked.said, asked.said_to(number), asked.published);
                   const own_vector me{u, {data.length(), data.alphabet()}, data.row(u)};
                   sink.put(number, answer(round, *weights, u, me, user_coins(coins, u)));
                 }
               });
}

}  // namespace

simulated_population<sparse_vectors> simulated_butterfly_users(const sparse_vectors& data,
                                                               const coin_source& coins) {
  std::vector<simulated_task_on<sparse_vectors>> tasks = simulated_vector_tasks();
  tasks.push_back({item_pair_round::asks, play_pairs});
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
