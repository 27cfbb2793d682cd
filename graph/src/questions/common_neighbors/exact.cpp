// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"

namespace edgeldp::exact {

neighborhood_overlap count_common_neighbors(std::span<const vertex_id> first,
                                            std::span<const vertex_id> second) noexcept {
  neighborhood_overlap overlap{0, first.size(), second.size()};
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    if (first[i] == second[j]) ++overlap.common;
    const bool advance_first = first[i] <= second[j], advance_second = second[j] <= first[i];
    i += advance_first ? 1 : 0;
    j += advance_second ? 1 : 0;
  }
  return overlap;
}

}  // namespace edgeldp::exact
