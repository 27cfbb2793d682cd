// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// Weights of all users at once. They remember their pairs' weights from `pilot` to `count`: 8
/// bytes a counted pair.
simulated_task simulated_weights();

}  // namespace edgeldp
