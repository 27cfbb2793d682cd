// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/reciprocity/reciprocity_simulation.hpp"

#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "questions/reciprocity/return_round_user.hpp"

namespace edgeldp {

sparse_vectors rows_of(const arc_graph& g) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  std::vector<std::vector<row_entry>> rows(g.vertex_count());
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v))) rows[v].push_back({w, 1});
  return {g.vertex_count(), 2, rows};
}

simulated_population<sparse_vectors> simulated_reciprocity_users(const sparse_vectors& rows,
                                                                 const coin_source& coins) {
  std::vector<simulated_task_on<sparse_vectors>> tasks = simulated_vector_tasks();
  tasks.push_back(count_one_by_one<returned_arcs, sparse_vectors>());
  return {rows, rows.users(), coins, std::move(tasks)};
}

reciprocity_result estimate_reciprocity(const arc_graph& g, const reciprocity_options& options,
                                        release_key key, const coin_source& coins) {
  const sparse_vectors rows = rows_of(g);
  return simulate_run(simulated_reciprocity_users(rows, coins), options.total, key,
                      [&](session& s) { return estimate_reciprocity(s, options); });
}

}  // namespace edgeldp
