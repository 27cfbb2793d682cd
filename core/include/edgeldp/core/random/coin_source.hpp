// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// What a user's private coins are used for: one stream a purpose in simulations.
enum class coin_purpose : std::uint32_t {
  degree = 1,
  size = 2,
  edges = 3,
  clip = 4,
  count = 5,
  pilot = 6,
  answers = 7,
  prior = 8,
  label = 9,
  attributes = 10,
  length = 11
};

/// One stream of a user's coins. A purpose that serves several times in a run has a step each time:
/// the same stream twice would be the same noise on two numbers.
struct coin_stream {
  coin_purpose purpose;
  std::uint32_t step = 0;  ///< below 2^24

  constexpr coin_stream(coin_purpose of, std::uint32_t at = 0) noexcept : purpose(of), step(at) {}
  constexpr std::uint32_t number() const noexcept {
    return static_cast<std::uint32_t>(purpose) + (step << 8U);
  }
};

/// Where every user of a run gets its private coins: from the operating system, from a secret of
/// its own, or replayed from a key.
/// Threads: safe to call concurrently; each call makes a generator of its own.
class coin_source {
 public:
  /// Operating-system coins: real privacy.
  coin_source() = default;

  /// Replayable coins, the same for every thread count.
  static coin_source simulated(std::uint64_t key) {
    coin_source source;
    source.m_key = key;
    return source;
  }

  /// One user's coins for one answer, which come out the same if it has to be made again: real
  /// privacy as long as nobody else knows the secret, and no other answer is made from it.
  static coin_source derived(const coin_secret& secret) {
    coin_source source;
    source.m_secret = secret;
    return source;
  }

  bool is_simulated() const noexcept { return m_key.has_value(); }
  /// What coins are replayed from; nothing for the system's.
  std::optional<std::uint64_t> replayed_key() const noexcept { return m_key; }

  /// Calls f(coins) with one stream of the private coins of one user.
  template <class F>
  decltype(auto) operator()(coin_stream stream, vertex_id user, F&& f) const {
    if (m_key) {
      simulation_randomness coins(*m_key, stream.number(), user);
      return std::forward<F>(f)(static_cast<private_randomness&>(coins));
    }
    if (m_secret) {
      derived_randomness coins(*m_secret, stream.number());
      return std::forward<F>(f)(static_cast<private_randomness&>(coins));
    }
    system_randomness coins;
    return std::forward<F>(f)(static_cast<private_randomness&>(coins));
  }

 private:
  std::optional<std::uint64_t> m_key;
  std::optional<coin_secret> m_secret;
};

/// One user's private coins, by stream: all that a user-side function is given.
class user_coins {
 public:
  user_coins(const coin_source& source, vertex_id user) : m_source(&source), m_user(user) {}

  bool is_simulated() const noexcept { return m_source->is_simulated(); }

  /// Calls f(coins) with one stream of the user's coins.
  template <class F>
  decltype(auto) operator()(coin_stream stream, F&& f) const {
    return (*m_source)(stream, m_user, std::forward<F>(f));
  }

 private:
  const coin_source* m_source;
  vertex_id m_user;
};

}  // namespace edgeldp
