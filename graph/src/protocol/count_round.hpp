// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/protocol/bounds/bound_rule.hpp"

namespace edgeldp {

/// Sends statistic + discrete Laplace noise as a message and reads it back.
int128 send_count(int128 statistic, uint128 sensitivity, epsilon budget, private_randomness& coins,
                  std::uint64_t& bytes);

/// Variance of the noise of the whole round, in units of the lattice.
double noise_variance(std::span<const uint128> sensitivity, epsilon budget);
double noise_variance(std::span<const user_bound> bounds, epsilon budget);

}  // namespace edgeldp
