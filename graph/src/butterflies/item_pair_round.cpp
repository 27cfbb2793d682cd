// SPDX-License-Identifier: MIT
#include "butterflies/item_pair_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

namespace {
constexpr round_kind pilots{rounds::pilot, edge_use::one_endpoint},
    counts{rounds::count, edge_use::one_endpoint};
}  // namespace

const round_kind& item_pair_round::kind() const noexcept {
  return is_pilot ? pilots : counts;
}

void item_pair_round::write(byte_string& out) const {
  canonical_writer(out).number(is_pilot ? 1 : 0).budget(budget).text(rows.name);
}

byte_string item_pair_round::said_to(std::uint64_t number) const {
  return write_limit(limits[number]);
}

item_pair_round item_pair_round::read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                                      const public_objects& published) {
  canonical_reader from(in);
  item_pair_round round;
  round.is_pilot = from.count(1) == 1;
  round.budget = from.budget();
  round.rows = published.get<vector_release>(from.text());
  from.end();
  round.limits = {read_limit(said_to_me)};
  if (round.limits.front() == 0) throw format_error(0, "asked for pairs that none of my items can change");
  return round;
}

}  // namespace edgeldp
