// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/labels/labels.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Labels in a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_label_tasks();

labels_result infer_labels(const graph_view& g, const labels_options& options, release_key key,
                           const coin_source& coins);

}  // namespace edgeldp
