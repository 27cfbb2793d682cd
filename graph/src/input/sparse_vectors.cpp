// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/sparse_vectors.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

sparse_vectors::sparse_vectors(std::uint64_t length, std::uint32_t alphabet,
                               std::span<const std::vector<row_entry>> rows)
    : m_length(length), m_alphabet(alphabet) {
  if (length == 0 || length > (std::uint64_t{1} << 32))
    throw invalid_parameter("length = " + std::to_string(length) + ": must lie in [1, 2^32]");
  if (alphabet < 2 || alphabet > 256)
    throw invalid_parameter("alphabet = " + std::to_string(alphabet) + ": must lie in [2, 256]");
  for (const std::vector<row_entry>& row : rows) {
    const std::string user = "user " + std::to_string(users());
    for (const row_entry& e : row) {
      if (e.position >= length || e.offset == 0 || e.offset >= alphabet)
        throw invalid_parameter(user + ": item " + std::to_string(e.position) + " with offset " +
                                std::to_string(e.offset) + " must lie in [0, " + std::to_string(length) +
                                ") with an offset in [1, " + std::to_string(alphabet) + ")");
    }
    const auto first = m_entries.insert(m_entries.end(), row.begin(), row.end());
    ranges::sort(first, m_entries.end(), {}, &row_entry::position);
    if (ranges::adjacent_find(first, m_entries.end(), {}, &row_entry::position) != m_entries.end())
      throw invalid_parameter(user + " names an item twice");
    m_offsets.push_back(m_entries.size());
  }
}

sparse_vectors vectors_of(const bipartite_graph& g, layer side) {
  std::vector<vertex_id> all(g.vertex_count(side));
  std::iota(all.begin(), all.end(), vertex_id{0});
  return vectors_of(g, side, all);
}

sparse_vectors vectors_of(const bipartite_graph& g, layer side, std::span<const vertex_id> users) {
  std::vector<std::vector<row_entry>> rows(users.size());
  for (std::size_t i = 0; i < users.size(); ++i)
    for (const vertex_id item : g.neighbors(side, users[i])) rows[i].push_back({item, 1});
  return {g.vertex_count(opposite(side)), 2, rows};
}

}  // namespace edgeldp
