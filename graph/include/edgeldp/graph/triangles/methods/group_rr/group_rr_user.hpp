// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/triangles/methods/group_rr/group_rr.hpp"

namespace edgeldp {

/// Whether a bin with so many neighbours is reported. Private coins: whether to flip; then, where
/// it matters, which place. Requires neighbors <= response.group().
bool report_bin(const group_response& response, std::uint32_t neighbors, private_randomness& coins);

/// Noise with density sqrt(2) / (pi (1 + x^4)): mean 0, variance 1. Drawn in doubles from a Cauchy
/// envelope.
double sample_quartic(private_randomness& coins);

}  // namespace edgeldp
