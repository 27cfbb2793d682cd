// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "arr/rounds.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// My noisy edges as words. Coins: edges.
/// Errors: format_error for a plan of other users.
std::vector<std::uint64_t> own_noisy_edges(const arr_layout& layout, const own_list& me,
                                           const user_coins& coins);

}  // namespace edgeldp
