// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/private_randomness.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <pthread.h>

#include <algorithm>
#include <bit>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

std::atomic<std::uint32_t> private_randomness::s_forks = [] {
  // Fails only without memory, at the start of a process.
  pthread_atfork(nullptr, nullptr, [] { s_forks.fetch_add(1, std::memory_order_relaxed); });
  return 0U;
}();

void private_randomness::fetch() {
  const bool is_stale = m_forks != s_forks.load(std::memory_order_relaxed);
  m_forks = s_forks.load(std::memory_order_relaxed);
  if (is_stale && is_simulated() && m_next < m_buffer.size()) return;  // a replay goes on
  m_next = refill(m_buffer);
}

system_randomness::~system_randomness() {
  OPENSSL_cleanse(m_buffer.data(), sizeof(m_buffer));
}

std::size_t system_randomness::refill(buffer& words) {
  if (RAND_priv_bytes(reinterpret_cast<unsigned char*>(words.data()), sizeof(buffer)) != 1) {
    throw io_error("the operating system's random generator failed; no report was made");
  }
  return 0;
}

std::size_t simulation_randomness::refill(buffer& words) {
  const std::size_t first = words.size() - m_made_next;
  m_made_next = std::min(2 * m_made_next, words.size());
  for (std::size_t i = first; i < words.size(); i += 2) {
    const philox_block block = philox4x32_10(
        m_key,
        {static_cast<std::uint32_t>(m_block), static_cast<std::uint32_t>(m_block >> 32), m_purpose, m_user});
    words[i] = block[0] | (std::uint64_t{block[1]} << 32);
    words[i + 1] = block[2] | (std::uint64_t{block[3]} << 32);
    ++m_block;
  }
  return first;
}

uint128 uniform_below(private_randomness& coins, uint128 bound) {
  const uint128 largest = bound - 1;
  const auto high = static_cast<std::uint64_t>(largest >> 64);
  const auto width = static_cast<int>(high != 0 ? 64 + std::bit_width(high)
                                                : std::bit_width(static_cast<std::uint64_t>(largest)));
  const uint128 mask = (uint128{1} << width) - 1;
  for (;;) {
    uint128 draw = coins();
    if (width > 64) draw |= uint128{coins()} << 64;
    draw &= mask;
    if (draw < bound) return draw;
  }
}

}  // namespace edgeldp
