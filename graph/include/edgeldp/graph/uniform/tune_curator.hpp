// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/uniform/tune.hpp"

namespace edgeldp {

/// What a public graph is like, true numbers included: for planning, not for private graphs.
tuning_subject tuning_subject_of(const graph_view& g, double triangles);

}  // namespace edgeldp
