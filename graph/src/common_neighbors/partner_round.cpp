// SPDX-License-Identifier: MIT
#include "common_neighbors/partner_round.hpp"

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {
constexpr round_kind counts{rounds::count, edge_use::both_endpoints};
constexpr round_kind counts_in_a_layer{rounds::count, edge_use::one_endpoint};
constexpr std::string_view centred = "centred";
}  // namespace

template <class Rows>
const round_kind& partner_round_on<Rows>::kind() const noexcept {
  return std::is_same_v<Rows, release> ? counts : counts_in_a_layer;
}

template <class Rows>
void partner_round_on<Rows>::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(budget).text(rows.name);
  if (is_centred) to.text(centred);
}

template <class Rows>
byte_string partner_round_on<Rows>::said_to(std::uint64_t number) const {
  byte_string out;
  canonical_writer(out).number(partners[number]);
  return out;
}

template <class Rows>
partner_round_on<Rows> partner_round_on<Rows>::read(std::span<const std::byte> in,
                                                    std::span<const std::byte> said_to_me,
                                                    const public_objects& published) {
  canonical_reader from(in);
  partner_round_on round;
  round.budget = from.budget();
  round.rows = published.get<Rows>(from.text());
  if constexpr (std::is_same_v<Rows, vector_release>) {
    round.is_centred = !from.is_at_end();
    if (round.is_centred && from.text() != centred) throw format_error(0, "no known way to count");
  }
  from.end();
  canonical_reader mine(said_to_me);
  const std::uint64_t partner = mine.count(~std::uint32_t{0});
  mine.end();
  if (partner >= round.rows->layout().users()) throw format_error(0, "the partner is not a user");
  round.partners = {static_cast<vertex_id>(partner)};
  return round;
}

template struct partner_round_on<release>;
template struct partner_round_on<vector_release>;

}  // namespace edgeldp
