// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "edgeldp/graph/protocol/public_view.hpp"
#include "edgeldp/graph/triangles/methods/arr/arr.hpp"

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

/// Everything public that is fixed before the edge round; one entry a user.
struct arr_plan {
  epsilon edges, count;
  asymmetric_response response;
  pair_clip::rule rule;
  std::vector<std::uint64_t> caps;
  std::vector<uint128> kappa;        ///< 2^-40
  std::vector<uint128> sensitivity;  ///< of the lattice statistic (published: as claimed)
  error_terms terms;
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
  public_view known;
  row_sizes sizes;
  arr_plan plan;
  std::uint64_t upload_bytes = 0;  ///< of all users in the rounds held
};

/// From public numbers. graph/doc/baselines.md, "ARR: variance". `closure`: the probability that a
/// counted pair is an edge.
error_parts predict_arr_error(const arr_plan& plan, arr_variant variant, const row_sizes& sizes,
                              double closure);

}  // namespace edgeldp
