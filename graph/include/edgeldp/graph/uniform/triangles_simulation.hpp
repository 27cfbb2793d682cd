// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"

/// Triangles (triangles.hpp) of a graph whose users are all in this process.
namespace edgeldp {

/// What users of a graph do beside the rounds for rows. `access`: how rows are read where pairs are
/// counted; by cost unless given.
std::vector<simulated_task> simulated_triangle_tasks(std::optional<row_access> access = std::nullopt);

/// All rounds from a graph to an estimate.
/// Errors: as over a population; bad_graph_input for a graph without vertices.
triangle_result estimate_triangles(const graph_view& g, const two_step& options, release_key key,
                                   const coin_source& coins);

/// The count round alone, against an existing release.
triangle_result estimate_triangles(const graph_view& g, std::shared_ptr<const release> published,
                                   const bound_options& clip, const coin_source& coins);

/// The rounds before counting, for writing a release.
published_graph publish_graph(const graph_view& g, const two_step& options, release_key key,
                              const coin_source& coins, const step_observer& is_over = {});

}  // namespace edgeldp
