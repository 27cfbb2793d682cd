// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "triangles/methods/arr/plan.hpp"

namespace edgeldp {

/// The rounds before the edge round, and the plan. Spends their budgets.
/// Errors: as estimate_triangles.
arr_start start_arr(const graph_view& g, const arr& method, release_key key, ledger& spent,
                    const coin_source& coins);

}  // namespace edgeldp
