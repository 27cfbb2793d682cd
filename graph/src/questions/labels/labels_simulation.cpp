// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/labels/labels_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_label_tasks() {
  return {count_one_by_one<neighbor_groups, graph_view>()};
}

labels_result infer_labels(const graph_view& g, const labels_options& options, release_key key,
                           const coin_source& coins) {
  return simulate_run(g, simulated_label_tasks(), options.total, key, coins,
                      [&](session& s) { return infer_labels(s, options); });
}

}  // namespace edgeldp
