// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/triangles/at_users.hpp"

namespace edgeldp {

/// The triangle sequence of a graph whose users are all in this process.
triangle_sequence_result estimate_triangle_sequence(const graph_view& g,
                                                    const triangle_sequence_options& options, release_key key,
                                                    const coin_source& coins);

}  // namespace edgeldp
