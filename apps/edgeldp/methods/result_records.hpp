// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "edgeldp/rivals/triangles/open_list_curator.hpp"
#include "io/report.hpp"

/// What each method tells of one run, under the same keys.
namespace edgeldp::cli {

record describe(const triangle_result& result);
/// Users spend by rank: the largest loss of any, and no split.
record describe(const centred_result& result);
record describe(const sampled_result& result);
record describe(const baseline_result& result);
record describe(const non_private_result& result);

/// What every private method tells of a run.
record describe(const edgeldp::estimate& e, const account& spent);

void add_communication(record& r, const baseline_communication& communication);

}  // namespace edgeldp::cli
