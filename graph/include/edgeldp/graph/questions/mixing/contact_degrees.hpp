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
  /// One a user: released degrees of its contacts, cut to [0, ceiling], each less half the ceiling,
  /// summed, + noise. 0 of who is absent. A contact who released no degree has the mean one of
  /// contacts.
  std::vector<double> sums;
  double ceiling = 0.0;             ///< public, of released degrees and the budget alone
  double noise = 0.0;               ///< variance of that of a sum
  std::vector<vertex_id> absent{};  ///< who said nothing, in increasing order

  double centre() const noexcept { return 0.5 * ceiling; }
};

/// One round of sums over public numbers (neighbor_sums), in a session that asks for no others.
/// degrees: as the same users released them, in this run or before; all of them with the whole of
/// the budget. The ceiling is where the noise of walks, which grows with it, and what contacts
/// beyond it are predicted to have with each other, are least together.
///
/// Promise: a user spends `budget`, a relationship twice that. The same for every thread count.
/// Cost: O(n + m).
/// Errors: invalid_parameter for degrees of other users; bad_graph_input where nobody answers.
contact_degrees release_contact_degrees(session& s, const released_degrees& degrees, epsilon budget);

/// Walks of 3 edges: the sum over users and their contacts of the product of both degrees.
///
/// Definition: M + sum over users of (D + E) S + centre (D^2 - v + E m), D the released degree, E
///     what is cut off it, S the sum, v the variance of D, m the mean degree behind D; M = (sum of
///     E m)^2 over the sum of D.
/// Promise: unbiased but for m, and for M, which is what chance makes of contacts both of whose
///     degrees were cut. bias_bound is |M|.
estimate estimate_walks(const released_degrees& degrees, const contact_degrees& contacts);

/// The correlation of degrees over both ends of all edges. Infinite errors where degrees hardly
/// differ.
estimate estimate_degree_assortativity(const released_degrees& degrees, const contact_degrees& contacts);

/// Of the degrees of all contacts, about the share that cutting left.
double share_below_ceiling(const released_degrees& degrees, const contact_degrees& contacts);

}  // namespace edgeldp
