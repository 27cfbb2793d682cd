// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// A method with an overload of estimate_triangles over a graph: what benchmarks compare.
template <class Method>
concept TriangleBaseline =
    requires(const graph_view& g, const Method& method, release_key key, const coin_source& coins) {
      { estimate_triangles(g, method, key, coins) } -> std::same_as<baseline_result>;
    };

/// A published method on a graph whose users are all in this process.
/// Errors: those of the method; bad_graph_input for a graph without vertices.
template <ProtocolBaseline Method>
baseline_result estimate_triangles(const graph_view& g, const Method& method, release_key key,
                                   const coin_source& coins) {
  return simulate_run(g, simulated_triangle_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_triangles(s, method); });
}

}  // namespace edgeldp
