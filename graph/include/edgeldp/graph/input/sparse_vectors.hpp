// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"

namespace edgeldp {

/// What users hold: one sparse vector each over the same positions ("items"), values 0 .. k - 1, as
/// the positions that differ from a public reference: row_entry{item, (value - reference) mod k}.
/// Ratings: the reference is 0, "not rated"; variants of genomes: the reference genome; the lists
/// of one side of a bipartite graph: k = 2, reference 0.
///
/// Shapes: users() rows; entries of a row increase by item.
/// Memory: 8 bytes an entry.
class sparse_vectors {
 public:
  sparse_vectors() = default;

  /// One list of entries a user, in any order.
  /// Errors: invalid_parameter naming the user, unless 2 <= alphabet <= 256, 1 <= length <= 2^32,
  ///     and items and offsets are in range and items distinct.
  sparse_vectors(std::uint64_t length, std::uint32_t alphabet, std::span<const std::vector<row_entry>> rows);

  std::uint64_t users() const noexcept { return m_offsets.size() - 1; }
  std::uint64_t length() const noexcept { return m_length; }
  std::uint32_t alphabet() const noexcept { return m_alphabet; }
  std::uint64_t entry_count() const noexcept { return m_entries.size(); }

  std::span<const row_entry> row(std::uint64_t u) const noexcept {
    return {m_entries.data() + m_offsets[u], size_of(m_offsets[u + 1] - m_offsets[u])};
  }

 private:
  std::uint64_t m_length = 1;
  std::uint32_t m_alphabet = 2;
  std::vector<std::uint64_t> m_offsets = {0};
  std::vector<row_entry> m_entries;
};

/// The lists of one layer, or of some of its vertices in this order, as vectors of 0 and 1 over the
/// other.
/// Errors: invalid_parameter without items.
sparse_vectors vectors_of(const bipartite_graph& g, layer side);
sparse_vectors vectors_of(const bipartite_graph& g, layer side, std::span<const vertex_id> users);

}  // namespace edgeldp
