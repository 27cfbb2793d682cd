// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Round `count` of common neighbours: how many of a user's neighbours, its partner left out, are
/// noisy neighbours of the partner, and how many are not. A user is told who its partner is, by its
/// number in the rows. `Rows` is a release, where both endpoints of an edge take part, or a
/// vector_release of users of one layer, where one does; there the count may be centred
/// (count_weights).
template <class Rows>
struct seen_by_partner {
  static constexpr bool in_a_layer = std::is_same_v<Rows, vector_release>;
  static constexpr std::string_view asks =
      in_a_layer ? std::string_view("partner in a layer") : std::string_view("partner");
  static constexpr round_kind round{rounds::count,
                                    in_a_layer ? edge_use::one_endpoint : edge_use::both_endpoints};
  static constexpr std::uint64_t most_told = ~std::uint32_t{0};
  public_ref<Rows> rows;
  bool is_centred = false;  ///< in a layer only

  void write(canonical_writer& to) const;
  /// Errors: format_error for other ways to count.
  static seen_by_partner read(canonical_reader& from, const public_objects& published);
};
using partner_round = count_round<seen_by_partner<release>>;
using layer_partner_round = count_round<seen_by_partner<vector_release>>;

}  // namespace edgeldp
