// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"

namespace edgeldp {

/// The one-round protocol of a graph whose users are all in this process.
degree_result release_all_degrees(const graph_view& g, epsilon total, const coin_source& coins);

}  // namespace edgeldp
