// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"

namespace edgeldp {

/// Whether a bin with so many neighbours is reported. Private coins: whether to flip; then, where
/// it matters, which place. Requires neighbors <= response.group().
bool report_bin(const group_response& response, std::uint32_t neighbors, private_randomness& coins);

/// Noise with density sqrt(2) / (pi (1 + x^4)): mean 0, variance 1. Drawn in doubles from a Cauchy
/// envelope.
double sample_quartic(private_randomness& coins);

/// All that a user needs for GroupRR: degree, size, bins, pairs of bins.
std::span<const user_task> group_rr_tasks();

/// Questions whose answers are NOT private: pairs of bins under allowances. For users who agree to
/// that.
std::span<const user_task> open_group_rr_tasks();

}  // namespace edgeldp
