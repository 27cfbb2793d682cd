// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/triangles/at_users.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"

namespace edgeldp {

struct asked_triangles {
  triangle_sequence counted;
  row_release rows;
};

/// The rounds edges and count of a triangle sequence, in a session that goes on: by these degrees,
/// which everybody knows, for `rest` of options.total. Counts are clamped to what is plausible.
/// Promise, Errors: as estimate_triangle_sequence; a user spends `rest`.
asked_triangles ask_triangle_sequence(session& s, const released_degrees& degrees, epsilon rest,
                                      const triangle_sequence_options& options, plausibility_check& check);

}  // namespace edgeldp
