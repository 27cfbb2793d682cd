// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/codec/bit_law.hpp"
#include "kernels/ranked_lists.hpp"
#include "questions/cycles/peak_weights.hpp"

namespace edgeldp {

/// What single bits contribute to the variance of the sum of all weights at length 4, in a graph
/// given by its lists: the sum over pairs of the variance of their bit times the squared number of
/// paths, each with its share, that it closes.
///
/// Shapes: lists.of(u): ranks before u's own, rank[u], increasing.
/// Cost: at most about 2^29 additions and random reads: beyond, every k-th rank stands for k.
double edge_response(const ranked_lists& lists, std::span<const std::uint32_t> rank,
                     const peak_shares& shares, const bit_law& law);

}  // namespace edgeldp
