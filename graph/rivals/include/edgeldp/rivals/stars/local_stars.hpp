// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

namespace edgeldp {

/// k-stars from counts that users make themselves and clip at a cap. Rounds: degree (both
/// endpoints), then count, in which user u sends C(min(d_u, cap_u), k) + discrete Laplace (both
/// endpoints).
///
/// Source: [Imola 2021], LocalLap_kstar. Guarantee and derivation:
///     graph/rivals/src/stars/derivation.md.
struct local_stars {
  enum class bound {
    noisy_maximum,  ///< LocalLap_kstar: one cap for all, the largest released degree, at most n - 1;
                    ///< noise for C(cap, k - 1), as published (C(cap - 1, k - 1) would do)
    own_degree      ///< a cap for each user, its released degree + margin; noise for C(cap_u - 1, k - 1)
  };

  epsilon total;              ///< of one user, both rounds
  unsigned k = 2;             ///< leaves; in [1, 16]
  double degree_share = 0.1;  ///< of the degree round, in (0, 1)
  bound rule = bound::noisy_maximum;

  /// LocalLap_kstar with its settings: a tenth for the maximum degree.
  static local_stars published(epsilon total, unsigned k);
  /// The best we know of this kind: own caps, margin by predicted error from the released degrees.
  static local_stars strongest(epsilon total, unsigned k);
};

struct stars_result {
  estimate stars;  ///< bias: predicted, of clipping
  edgeldp::communication communication;
  std::uint64_t largest_cap = 0;
  run_record run;
};

/// Runs both rounds.
/// Errors: invalid_parameter for settings out of range, or when counts or sensitivities leave 100
///     or 76 bits; bad_graph_input without users.
stars_result estimate_stars(session& s, const local_stars& method);

/// What the method is predicted to give at its total if these were the degrees
/// (estimate_sorted_degrees), for comparing methods before one is chosen. The value is 0.
estimate predict_stars(std::span<const double> degrees, const local_stars& method);

}  // namespace edgeldp
