// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"

namespace edgeldp {

/// Core numbers by levels that users climb: of each user a power of 1.5. Rounds: degree, then
/// levels, a bit a user on each.
///
/// Source: Mundra, Papamanthou, Shun, Liu, "Practical and Accurate Local Edge Differentially
///     Private Graph Algorithms", VLDB 2025 (arXiv 2506.20828), and their program dpgraph, whose
///     constants these are: the best of 18 that were tried (graph/rivals/src/cores/derivation.md).
struct level_cores {
  epsilon total;  ///< of a relationship; a user spends half of it
};

struct level_cores_result {
  std::vector<double> cores;  ///< one a user
  std::uint64_t rounds = 0;   ///< all of them
  run_record run;
};

/// Plays all rounds: some 60 on graphs of some thousand users.
/// Errors: invalid_parameter for a budget that leaves no round a share; bad_graph_input without
///     users.
level_cores_result estimate_cores(session& s, const level_cores& method);

}  // namespace edgeldp
