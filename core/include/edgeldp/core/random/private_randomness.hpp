// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// A user's secret coins. Three sources exist, with different types: system_randomness protects,
/// derived_randomness protects as long as its secret does, simulation_randomness repeats. Whatever
/// is written with simulated coins says so in its header.
///
/// Models UniformRandomBitGenerator (64-bit words).
/// Threads: one object a thread. An object may live across fork(): system coins that were fetched
///     before it are discarded in the child, so that no two processes share one. (Processes made
///     past the C library, by a bare clone(), are not noticed.)
class private_randomness {
 public:
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  virtual ~private_randomness() = default;
  private_randomness(const private_randomness&) = delete;
  private_randomness& operator=(const private_randomness&) = delete;

  /// 64 fresh uniform bits.
  result_type operator()() {
    if (m_next == m_buffer.size() || m_forks != s_forks.load(std::memory_order_relaxed)) fetch();
    const result_type word = m_buffer[m_next];
    m_buffer[m_next++] = 0;  // a coin that has been used is forgotten
    return word;
  }

  /// True when the coins can be replayed from a seed.
  virtual bool is_simulated() const noexcept = 0;
  /// True when the same source gives the same coins again: from a seed, or from a secret.
  virtual bool can_be_repeated() const noexcept { return is_simulated(); }
  /// True when others draw the same again: a copy of a client's state, whoever fills in the row of
  /// an absent user, any later version of the program. What a draw takes of such coins never
  /// changes.
  virtual bool has_fixed_use() const noexcept { return false; }

 protected:
  using buffer = std::array<std::uint64_t, 64>;
  private_randomness() : m_forks(s_forks.load(std::memory_order_relaxed)), m_next(buffer{}.size()) {}
  /// Writes fresh words from a place on that it returns, to the end.
  virtual std::size_t refill(buffer& words) = 0;
  buffer m_buffer{};

 private:
  void fetch();
  static std::atomic<std::uint32_t> s_forks;  ///< that led to this process
  std::uint32_t m_forks;
  std::size_t m_next;
};

/// Coins of the operating system (crypto::fill_with_coins), 512 bytes a call, since a call costs
/// more than its bytes do, and most where it leaves WebAssembly.
/// Errors: io_error when the generator fails; no weaker source is tried.
class system_randomness final : public private_randomness {
 public:
  ~system_randomness() override;
  bool is_simulated() const noexcept override { return false; }

 private:
  std::size_t refill(buffer& words) override;
};

/// 32 bytes that nobody else may know, wiped when they are no longer needed.
class coin_secret {
 public:
  using bytes = crypto::digest;
  explicit coin_secret(const bytes& secret) : m_bytes(secret) {}
  coin_secret(const coin_secret&) = default;
  coin_secret& operator=(const coin_secret&) = default;
  ~coin_secret();

  const bytes& value() const noexcept { return m_bytes; }

 private:
  bytes m_bytes;
};

/// Coins that follow from a secret, one stream a purpose: who asks again gets the same. The key
/// stream of ChaCha20 (RFC 8439) under the secret, the purpose as the nonce. To whoever does not
/// know the secret they are as good as fresh ones.
/// Errors: io_error when the cipher is refused; no other source is tried.
class derived_randomness final : public private_randomness {
 public:
  derived_randomness(const coin_secret& secret, std::uint32_t purpose);
  ~derived_randomness() override;
  bool is_simulated() const noexcept override { return false; }
  bool can_be_repeated() const noexcept override { return true; }
  bool has_fixed_use() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override;
  crypto::chacha20 m_stream;
};

/// Replayable coins for simulations: Philox4x32-10 under a key of their own, one stream per
/// (purpose, user). No privacy whatever. Most streams give a word or two: 4 are made first, then
/// twice as many each time (64 at once were 15% of a run on email-Enron).
class simulation_randomness final : public private_randomness {
 public:
  simulation_randomness(std::uint64_t key, std::uint32_t purpose, vertex_id user)
      : simulation_randomness(key, purpose, user, 0) {}
  /// The same coins from the word `first` on, which is even: threads draw parts of one stream.
  simulation_randomness(std::uint64_t key, std::uint32_t purpose, vertex_id user, std::uint64_t first)
      : m_key(key), m_block(first / 2), m_purpose(purpose), m_user(user) {}
  bool is_simulated() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override;
  std::uint64_t m_key, m_block;
  std::size_t m_made_next = 4;
  std::uint32_t m_purpose;
  vertex_id m_user;
};

/// True with probability exactly threshold / 2^40. Requires threshold <= 2^40.
inline bool bernoulli_40(private_randomness& coins, std::uint64_t threshold) {
  return (coins() >> 24) < threshold;
}

/// 64 such answers at once, those of `lanes`; bits of other lanes are 0.
///
/// Coins of a fixed use give a word to each answer in turn. Others are digits: 64 numbers are
/// compared with the threshold from the highest digit on, a word being a digit of each. In a
/// simulation that ends when all are decided; where somebody is to be protected it goes on to the
/// last digit, since beside a noisy row the number of coins would tell of its noise.
/// Cost: words of coins for 64 answers: 8 on average in a simulation, else 40; of coins of a fixed
///     use 64.
std::uint64_t bernoulli_40_of_each(private_randomness& coins, std::uint64_t threshold, std::uint64_t lanes);

/// Uniform on (0, 1): odd multiples of 2^-53, so neither end occurs.
inline double uniform_open(private_randomness& coins) {
  return (static_cast<double>(coins() >> 12) + 0.5) * 0x1.0p-52;
}

/// Uniform on (0, 1) with 53 significant bits however small: for what is divided by.
inline double uniform_fine(private_randomness& coins) {
  int exponent = -1;
  std::uint64_t word = coins();
  for (; word == 0; word = coins()) exponent -= 64;
  exponent -= std::countl_zero(word);
  return std::ldexp(1.0 + uniform_open(coins), exponent);
}

/// Uniform integer in [0, bound), exact. Requires 1 <= bound <= 2^127.
uint128 uniform_below(private_randomness& coins, uint128 bound);

}  // namespace edgeldp
