// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_release.hpp"

namespace edgeldp {

/// Noisy bits, decoded once and kept: rows of bits in whole words, for kernels that read most of
/// them. Where few are read, ask the release instead.
///
/// Shapes: rows() rows of word_count() words; bit c of a row is column c, unused high bits are
///     zero.
/// Memory: rows * ceil(columns / 64) * 8 bytes: 6 MB for wiki-Vote, 44 MB for ca-AstroPh, 1.4 GB
///     for 100 000 users.
/// Threads: const access is safe concurrently.
class noisy_matrix {
 public:
  noisy_matrix(std::uint64_t rows, std::uint64_t columns);

  std::uint64_t rows() const noexcept { return m_rows; }
  std::uint64_t columns() const noexcept { return m_columns; }
  std::uint64_t word_count() const noexcept { return m_words; }

  std::span<const std::uint64_t> row(std::uint64_t r) const noexcept {
    return {m_bits.data() + r * m_words, size_of(m_words)};
  }
  std::span<std::uint64_t> row(std::uint64_t r) noexcept {
    return {m_bits.data() + r * m_words, size_of(m_words)};
  }

  bool bit(std::uint64_t r, std::uint64_t c) const noexcept {
    return (m_bits[size_of(r * m_words + c / 64)] >> (c % 64)) & 1;
  }

 private:
  std::uint64_t m_rows, m_columns, m_words;
  std::vector<std::uint64_t> m_bits;
};

/// The noisy graph of a release as a symmetric matrix with zero diagonal; row and column r are the
/// user at rank r of the public order (release_layout::user_at).
/// Cost: every row decoded, n^2 / 2 lookups, parallel; about 1 ns a pair.
noisy_matrix materialize(const release& published);

/// The rows of some users of it: row i is that of users[i], columns are ranks of the public order.
/// Requires: users below n, each once; else invalid_parameter.
/// Cost: rows of users whom nobody asks about are only decoded where that is cheaper than testing
///     them.
noisy_matrix materialize(const release& published, std::span<const vertex_id> users);

/// Noisy vectors as rows: row r is users[r], column x the codec's POSITION x
/// (vector_layout::position), and the bit says whether the decoded value differs from the reference
/// (law: vector_release::difference_law). Users may repeat.
/// Cost: every row decoded, parallel.
/// Errors: invalid_parameter for a user out of range.
noisy_matrix materialize(const vector_release& published, std::span<const vertex_id> users);

/// Rows as columns.
/// Cost: 64 by 64 bits at a time, parallel.
noisy_matrix transposed(const noisy_matrix& m);

}  // namespace edgeldp
