// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/questions/communities/communities.hpp"
#include "questions/mixing/mixing_rounds.hpp"

namespace edgeldp {

/// Looks for groups, at most so many, in a session that goes on: by these degrees, which everybody
/// knows. played: the rounds of that session about groups.
/// Promise: a user spends what the plan says but for degrees.
/// Errors: bad_graph_input where nobody answers.
found_communities search_communities(session& s, mixing_rounds& played, const released_degrees& degrees,
                                     const communities_plan& plan, std::size_t most);

}  // namespace edgeldp
