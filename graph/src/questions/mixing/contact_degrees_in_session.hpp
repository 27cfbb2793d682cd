// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/questions/mixing/contact_degrees.hpp"
#include "questions/mixing/mixing_rounds.hpp"

namespace edgeldp {

/// release_contact_degrees in a session that goes on. played: the rounds of that session about
/// public numbers.
contact_degrees ask_contact_degrees(session& s, mixing_rounds& played, const released_degrees& degrees,
                                    epsilon budget);

}  // namespace edgeldp
