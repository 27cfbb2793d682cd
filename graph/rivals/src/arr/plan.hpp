// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/rivals/arr/arr.hpp"

namespace edgeldp {

/// How many of the reader's own noisy edges a counted pair needs: 0, 1 or 2.
constexpr unsigned own_edges(arr_variant variant) noexcept {
  return static_cast<unsigned>(variant);
}

/// Noise-free facts of a counted pair: it qualifies with probability thin * law.p1 if it is an edge
/// and thin * law.p0 if not.
struct arr_pair_law {
  bit_law law;
  double thin;           ///< all of the reader's own edges are noisy ones
  std::uint64_t offset;  ///< thin * law.p0 in units of 2^-40

  arr_pair_law(const asymmetric_response& response, arr_variant variant);
  /// Of the lattice statistic 2^40 t - offset s.
  double divisor() const noexcept {
    return static_cast<double>(asymmetric_response::resolution) * thin * (law.p1 - law.p0);
  }
};

/// What is decided before the edge round, from released numbers: all that rows and counts follow.
struct arr_plan {
  arr_variant variant;
  pair_clip::rule rule;  ///< first_member, and places of fixed width: as published
  epsilon edges, count;
  asymmetric_response response;
  std::uint64_t offset;             ///< arr_pair_law::offset
  gap_code gaps;                    ///< of messages; not used by places of fixed width
  std::int64_t margin;              ///< of caps, above released sizes
  std::vector<std::uint64_t> caps;  ///< one a user
  std::vector<uint128> kappa;       ///< one a user, 2^-40; whole numbers for the greedy rule

  /// Of the lattice statistic 2^40 t - offset s of one user (published: as claimed). Who has 0 says
  /// nothing.
  uint128 sensitivity(vertex_id user) const;

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes, or a response that costs more than
  ///     `edges`.
  static arr_plan read(std::span<const std::byte> in);
};

/// What one may know of numbers of preceding neighbours beside public_view.
struct row_sizes {
  explicit row_sizes(const public_view& known);
  static constexpr int parts = 8;
  std::vector<std::int64_t> released;  ///< one entry a user
  /// Of a released number: eighths of what may be behind it. (With thirds the few users that have
  /// far more than they released, and lose most, would be missing.)
  std::map<std::int64_t, std::array<double, parts>> likely;
  double triples = 0.0;  ///< unbiased estimate of the sum over users of s (s - 1) (s - 2)
};

/// What released numbers of preceding neighbours alone say, without a degree round: a user's later
/// neighbours are guessed by spreading everybody's preceding ones evenly.
public_view knowledge_from_sizes(release_key key, std::vector<std::int64_t> sizes, epsilon size_budget);

arr_plan plan_published(const arr& method, const public_view& known, epsilon edges, epsilon count);

/// Divides `rest` between edges and count; margin and clipping thresholds: all by predicted error.
arr_plan plan_strongest(const arr& method, const public_view& known, const row_sizes& sizes, epsilon rest);

/// What is settled before the edge round, and the released numbers that it follows from.
struct arr_start {
  public_ref<public_order> order;
  public_view known;
  row_sizes sizes;
  arr_plan plan;
  error_terms terms;  ///< under the plan's caps
};

/// The rounds before the edge round, and the plan.
/// Errors: as estimate_triangles.
arr_start start_arr(session& s, const arr& method);

/// From public numbers. graph/rivals/src/arr/derivation.md, "Variance". `closure`: the probability
/// that a counted pair is an edge.
error_parts predict_arr_error(const arr_plan& plan, const error_terms& terms, const row_sizes& sizes,
                              double closure);

}  // namespace edgeldp
