// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/noisy_graph.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

void noisy_graph::decode_row_positions(vertex_id u, std::span<std::uint64_t> bits) const {
  if (bits.size() != (vertex_count() + 63) / 64) {
    throw invalid_parameter("bitset of " + std::to_string(bits.size()) + " words: must have " +
                            std::to_string((vertex_count() + 63) / 64));
  }
  ranges::fill(bits, 0);
  m_release->visit_row(u, [&](const auto& row) { row.decode_bits(bits); });
}

void noisy_graph::decode_row(vertex_id u, std::span<std::uint64_t> bits) const {
  std::vector<std::uint64_t> by_position(bits.size());
  decode_row_positions(u, by_position);
  ranges::fill(bits, 0);
  const release_layout& layout = m_release->layout();
  for (std::uint32_t place = 0; place < layout.rank(u); ++place) {
    const vertex_id v = layout.user_at(place);
    const std::uint32_t position = layout.position(v);
    bits[v >> 6] |= ((by_position[position >> 6] >> (position & 63)) & 1) << (v & 63);
  }
}

}  // namespace edgeldp
