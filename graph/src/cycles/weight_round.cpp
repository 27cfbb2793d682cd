// SPDX-License-Identifier: MIT
#include "edgeldp/graph/cycles/weight_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

namespace {
constexpr round_kind pilots{rounds::pilot, edge_use::one_endpoint},
    counts{rounds::count, edge_use::one_endpoint};
}  // namespace

const round_kind& weight_round::kind() const noexcept {
  return is_pilot ? pilots : counts;
}

void weight_round::write(byte_string& out) const {
  canonical_writer(out).number(is_pilot ? 1 : 0).budget(budget).number(length).text(rows.name);
}

byte_string weight_round::said_to(std::uint64_t number) const {
  return write_limit(limits[number]);
}

weight_round weight_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  weight_round round;
  round.is_pilot = from.count(1) == 1;
  round.budget = from.budget();
  round.length = static_cast<unsigned>(from.count(5));
  if (round.length < 4) throw format_error(0, "weights are those of cycles of length 4 or 5");
  round.rows = published.get<release>(from.text());
  from.end();
  return round;
}

}  // namespace edgeldp
