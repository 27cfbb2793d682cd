// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/nullspace/response.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// The public matrix of one user: for each position a 0/1 row of `columns` numbers, nonzero only in
/// a window of 64 columns (all columns, if there are fewer).
///
/// Layout: core/doc/randomness.md, "Null-space rows". The 64 positions of a group share one Philox
///     block, whose bits l .. l + 63 are the window of its position number l, and one window start;
///     starts of successive groups are spread by the golden ratio. Privacy needs nothing of the
///     matrix; generic rows keep the span probability small.
/// Cost: one dependent Philox block a row; 64 neighbouring rows cost one block together.
class nullspace_matrix {
 public:
  static constexpr unsigned window = 64, group = 64;

  nullspace_matrix(const public_randomness& random, vertex_id user, std::uint64_t columns) noexcept
      : m_random(random),
        m_user(user),
        m_starts(columns < window ? 1 : static_cast<std::uint32_t>(columns - window + 1)),
        m_mask(columns < window ? (std::uint64_t{1} << columns) - 1 : ~std::uint64_t{0}) {}

  /// Bit j is the coefficient of column start(position) + j.
  std::uint64_t coefficients(std::uint32_t position) const noexcept {
    const philox_block b = m_random.block(stream_tag::nullspace, position / group, 0, m_user);
    const std::uint64_t low = b[0] | (std::uint64_t{b[1]} << 32), high = b[2] | (std::uint64_t{b[3]} << 32);
    const unsigned lane = position % group;
    return ((low >> lane) | (high << 1 << (63 - lane))) & m_mask;
  }

  /// First column of the window of a position.
  std::uint32_t start(std::uint32_t position) const noexcept {
    const std::uint32_t fraction = golden * (position / group);  // of the way, modulo 1
    return static_cast<std::uint32_t>((std::uint64_t{fraction} * m_starts) >> 32);
  }

  static constexpr std::uint32_t golden = 0x9e3779b9;
  release_key key() const noexcept { return m_random.key(); }
  vertex_id user() const noexcept { return m_user; }
  /// Number of places at which a window can start.
  std::uint32_t start_count() const noexcept { return m_starts; }
  /// Columns of a window that exist.
  std::uint64_t mask() const noexcept { return m_mask; }

 private:
  public_randomness m_random;
  vertex_id m_user;
  std::uint32_t m_starts;
  std::uint64_t m_mask;
};

/// View of one user's vector w over GF(q), in bit planes: column c is bit c mod 64 of the words (c
/// / 64) planes + t. A group of zero words follows the last, so that every window can be read in
/// two loads.
class nullspace_row {
 public:
  nullspace_row(const nullspace_matrix& matrix, std::span<const std::uint64_t> words, std::uint64_t length,
                unsigned field_order) noexcept
      : m_matrix(matrix),
        m_words(words.data()),
        m_length(length),
        m_field_order(field_order),
        m_planes(static_cast<unsigned>(std::bit_width(field_order - 1))) {}

  /// [<h, w> = 0] for the position's matrix row h.
  bool bit(std::uint32_t position) const noexcept {
    const std::uint64_t h = m_matrix.coefficients(position);
    const std::uint32_t start = m_matrix.start(position);
    unsigned sum = 0, parities = 0;
    for (unsigned t = 0; t < m_planes; ++t) {
      const auto count = static_cast<unsigned>(std::popcount(h & plane_at(start, t)));
      sum += count << t;
      parities |= count;
    }
    return std::has_single_bit(m_field_order) ? (parities & 1) == 0 : sum % m_field_order == 0;
  }

  std::uint32_t offset(std::uint32_t position) const noexcept { return bit(position) ? 1 : 0; }
  std::uint64_t count_ones(std::span<const std::uint32_t> positions) const noexcept;
  void select_bits(std::span<const std::uint32_t> positions,
                   std::span<std::uint64_t> selected) const noexcept;
  void decode_bits(std::span<std::uint64_t> bits) const noexcept;
  void decode_offsets(std::span<std::uint8_t> offsets) const noexcept {
    for (std::uint64_t x = 0; x < m_length; ++x)
      offsets[size_of(x)] = static_cast<std::uint8_t>(offset(static_cast<std::uint32_t>(x)));
  }

  /// Plane t of the 64 elements from column `start` on.
  std::uint64_t plane_at(std::uint32_t start, unsigned t) const noexcept {
    const std::uint64_t* words = m_words + std::uint64_t{start / 64} * m_planes + t;
    const unsigned shift = start % 64;
    return (words[0] >> shift) | (words[m_planes] << 1 << (63 - shift));
  }

  const nullspace_matrix& matrix() const noexcept { return m_matrix; }
  const std::uint64_t* words() const noexcept { return m_words; }
  std::uint64_t length() const noexcept { return m_length; }
  unsigned field_order() const noexcept { return m_field_order; }
  unsigned planes() const noexcept { return m_planes; }

 private:
  nullspace_matrix m_matrix;
  const std::uint64_t* m_words;
  std::uint64_t m_length;
  unsigned m_field_order, m_planes;
};

/// Homogeneous linear compression of a randomized adjacency row: the user keeps each entry with
/// probability 1 - r and sends a vector w drawn uniformly from the null space of the kept entries'
/// matrix rows. Bit i is [<h_i, w> = 0].
///
/// Source: design of our own (see nullspace_response).
/// Promise: a row costs response().loss_nats() per changed entry, pure, whatever the matrix and the
///     number of columns (core/doc/privacy.md, "Null space"). Bits of any fixed few positions have
///     randomized response's joint law but for the span probability s, below 1e-4 with the columns
///     of columns.hpp; statements about whole rows do not transfer.
/// Shapes: shape.columns = M elements of GF(q), ceil(log2 q) planes of M bits; k = 2 only.
/// Cost: encode: one 64-bit coin and one Philox block an entry, banded elimination O(64) words a
///     kept row at worst, M back-substitutions. Decode: one dependent Philox block and ceil(log2 q)
///     popcounts a bit.
class nullspace_codec {
 public:
  using row_type = nullspace_row;
  static constexpr bool is_permuted = true;
  static constexpr row_read_cost read_cost{5.8, 0.5};  // GF(3)
  /// Nothing to model: elements are close to uniform.
  struct model {
    explicit model(const nullspace_codec&) {}
  };

  nullspace_codec(release_key key, const nullspace_response& response)
      : m_random(key), m_response(response) {}

  const nullspace_response& response() const noexcept { return m_response; }
  double loss_nats() const noexcept { return m_response.loss_nats(); }
  bit_law law() const noexcept { return m_response.law(); }
  bit_lattice lattice() const noexcept { return m_response.lattice(); }
  std::uint64_t word_count(const row_shape& shape) const noexcept {
    return shape.columns == 0 ? 0 : ((shape.columns + 63) / 64 + 1) * planes();
  }

  void encode(const row_shape& shape, std::span<const row_entry> entries, private_randomness& coins,
              std::span<std::uint64_t> words) const;
  /// Without columns there are no words, and every bit is 1: the empty sum is zero.
  nullspace_row row(const row_shape& shape, std::span<const std::uint64_t> words) const noexcept {
    static constexpr std::array<std::uint64_t, 8> no_columns{};  // a window: two groups of up to 4 planes
    return {matrix(shape), shape.columns == 0 ? no_columns : words, shape.length, m_response.field_order()};
  }
  void write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out, model&) const;
  void read(const row_shape& shape, range_decoder& in, model&, std::span<std::uint64_t> words) const;

  /// Whether a row is a vector of zeros, which says that everybody is a neighbour: what is left of
  /// a user that kept more than its columns hold. Of any other vector a stranger's bit is 1 with
  /// probability 1 / q, so that collectors replace those of zeros (gathered_rows).
  static bool is_full(std::span<const std::uint64_t> words) noexcept {
    return !words.empty() && ranges::all_of(words, [](std::uint64_t w) { return w == 0; });
  }

  nullspace_matrix matrix(const row_shape& shape) const noexcept {
    return {m_random, shape.user, shape.columns};
  }

 private:
  unsigned planes() const noexcept {
    return static_cast<unsigned>(std::bit_width(m_response.field_order() - 1));
  }

  public_randomness m_random;
  nullspace_response m_response;
};

static_assert(Codec<nullspace_codec>);

}  // namespace edgeldp
