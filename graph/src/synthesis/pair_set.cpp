// SPDX-License-Identifier: MIT
#include "synthesis/pair_set.hpp"

#include <bit>

namespace edgeldp::synthesis {

namespace {

/// 85 MB of bits.
constexpr std::uint64_t most_users_of_bits = 26'000;

}  // namespace

pair_set::pair_set(std::uint64_t users, std::uint64_t pairs) {
  if (users <= most_users_of_bits) {
    m_words = static_cast<std::size_t>((users + 63) / 64);
    m_bits.assign(m_words * static_cast<std::size_t>(users), 0);
    return;
  }
  const std::uint64_t places = std::bit_ceil(2 * pairs + 16);
  m_keys.assign(static_cast<std::size_t>(places), no_key);
  m_shift = 64U - static_cast<unsigned>(std::countr_zero(places));
}

void pair_set::insert(vertex_id u, vertex_id v) noexcept {
  if (!m_bits.empty()) return flip(u, v);
  const std::uint64_t key = key_of(u, v);
  m_keys[place_of(key)] = key;
}

/// Pairs behind it that were put off by it move up: no place is ever left marked.
void pair_set::erase(vertex_id u, vertex_id v) noexcept {
  if (!m_bits.empty()) return flip(u, v);
  const std::size_t last = m_keys.size() - 1;
  std::size_t hole = place_of(key_of(u, v));
  for (std::size_t next = (hole + 1) & last; m_keys[next] != no_key; next = (next + 1) & last) {
    if (((next - home_of(m_keys[next])) & last) < ((next - hole) & last)) continue;
    m_keys[hole] = m_keys[next];
    hole = next;
  }
  m_keys[hole] = no_key;
}

}  // namespace edgeldp::synthesis
