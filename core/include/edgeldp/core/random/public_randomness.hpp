// SPDX-License-Identifier: MIT
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// The 64-bit public key of one release. Everybody knows it; it protects nothing.
struct release_key {
  std::uint64_t value = 0;
  friend bool operator==(const release_key&, const release_key&) = default;
};

/// One tag a use: two uses never share a counter. Tags are part of the file format; never renumber
/// them.
enum class stream_tag : std::uint8_t {
  ppr = 1,              ///< candidate bytes, sixteen positions a block
  ppr_ties = 2,         ///< 32-bit tie words, four positions a block
  nullspace = 3,        ///< matrix rows of the null-space codec, 64 positions a block
  permutation = 4,      ///< Feistel round functions
  server_sampling = 5,  ///< a server's sampling, user by user
  order = 6,            ///< the permutation behind the public order `random`
  group_hash = 7,       ///< hash functions of grouped rows
  query_pairs = 8,      ///< pairs of users that are asked about
  asked_answer = 9,     ///< which answer of a record a person is asked for
  prior_split = 10,     ///< users who report a prior of labels, and nothing else
  absent_row = 11,      ///< coins of the row that stands for one that never came
  count_group = 12,     ///< which group of users counts first
  sample_role = 13,     ///< what users do where a sample of rows is read
  communities = 14,     ///< groups to begin with, and the random graph that found groups are compared with
};

using philox_block = std::array<std::uint32_t, 4>;

/// Philox4x32-10 at one counter.
/// Source: Salmon, Moraes, Dror, Shaw, SC 2011; Random123's philox4x32 at 10 rounds. Not a
///     cryptographic generator.
/// Cost: about 12 ns in a dependent chain, 5 to 6 ns in a stream; pure function, does not throw.
inline philox_block philox4x32_10(std::uint64_t key, const philox_block& counter) noexcept {
  const philox4x32_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
  const philox4x32_key_t k = {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
  const philox4x32_ctr_t r = philox4x32_R(10, c, k);
  return {r.v[0], r.v[1], r.v[2], r.v[3]};
}

/// Public randomness addressed by counter: block(tag, index, candidate, user) is a pure function of
/// the release key and its arguments, so any order, any thread and any machine reads the same bits.
///
/// Layout: core/doc/randomness.md: counter = (index, candidate low, candidate high | tag << 24,
///     user).
/// Requires: candidate < 2^56.
class public_randomness {
 public:
  explicit public_randomness(release_key key) noexcept : m_key(key) {}

  release_key key() const noexcept { return m_key; }

  philox_block block(stream_tag tag, std::uint32_t index, std::uint64_t candidate,
                     vertex_id user) const noexcept {
    return philox4x32_10(
        m_key.value,
        {index, static_cast<std::uint32_t>(candidate),
         static_cast<std::uint32_t>(candidate >> 32) | (static_cast<std::uint32_t>(tag) << 24), user});
  }

 private:
  release_key m_key;
};

/// Largest candidate index that the counter layout can address.
inline constexpr std::uint64_t largest_candidate = (std::uint64_t{1} << 56) - 1;

}  // namespace edgeldp
