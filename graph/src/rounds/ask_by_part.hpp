// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/protocol/session.hpp"

namespace edgeldp {

/// Asks users a round of one budget, of which each pays the part that it chose.
/// Errors: bad_graph_input where nobody is left; as charges_by_part and session::ask.
template <Round R>
typename R::answers ask_by_part(session& s, const R& round, const roster& who) {
  const std::vector<charge> paid = charges_by_part(round.budget, s.chosen(), who);
  typename R::answers answers = s.ask(round, std::span(paid), endpoint::unknown);
  require_somebody(s.present());
  return answers;
}

}  // namespace edgeldp
