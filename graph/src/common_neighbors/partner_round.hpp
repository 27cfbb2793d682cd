// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// Round `count` of common neighbours: how many of a user's neighbours, its partner left out, are
/// noisy neighbours of the partner, and how many are not. A user is told who its partner is. `Rows`
/// is a release, where both endpoints of an edge take part, or a vector_release of users of one
/// layer, where one does; there the count may be centred (count_weights).
template <class Rows>
struct partner_round_on {
  static constexpr std::string_view asks =
      std::is_same_v<Rows, release> ? std::string_view("partner") : std::string_view("partner in a layer");
  using answers = released_counts;
  epsilon budget;
  public_ref<Rows> rows;
  /// Their numbers in the rows, one a user asked; as a user reads it, its own alone.
  std::vector<vertex_id> partners;
  bool is_centred = false;  ///< in a layer only

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  /// Errors: format_error for a partner without a row, and for other ways to count.
  static partner_round_on read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                               const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};
using partner_round = partner_round_on<release>;
using layer_partner_round = partner_round_on<vector_release>;

}  // namespace edgeldp
