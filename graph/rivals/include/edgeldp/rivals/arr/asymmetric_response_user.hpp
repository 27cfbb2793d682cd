// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/rivals/arr/asymmetric_response.hpp"

namespace edgeldp {

/// Randomizes a row of `length` positions with edges at `edges` (increasing).
/// Cost: two answers of bernoulli_40_of_each a position, so that coins do not tell which it has.
/// Shapes: bits holds (length + 63) / 64 words; unused high bits become zero.
void encode_asymmetric(const asymmetric_response& response, std::span<const std::uint32_t> edges,
                       std::uint64_t length, private_randomness& coins, std::span<std::uint64_t> bits);

}  // namespace edgeldp
