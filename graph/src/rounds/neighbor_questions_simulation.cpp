// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/neighbor_questions_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_neighbor_tasks() {
  return {count_one_by_one<neighbor_sums, graph_view>(),
          count_one_by_one<earlier_neighbor_sums, graph_view>(),
          count_one_by_one<neighbor_h_index, graph_view>(), count_one_by_one<neighbor_groups, graph_view>()};
}

}  // namespace edgeldp
