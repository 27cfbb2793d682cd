// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// Sends statistic + discrete Laplace noise as a message and reads it back.
int128 send_count(int128 statistic, uint128 sensitivity, epsilon budget, private_randomness& coins,
                  std::uint64_t& bytes);

}  // namespace edgeldp
