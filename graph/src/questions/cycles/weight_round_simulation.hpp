// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// Weights of all users at once, on rows at either end of edges. They remember their pairs' weights
/// from `pilot` to `count`: 8 bytes a counted pair.
simulated_task simulated_weights();
simulated_task simulated_forward_weights();

}  // namespace edgeldp
