// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

namespace edgeldp {

/// Items at which both users differ from the reference: the one-round estimator of
/// common_neighbors.hpp ([He 2024]) on the bits "differs". For many pairs of users make one
/// common_neighbor_index of materialize(published, users) and difference_law().
/// Errors: invalid_parameter for users out of range, or the same user twice.
estimate estimate_common_items(const vector_release& published, vertex_id u, vertex_id w);

}  // namespace edgeldp
