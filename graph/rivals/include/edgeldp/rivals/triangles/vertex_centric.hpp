// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// Vertex-centric triangle counting: every user counts noisy edges among ALL its neighbours, so
/// each triangle is seen three times and the sum is divided by three. Rounds: degree, edges
/// (randomized response, one release for everybody), count. Both endpoints of an edge use it in
/// `degree` and `count`: relationship-DP pays these twice.
///
/// Source: He, Wang, Zhang, Lin, Zhang, program "ldp-triangle" (algorithms known from the program).
///     Guarantee and derivations: graph/rivals/src/triangles/vertex_centric_derivation.md.
struct vertex_centric {
  /// What bounds a user's part in the count round.
  enum class bound {
    stated,  ///< lists clipped at released degree + margin, noise for phi(1) times the cap: NOT private, a
             ///< neighbour swapped at the cap changes more
    limited_pairs,  ///< lists whole, pairs accepted under limits (limited_pairs.hpp)
  };

  epsilon total;              ///< of one user, all rounds
  double degree_share = 0.1;  ///< of the degree round, in (0, 1)
  bound rule = bound::stated;
  std::uint64_t margin = 150;  ///< stated only; at most 2^48
  codec_spec codec = bitmap_spec{};
  user_order order = user_order::id;

  /// The program's settings: 0.1 of the budget for degrees, margin 150, the rest split by its cost
  /// formula.
  static vertex_centric published(epsilon total);

  /// The best we know: limited pairs, limits and split by predicted error. degree_share 0.08.
  static vertex_centric strongest(epsilon total);

  /// The same over one of our codecs, hubs first.
  static vertex_centric compressed(epsilon total, const codec_spec& codec);
};

/// Runs all rounds.
/// Errors: invalid_parameter for settings out of range or a budget too small or too large for
///     randomized response; bad_graph_input without users.
/// Cost: a bit test a pair of neighbours; n^2 / 16 bytes. Parallel over users, the same for every
///     thread count.
baseline_result estimate_triangles(session& s, const vertex_centric& method);

}  // namespace edgeldp
