// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/questions/communities/communities.hpp"
#include "questions/mixing/group_counts.hpp"

/// How groups are found, whoever answers: the users of a session, or those of a random graph.
namespace edgeldp {

/// What users answer whose contacts are asked for by group, at a budget. The groups outlive the
/// answers.
using group_question =
    std::function<group_answers(std::span<const std::int64_t> of, std::size_t groups, epsilon budget)>;

/// Group of each user; -1 of who has none.
using user_groups = std::vector<std::int64_t>;

/// degrees: as expected of each user; below 0 of who is in no group. The result's groups are
/// numbered from 0, the largest first.
user_groups search_groups(std::span<const double> degrees, const communities_plan& plan, std::size_t most,
                          const group_question& ask, private_randomness& public_coins);

/// What such a search finds in random graphs with these degrees, whose users answer with the same
/// noise: of 20 more of them 19 are expected to have a modularity below this.
double modularity_by_chance(std::span<const double> degrees, const communities_plan& plan, std::size_t most,
                            release_key key);

}  // namespace edgeldp
