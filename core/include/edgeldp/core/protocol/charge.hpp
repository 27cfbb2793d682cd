// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/protocol/roster.hpp"

namespace edgeldp {

/// What each user of a roster pays for a round.
struct charge {
  epsilon each;
  roster who;
  friend bool operator==(const charge&, const charge&) = default;
};

/// What users of a roster pay for a round that costs them by their rank: a charge for each step of
/// the price that somebody pays. Nobody is asked where it is zero.
/// Shapes: ranks: of every user.
/// Errors: invalid_parameter for ranks of another number of users.
std::vector<charge> charges_by_rank(const rank_budgets& price, std::span<const std::uint32_t> ranks,
                                    const roster& who);

/// The users of all charges: in the order of a single one's roster; of several in increasing order.
/// Errors: invalid_parameter for no charge, for rosters of different numbers of users, or a user in
///     two of them.
roster asked_by(std::span<const charge> paid);

}  // namespace edgeldp
