// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "edgeldp/core/codec/ppr/ppr.hpp"

namespace edgeldp {

/// Numbers beyond the last position that count_zeros may read.
inline constexpr std::size_t count_zeros_slack = 8;

/// How many of `count` positions of candidate `index` are zeros (k = 2); once `enough` are found,
/// any number from there on.
using count_zeros_function = std::uint64_t(const ppr_candidates& candidates, std::uint64_t index,
                                           const std::uint32_t* positions, std::size_t count,
                                           std::uint64_t enough);

/// The version for this processor; ask once, call often.
count_zeros_function* choose_count_zeros();

}  // namespace edgeldp
