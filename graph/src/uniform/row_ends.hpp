// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// Which end of an edge sends its noisy bit, and what that leaves for the other rounds: derivation
/// in graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp {

/// What null-space rows at the earlier ends spend of a user's total on how many neighbours follow:
/// 0.12 would halve the slack of rows, and costs 3% of the error of triangles on wiki-Vote.
inline constexpr double length_share = 0.06;
/// Rows at the earlier ends are longer: they are taken where they err by this part less.
inline constexpr double gain_of_longer_rows = 0.05;

/// Errors that differ by no more are as good as equal where the smaller message is chosen, unless
/// all bitmaps together have no more than so many bytes to read.
inline constexpr double tolerated_error = 1.08;
inline constexpr double few_bytes = 4e6;
/// A bit for each pair of users.
constexpr double bytes_of_bitmaps(double users) noexcept {
  return users * users / 16.0;
}

/// What is left for size, edges and count once other rounds are paid.
///
/// Where rows stand at the later ends of edges one bit pays for all three: bit = relationship. At
/// the earlier ends a bit of the one end pays for a row, one of the other for size and count:
///     edges <= row, size + count <= bit, size + edges + count <= relationship.
struct round_room {
  epsilon relationship;      ///< of both ends of an edge together
  epsilon bit;               ///< of one bit, in size and count
  epsilon row;               ///< of one bit, in its row
  bool has_one_law = false;  ///< rows of all ranges cost alike

  static round_room at_later_ends(epsilon rest) { return {rest, rest, rest}; }
};

/// Rows at the earlier ends: what the round `length` takes, and what is left.
struct earlier_ends {
  epsilon length;
  round_room room;
};

/// relationship: what an edge may lose, in totals. Nothing where that is no more than what rows at
/// the later ends take.
std::optional<earlier_ends> room_at_earlier_ends(epsilon total, double relationship, epsilon degree,
                                                 const codec_spec& codec);

/// Errors: invalid_parameter for a relationship outside [1, 2].
void require_relationship(double relationship);
/// What is said where earlier ends are asked for by hand and have no room.
[[noreturn]] void refuse_earlier_ends(double degree_share);

}  // namespace edgeldp
