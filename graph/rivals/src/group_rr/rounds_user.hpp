// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/rounds/graph_user.hpp"
#include "group_rr/counting.hpp"
#include "group_rr/rounds.hpp"

namespace edgeldp {

/// The neighbours before me, as places, increasing.
/// Errors: format_error for a layout of other users.
std::vector<std::uint32_t> own_places(const group_layout& layout, const own_list& me,
                                      const user_coins& coins);

/// The bins that I report. Coins: edges.
bin_sets own_bins(const group_layout& layout, const own_list& me, const user_coins& coins);

/// What I counted + noise, as a message. Costs the plan's count for one bit of the list, but for
/// allowances. Coins: count.
byte_string noisy_count(const group_layout& layout, std::uint32_t place, const group_count& counted,
                        const user_coins& coins);

}  // namespace edgeldp
