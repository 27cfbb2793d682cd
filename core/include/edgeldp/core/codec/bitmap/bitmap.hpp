// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/bitmap/gaps.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"

namespace edgeldp {

/// View of a plain randomized vector: ceil(log2 k) bits a position, position 0 in the lowest bits
/// of word 0, never across two words.
class bitmap_row {
 public:
  bitmap_row(std::span<const std::uint64_t> words, std::uint64_t length, unsigned bits_per_value) noexcept
      : m_words(words.data()), m_length(length), m_bits(bits_per_value), m_per_word(64 / bits_per_value) {}

  bool bit(std::uint32_t position) const noexcept { return (m_words[position >> 6] >> (position & 63)) & 1; }

  std::uint32_t offset(std::uint32_t position) const noexcept {
    const std::uint64_t word = m_words[position / m_per_word];
    return static_cast<std::uint32_t>(word >> (m_bits * (position % m_per_word))) & ((1U << m_bits) - 1);
  }

  std::uint64_t count_ones(std::span<const std::uint32_t> positions) const noexcept {
    return count_selected({m_words, size_of((m_length + 63) / 64)}, positions);
  }

  void select_bits(std::span<const std::uint32_t> positions,
                   std::span<std::uint64_t> selected) const noexcept {
    edgeldp::select_bits({m_words, size_of((m_length + 63) / 64)}, positions, selected);
  }

  void decode_bits(std::span<std::uint64_t> bits) const noexcept {
    for (std::size_t w = 0; w < (m_length + 63) / 64; ++w) bits[w] = m_words[w];
  }

  void decode_offsets(std::span<std::uint8_t> offsets) const noexcept {
    for (std::uint64_t x = 0; x < m_length; ++x)
      offsets[size_of(x)] = static_cast<std::uint8_t>(offset(static_cast<std::uint32_t>(x)));
  }

 private:
  const std::uint64_t* m_words;
  std::uint64_t m_length;
  unsigned m_bits, m_per_word;
};

/// Plain randomized response, one coin a position: the baseline and the oracle of the compressed
/// codecs.
///
/// Source: Warner 1965; [Hillebrand 2026], Definition 2.
/// Guarantee: randomized_response::loss_nats() per changed entry, pure. Size: ceil(log2 k) bits a
///     position, or the entropy of a value where gaps are coded (gaps.hpp): a length that follows
///     from the randomized row alone.
/// Cost: one private word a position to encode, less where k = 2 (bernoulli_40_of_each); one load
///     to decode.
class bitmap_codec {
 public:
  using row_type = bitmap_row;
  static constexpr bool is_permuted = false;
  static constexpr row_read_cost read_cost{0.55, 0.01};
  /// Nothing to learn: the law of a value is public.
  struct model {
    explicit model(const bitmap_codec&) {}
  };

  explicit bitmap_codec(const randomized_response& response, row_coding coding = row_coding::plain)
      : m_response(response),
        m_coding(coding),
        m_bits(static_cast<unsigned>(std::bit_width(response.alphabet() - 1))) {}

  const randomized_response& response() const noexcept { return m_response; }
  double loss_nats() const noexcept { return m_response.loss_nats(); }
  bit_law law() const noexcept { return m_response.law(); }
  bit_lattice lattice() const noexcept { return m_response.lattice(); }
  std::uint64_t word_count(const row_shape& shape) const noexcept {
    const std::uint64_t per_word = 64 / m_bits;
    return (shape.length + per_word - 1) / per_word;
  }

  void encode(const row_shape& shape, std::span<const row_entry> entries, private_randomness& coins,
              std::span<std::uint64_t> words) const;
  bitmap_row row(const row_shape& shape, std::span<const std::uint64_t> words) const noexcept {
    return {words, shape.length, m_bits};
  }
  void write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out, model&) const;
  void read(const row_shape& shape, range_decoder& in, model&, std::span<std::uint64_t> words) const;

 private:
  gap_law gaps(const row_shape& shape) const noexcept;
  void write_gaps(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out) const;
  void read_gaps(const row_shape& shape, range_decoder& in, std::span<std::uint64_t> words) const;

  randomized_response m_response;
  row_coding m_coding;
  unsigned m_bits;
};

static_assert(Codec<bitmap_codec>);

/// Whose rows are randomized values in plain words, however they travel.
template <class C>
inline constexpr bool has_plain_values = std::same_as<typename C::row_type, bitmap_row>;

/// Plain bits of no entries at positions [first, last): each is 1 with the response's probability.
/// Other positions stay as they are. Requires k = 2.
void draw_bits(const randomized_response& response, std::uint64_t first, std::uint64_t last,
               private_randomness& coins, std::span<std::uint64_t> words);
/// Turns the bits of these entries over.
/// Errors: internal_error unless positions increase, below `length`.
void add_entries(std::uint64_t length, std::span<const row_entry> entries, std::span<std::uint64_t> words);

}  // namespace edgeldp
