// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/vectors/exact.hpp"

#include <algorithm>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::exact {

value_counts count_values(const sparse_vectors& data) {
  value_counts counts(data.users(), data.length(), data.alphabet());
  for (std::uint64_t item = 0; item < data.length(); ++item) counts.item(item)[0] = data.users();
  for (std::uint64_t u = 0; u < data.users(); ++u) {
    for (const row_entry& e : data.row(u)) {
      --counts.item(e.position)[0];
      ++counts.item(e.position)[e.offset];
    }
  }
  return counts;
}

std::uint64_t count_common_items(const sparse_vectors& data, std::uint64_t u, std::uint64_t w) {
  return static_cast<std::uint64_t>(ranges::count_if(data.row(u), [&](const row_entry& e) {
    return ranges::binary_search(data.row(w), e.position, {}, &row_entry::position);
  }));
}

}  // namespace edgeldp::exact
