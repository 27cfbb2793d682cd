// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/private_randomness.hpp"

#include <pthread.h>

#include <algorithm>
#include <bit>
#include <span>

#include "random/philox_words.hpp"

namespace edgeldp {

std::atomic<std::uint32_t> private_randomness::s_forks = [] {
  // Fails only without memory, at the start of a process.
  pthread_atfork(nullptr, nullptr, [] { s_forks.fetch_add(1, std::memory_order_relaxed); });
  return 0U;
}();

void private_randomness::fetch() {
  const bool is_stale = m_forks != s_forks.load(std::memory_order_relaxed);
  m_forks = s_forks.load(std::memory_order_relaxed);
  if (is_stale && can_be_repeated() && m_next < m_buffer.size()) return;  // the same goes on
  m_next = refill(m_buffer);
}

system_randomness::~system_randomness() {
  crypto::wipe(m_buffer.data(), sizeof(m_buffer));
}

std::size_t system_randomness::refill(buffer& words) {
  crypto::fill_with_coins(std::as_writable_bytes(std::span(words)));
  return 0;
}

coin_secret::~coin_secret() {
  crypto::wipe(m_bytes.data(), m_bytes.size());
}

namespace {

/// Four bytes of the purpose, lowest first, then zeros.
crypto::chacha20::nonce nonce_for(std::uint32_t purpose) {
  crypto::chacha20::nonce of_stream{};
  for (std::size_t i = 0; i < 4; ++i) of_stream[i] = static_cast<std::byte>(purpose >> (8 * i) & 0xff);
  return of_stream;
}

}  // namespace

derived_randomness::derived_randomness(const coin_secret& secret, std::uint32_t purpose)
    : m_stream(secret.value(), nonce_for(purpose)) {}

derived_randomness::~derived_randomness() {
  crypto::wipe(m_buffer.data(), sizeof(m_buffer));
}

std::size_t derived_randomness::refill(buffer& words) {
  std::array<std::byte, sizeof(buffer)> stream;
  m_stream.next(stream);
  for (std::size_t i = 0; i < words.size(); ++i) {  // the lowest byte first, on every processor
    words[i] = 0;
    for (std::size_t k = 8; k-- > 0;)
      words[i] = words[i] << 8 | std::to_integer<std::uint64_t>(stream[8 * i + k]);
  }
  crypto::wipe(stream.data(), stream.size());
  return 0;
}

std::size_t simulation_randomness::refill(buffer& words) {
  const std::size_t first = words.size() - m_made_next;
  m_made_next = std::min(2 * m_made_next, words.size());
  philox_words({m_key, m_block, m_purpose, m_user}, std::span(words).subspan(first));
  m_block += (words.size() - first) / 2;
  return first;
}

std::uint64_t bernoulli_40_of_each(private_randomness& coins, std::uint64_t threshold, std::uint64_t lanes) {
  std::uint64_t below = 0;
  if (coins.has_fixed_use()) {
    for (; lanes != 0; lanes &= lanes - 1)
      if (bernoulli_40(coins, threshold)) below |= lanes & -lanes;
    return below;
  }
  if (lanes == 0 || threshold >> 40U != 0) return lanes;  // all numbers are below 2^40
  const bool may_end = coins.is_simulated();
  for (unsigned digit = 40; digit-- > 0;) {
    if (may_end && lanes == 0) break;
    const std::uint64_t ones = coins();
    if ((threshold >> digit & 1U) != 0) {
      below |= lanes & ~ones;
      lanes &= ones;
    } else {
      lanes &= ~ones;
    }
  }
  return below;
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
