// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// Draws that planners make from public numbers and a public seed: lists and sizes as they may be.
/// Nothing private may be drawn with them, since anybody draws the same.
using public_draws = simulation_randomness;

}  // namespace edgeldp
