// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// A public pseudo-random permutation of [0, n): O(1) both ways, no table.
///
/// Source: Feistel network with cycle walking (Black and Rogaway, CT-RSA 2002); 8 rounds, round
///     functions from Philox4x32-10 under the tag given (core/doc/randomness.md). Halves of
///     floor(L/2) and ceil(L/2) bits, L = bits of n - 1, so fewer than two walks are expected.
/// Interval: 1 <= n <= 2^32, else invalid_parameter.
/// Promise: a bijection for every key and n; nothing private depends on its quality
///     (core/doc/privacy.md).
/// Cost: 8 to 16 Philox blocks a call expected; cache `table()` when every position is needed.
class permutation {
 public:
  permutation(release_key key, std::uint64_t n, stream_tag tag = stream_tag::permutation);

  std::uint64_t size() const noexcept { return m_n; }

  /// The image of x. Requires x < n. Does not throw.
  std::uint32_t operator()(std::uint32_t x) const noexcept;

  /// The x with (*this)(x) == y. Requires y < n. Does not throw.
  std::uint32_t inverse(std::uint32_t y) const noexcept;

  /// All n images, computed in parallel; 4 n bytes.
  std::vector<std::uint32_t> table() const;

 private:
  std::uint32_t round_value(unsigned round, std::uint32_t half) const noexcept;
  std::uint64_t encrypt(std::uint64_t x) const noexcept;
  std::uint64_t decrypt(std::uint64_t y) const noexcept;

  public_randomness m_random;
  std::uint64_t m_n;
  stream_tag m_tag;
  unsigned m_low_bits, m_high_bits;
};

}  // namespace edgeldp
