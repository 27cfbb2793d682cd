// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/codec/range_coder.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// What everybody may know of one user's row before its message arrives: public constants and
/// released numbers only.
struct row_shape {
  vertex_id user = 0;                  ///< addresses the user's public randomness
  std::uint64_t length = 0;            ///< positions 0 .. length - 1; at most 2^32
  std::uint64_t chunks = 1;            ///< pieces the row is cut into (ppr)
  std::uint64_t expected_entries = 0;  ///< public guess of the number of entries; steers entropy coding only
  std::uint64_t columns = 0;           ///< field elements that stand for the row (nullspace)
  friend bool operator==(const row_shape&, const row_shape&) = default;
};

/// One position at which a vector differs from its public reference: offset = (value - reference)
/// mod k, in 1 .. k - 1. An adjacency row is the case k = 2, reference 0: one entry {position, 1} a
/// neighbour.
struct row_entry {
  std::uint32_t position;
  std::uint32_t offset = 1;
  friend bool operator==(const row_entry&, const row_entry&) = default;
};

/// A decodable row: a cheap view that borrows the codec's words. offset(position) is the noisy
/// value's offset from the reference; bit(position) the same for k = 2; both O(1) and noexcept.
/// count_ones is the number of positions, in any order, whose bit is 1: what estimators ask most;
/// select_bits tells which: bit i of its words is that of positions[i] (unused high bits zero).
/// decode_bits fills a bitset of `length` bits (little-endian words, unused high bits zero). All
/// three: k = 2. decode_offsets fills one byte a position.
template <class R>
concept Row = requires(const R& row, std::uint32_t position, std::span<const std::uint32_t> positions,
                       std::span<std::uint64_t> bits, std::span<std::uint8_t> offsets) {
  { row.bit(position) } noexcept -> std::same_as<bool>;
  { row.offset(position) } noexcept -> std::same_as<std::uint32_t>;
  { row.count_ones(positions) } noexcept -> std::same_as<std::uint64_t>;
  { row.select_bits(positions, bits) } noexcept;
  { row.decode_bits(bits) } noexcept;
  { row.decode_offsets(offsets) } noexcept;
};

/// Nanoseconds of the ways to read bits (AVX2, `edgeldp bench decode`). Only their ratios matter.
struct row_read_cost {
  double test;      ///< one position of a batch, on demand
  double position;  ///< one position of a whole row, decoded
};

/// A way to send a randomized sparse vector. In memory every row is a run of 64-bit words, whatever
/// the codec: n rows share one flat array. On the wire the words go through an entropy coder with
/// public models.
///
///   word_count(shape)      words a row takes in memory
///   encode(shape, entries, coins, words)
///                          user side; entries sorted by position, distinct, inside [0, length)
///   row(shape, words)      decoder's view
///   write, read            message bytes; read bounds what it returns, else format_error
///   law(), lattice()       the law of a decoded bit, in doubles and exactly
///   loss_nats()            what one changed entry costs when the row is sent
///   is_permuted            rows live on publicly permuted positions, so that pieces of a row get
///                          equal loads; otherwise on plain ones
///   read_cost              what bits cost to read
template <class C>
concept Codec = requires(const C& codec, const row_shape& shape, std::span<const row_entry> entries,
                         private_randomness& coins, std::span<std::uint64_t> words,
                         std::span<const std::uint64_t> const_words, range_encoder& out, range_decoder& in,
                         typename C::model& model) {
  requires Row<typename C::row_type>;
  { codec.word_count(shape) } -> std::same_as<std::uint64_t>;
  codec.encode(shape, entries, coins, words);
  { codec.row(shape, const_words) } -> std::same_as<typename C::row_type>;
  codec.write(shape, const_words, out, model);
  codec.read(shape, in, model, words);
  { codec.law() } -> std::same_as<bit_law>;
  { codec.lattice() } -> std::same_as<bit_lattice>;
  { codec.loss_nats() } -> std::same_as<double>;
  { C::is_permuted } -> std::convertible_to<bool>;
  { C::read_cost } -> std::convertible_to<row_read_cost>;
};

}  // namespace edgeldp
