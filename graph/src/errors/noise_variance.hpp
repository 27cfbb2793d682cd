// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

namespace edgeldp {

/// Variance of the noise of the whole round, in units of the lattice.
double noise_variance(std::span<const uint128> sensitivity, epsilon budget);
double noise_variance(std::span<const user_bound> bounds, epsilon budget);

}  // namespace edgeldp
