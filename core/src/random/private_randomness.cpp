// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/private_randomness.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <pthread.h>

#include <algorithm>
#include <bit>

#include "edgeldp/core/base/error.hpp"
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
  OPENSSL_cleanse(m_buffer.data(), sizeof(m_buffer));
}

std::size_t system_randomness::refill(buffer& words) {
  if (RAND_priv_bytes(reinterpret_cast<unsigned char*>(words.data()), sizeof(buffer)) != 1) {
    throw io_error("the operating system's random generator failed; no report was made");
  }
  return 0;
}

coin_secret::~coin_secret() {
  OPENSSL_cleanse(m_bytes.data(), m_bytes.size());
}

namespace {

struct frees_cipher {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};

}  // namespace

struct derived_randomness::stream {
  std::unique_ptr<EVP_CIPHER_CTX, frees_cipher> cipher{EVP_CIPHER_CTX_new()};
};

derived_randomness::derived_randomness(const coin_secret& secret, std::uint32_t purpose)
    : m_stream(std::make_unique<stream>()) {
  // A counter of blocks from 0, then a nonce whose first four bytes are the purpose, lowest first.
  std::array<unsigned char, 16> start{};
  for (std::size_t i = 0; i < 4; ++i) start[4 + i] = static_cast<unsigned char>(purpose >> (8 * i));
  if (!m_stream->cipher ||
      EVP_EncryptInit_ex(m_stream->cipher.get(), EVP_chacha20(), nullptr,
                         reinterpret_cast<const unsigned char*>(secret.value().data()), start.data()) != 1)
    throw io_error("OpenSSL's ChaCha20 is not to be had; no report was made");
}

derived_randomness::~derived_randomness() {
  OPENSSL_cleanse(m_buffer.data(), sizeof(m_buffer));
}

std::size_t derived_randomness::refill(buffer& words) {
  static constexpr std::array<unsigned char, sizeof(buffer)> zeros{};
  std::array<unsigned char, sizeof(buffer)> bytes{};
  int size = 0;
  if (EVP_EncryptUpdate(m_stream->cipher.get(), bytes.data(), &size, zeros.data(),
                        static_cast<int>(zeros.size())) != 1 ||
      size != static_cast<int>(bytes.size()))
    throw io_error("OpenSSL's ChaCha20 failed; no report was made");
  for (std::size_t i = 0; i < words.size(); ++i) {  // the lowest byte first, on every processor
    words[i] = 0;
    for (std::size_t k = 8; k-- > 0;) words[i] = words[i] << 8 | bytes[8 * i + k];
  }
  OPENSSL_cleanse(bytes.data(), bytes.size());
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
