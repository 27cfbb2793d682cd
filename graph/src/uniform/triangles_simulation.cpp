// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "kernels/pair_round_simulation.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_triangle_tasks(std::optional<row_access> access) {
  return simulated_pairs(access);
}

triangle_result estimate_triangles(const graph_view& g, const two_step& options, release_key key,
                                   const coin_source& coins) {
  return simulate_run(g, simulated_triangle_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_triangles(s, options); });
}

triangle_result estimate_triangles(const graph_view& g, std::shared_ptr<const release> published,
                                   const bound_options& clip, const coin_source& coins) {
  if (!published) throw invalid_parameter("no release to count on");
  auto users = simulated_users(g, coins, simulated_triangle_tasks());
  account paid = account_of(published->parameters());
  const release_key key = published->parameters().key;
  return simulate_session(users, paid, key,
                          [&](session& s) { return estimate_triangles(s, std::move(published), clip); });
}

published_graph publish_graph(const graph_view& g, const two_step& options, release_key key,
                              const coin_source& coins, const step_observer& is_over) {
  return simulate_run(g, {}, options.total, key, coins,
                      [&](session& s) { return publish_graph(s, options, is_over); });
}

}  // namespace edgeldp
