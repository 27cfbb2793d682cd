// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/weight_round.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

cycle_weights cycle_weights::read(canonical_reader& from, const public_objects& published) {
  cycle_weights what;
  what.length = static_cast<unsigned>(from.count(5));
  if (what.length < 4) throw format_error(0, "weights are those of cycles of length 4 or 5");
  what.rows = published.get<release>(from.text());
  return what;
}

}  // namespace edgeldp
