// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp::synthesis {

/// A set of unordered pairs of different users, which may be asked about any pair at any time: a
/// matrix of bits where users are few, else an open hash table.
class pair_set {
 public:
  /// Of at most `pairs` pairs at a time.
  pair_set(std::uint64_t users, std::uint64_t pairs);

  bool contains(vertex_id u, vertex_id v) const noexcept {
    if (!m_bits.empty()) return ((m_bits[u * m_words + (v >> 6)] >> (v & 63)) & 1) != 0;
    return m_keys[place_of(key_of(u, v))] != no_key;
  }
  /// Requires: it is not there; it is.
  void insert(vertex_id u, vertex_id v) noexcept;
  void erase(vertex_id u, vertex_id v) noexcept;

 private:
  static constexpr std::uint64_t no_key = ~std::uint64_t{0};
  static std::uint64_t key_of(vertex_id u, vertex_id v) noexcept {
    return u < v ? (std::uint64_t{u} << 32) | v : (std::uint64_t{v} << 32) | u;
  }
  /// Where it is looked for first.
  std::size_t home_of(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> m_shift);
  }
  /// Where it is, or the free place where it would be.
  std::size_t place_of(std::uint64_t key) const noexcept {
    std::size_t place = home_of(key);
    while (m_keys[place] != no_key && m_keys[place] != key) place = (place + 1) & (m_keys.size() - 1);
    return place;
  }
  void flip(vertex_id u, vertex_id v) noexcept {
    m_bits[u * m_words + (v >> 6)] ^= std::uint64_t{1} << (v & 63);
    m_bits[v * m_words + (u >> 6)] ^= std::uint64_t{1} << (u & 63);
  }

  std::size_t m_words = 0;  // of a row of bits
  std::vector<std::uint64_t> m_bits, m_keys;
  unsigned m_shift = 0;
};

}  // namespace edgeldp::synthesis
