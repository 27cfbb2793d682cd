// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// value + discrete Laplace noise, as a message.
/// Promise: costs `budget` where one bit of the user's list moves the value by at most
///     `sensitivity`.
byte_string noisy_number(int128 value, uint128 sensitivity, epsilon budget, private_randomness& coins);

}  // namespace edgeldp
