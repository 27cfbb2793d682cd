// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"

/// How degrees go together, from one number a user beside its degree: the sum of the released
/// degrees of its contacts. Less is known by it than by counts by class (mixing.hpp), which need
/// most of a budget; it serves where mixing is one of several statistics.
/// Derivation: graph/src/questions/mixing/derivation.md#sums-alone.
namespace edgeldp {

/// What users said.
struct contact_degrees {
  /// One a user: released degrees of its contacts, none counted as less than 0, each less `centre`,
  /// summed, + noise. 0 of who is absent. A contact who released no degree has the mean one of
  /// contacts.
  std::vector<double> sums;
  double centre = 0.0;                ///< public: half the largest released degree
  double noise = 0.0;                 ///< variance of that of a sum
  std::vector<vertex_id> absent = {};  ///< who said nothing, in increasing order
};

/// One round of sums over public numbers (neighbor_sums). degrees: as the same users released them,
/// in this run or before; all of them with the whole of the budget.
///
/// Promise: a user spends `budget`, a relationship twice that. The same for every thread count.
/// Cost: O(n + m).
/// Errors: invalid_parameter for degrees of other users; bad_graph_input where nobody answers.
contact_degrees release_contact_degrees(session& s, const released_degrees& degrees, epsilon budget);

/// Walks of 3 edges: the sum over users and their contacts of the product of both degrees.
///
/// Definition: sum over users of (D + E) S + centre ((D + E) D - v - E (D - m)), D the released
///     degree, E = min(D, 0), S the sum, v the variance of D, m the mean degree behind D.
/// Promise: unbiased but for what contacts with released degrees below 0 have with each other, and
///     for m; bias_bound is what chance makes of the first.
estimate estimate_walks(const released_degrees& degrees, const contact_degrees& contacts);

/// The correlation of degrees over both ends of all edges. Infinite errors where degrees hardly
/// differ.
estimate estimate_degree_assortativity(const released_degrees& degrees, const contact_degrees& contacts);

}  // namespace edgeldp
