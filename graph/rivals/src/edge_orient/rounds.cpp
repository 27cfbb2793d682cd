// SPDX-License-Identifier: MIT
#include "edge_orient/rounds.hpp"

#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {
constexpr round_kind levels_of_both{levels_name, edge_use::both_endpoints};
constexpr std::uint64_t most_levels = std::uint64_t{1} << 20, most_users = std::uint64_t{1} << 32;
}  // namespace

void level_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  std::size_t position = 0;
  const int128 value = read_integer(message, position, 1);
  if (position != message.size() || value < 0) throw format_error(0, "neither 0 nor 1");
  climbs[number] = static_cast<std::uint8_t>(value);
}

const round_kind& level_round::kind() const noexcept {
  return levels_of_both;
}

void level_round::write(byte_string& out) const {
  canonical_writer(out).budget(budget).number(static_cast<int128>(level)).numbers(levels);
}

level_round level_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  level_round round;
  round.budget = from.budget();
  round.level = from.count(most_levels);
  round.levels = from.numbers();
  from.end();
  return round;
}

orientation_as_stated orientation_as_stated::read(canonical_reader& from, const public_objects& published) {
  const std::uint64_t cap = from.count(most_users);
  return {cap, published.get<release>(from.text())};
}

uint128 orientation_as_stated::stated_sensitivity() const {
  const double unit = rows->layout().codec().lattice().divisor(rows->law());
  return uint128{2 * cap} * static_cast<std::uint64_t>(std::llround(unit));
}

}  // namespace edgeldp
