// SPDX-License-Identifier: MIT
#include "cycles/methods/middle_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "noisy/present_bits.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

namespace {
constexpr round_kind counts{rounds::count, edge_use::both_endpoints};
}  // namespace

std::shared_ptr<const middle_weights> middle_weights_of(const public_objects& published,
                                                        const public_ref<release>& rows, unsigned length) {
  const std::string what = "middle weights of length " + std::to_string(length) + " on " + rows.name;
  return published.derive<middle_weights>(what, [&] {
    return std::make_shared<const middle_weights>(bits_among_present(*rows), rows->law(), length);
  });
}

const round_kind& middle_round::kind() const noexcept {
  return counts;
}

void middle_round::write(byte_string& out) const {
  canonical_writer(out).budget(budget).number(length).text(rows.name);
}

byte_string middle_round::said_to(std::uint64_t number) const {
  return write_limit(limits[number]);
}

middle_round middle_round::read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                                const public_objects& published) {
  canonical_reader from(in);
  middle_round round;
  round.budget = from.budget();
  round.length = static_cast<unsigned>(from.count(5));
  if (round.length != 3 && round.length != 5) throw format_error(0, "cycles of a length other than 3 and 5");
  round.rows = published.get<release>(from.text());
  from.end();
  round.limits = {read_limit(said_to_me)};
  return round;
}

}  // namespace edgeldp
