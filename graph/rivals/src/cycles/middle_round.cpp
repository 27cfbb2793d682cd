// SPDX-License-Identifier: MIT
#include "cycles/middle_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "noisy/present_bits.hpp"

namespace edgeldp {

std::shared_ptr<const middle_weights> middle_weights_of(const public_objects& published,
                                                        const public_ref<release>& rows, unsigned length) {
  const std::string what = "middle weights of length " + std::to_string(length) + " on " + rows.name;
  return published.derive<middle_weights>(what, [&] {
    return std::make_shared<const middle_weights>(bits_among_present(*rows), rows->law(), length);
  });
}

middle_pairs middle_pairs::read(canonical_reader& from, const public_objects& published) {
  middle_pairs what;
  what.length = static_cast<unsigned>(from.count(5));
  if (what.length != 3 && what.length != 5) throw format_error(0, "cycles of a length other than 3 and 5");
  what.rows = published.get<release>(from.text());
  return what;
}

}  // namespace edgeldp
