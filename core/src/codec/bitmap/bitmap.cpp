// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/bitmap.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

// The last word holds fewer values; its unused high bits are zero and are not sent.
unsigned used_bits(std::uint64_t length, unsigned bits, std::uint64_t word, std::uint64_t word_count) {
  const unsigned per_word = 64 / bits;
  const std::uint64_t values = word + 1 == word_count ? length - word * per_word : per_word;
  return static_cast<unsigned>(values) * bits;
}

}  // namespace

void bitmap_codec::encode(const row_shape& shape, std::span<const row_entry> entries,
                          private_randomness& coins, std::span<std::uint64_t> words) const {
  const std::uint32_t k = m_response.alphabet();
  ranges::fill(words, 0);
  if (k == 2) {
    draw_bits(m_response, 0, shape.length, coins, words);
    return add_entries(shape.length, entries, words);
  }
  const unsigned per_word = 64 / m_bits;
  std::size_t next = 0;
  for (std::uint64_t position = 0; position < shape.length; ++position) {
    std::uint32_t value = m_response.offset_of(coins() >> 24);
    if (next < entries.size() && entries[next].position == position) {
      value = (value + entries[next++].offset) % k;
    }
    words[size_of(position / per_word)] |= std::uint64_t{value} << (m_bits * (position % per_word));
  }
  if (next != entries.size()) throw internal_error("row entries are not sorted or lie outside the row");
}

void draw_bits(const randomized_response& response, std::uint64_t first, std::uint64_t last,
               private_randomness& coins, std::span<std::uint64_t> words) {
  for (std::uint64_t begin = first; begin < last;) {
    const std::uint64_t end = std::min(last, (begin / 64 + 1) * 64);
    const std::uint64_t lanes = (~std::uint64_t{0} >> (64 - (end - begin))) << (begin % 64);
    std::uint64_t& word = words[size_of(begin / 64)];
    word = (word & ~lanes) | bernoulli_40_of_each(coins, response.threshold(), lanes);
    begin = end;
  }
}

void add_entries(std::uint64_t length, std::span<const row_entry> entries, std::span<std::uint64_t> words) {
  std::uint64_t least = 0;
  for (const row_entry& entry : entries) {
    if (entry.position < least || entry.position >= length)
      throw internal_error("row entries are not sorted or lie outside the row");
    words[entry.position / 64] ^= std::uint64_t{entry.offset & 1} << (entry.position % 64);
    least = std::uint64_t{entry.position} + 1;
  }
}

gap_law bitmap_codec::gaps(const row_shape& shape) const noexcept {
  const std::uint64_t changed = m_response.threshold() * (m_response.alphabet() - 1);
  if (shape.length == 0) return gap_law(changed);
  // Every expected entry differs more often than its noise does.
  const std::uint64_t more =
      randomized_response::resolution - std::min(randomized_response::resolution, 2 * changed);
  const uint128 of_entries = uint128{shape.expected_entries} * more / shape.length;
  const uint128 density = uint128{changed} + of_entries;
  return gap_law(static_cast<std::uint64_t>(std::min<uint128>(density, randomized_response::resolution / 2)));
}

void bitmap_codec::write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out,
                         model&) const {
  if (m_coding == row_coding::compact) return write_gaps(shape, words, out);
  for (std::size_t w = 0; w < words.size(); ++w)
    out.encode_direct(words[w], used_bits(shape.length, m_bits, w, words.size()));
}

void bitmap_codec::read(const row_shape& shape, range_decoder& in, model&,
                        std::span<std::uint64_t> words) const {
  if (m_coding == row_coding::compact) return read_gaps(shape, in, words);
  for (std::size_t w = 0; w < words.size(); ++w)
    words[w] = in.decode_direct(used_bits(shape.length, m_bits, w, words.size()));
  if (!std::has_single_bit(m_response.alphabet())) {
    const bitmap_row view = row(shape, words);
    for (std::uint64_t position = 0; position < shape.length; ++position) {
      if (view.offset(static_cast<std::uint32_t>(position)) >= m_response.alphabet())
        throw format_error(in.position(), "value outside the alphabet");
    }
  }
}

// A value that differs follows its gap, if there is a choice; the last gap reaches the end.
void bitmap_codec::write_gaps(const row_shape& shape, std::span<const std::uint64_t> words,
                              range_encoder& out) const {
  const gap_law law_of_gaps = gaps(shape);
  const std::uint64_t value_mask = (std::uint64_t{1} << m_bits) - 1;
  const std::uint64_t per_word = 64 / m_bits;
  std::uint64_t next = 0;  // position after the last that differed
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t rest = words[w]; rest != 0;) {
      const std::uint64_t lane = static_cast<unsigned>(std::countr_zero(rest)) / m_bits;
      const std::uint64_t position = w * per_word + lane;
      const std::uint64_t value = (words[w] >> (lane * m_bits)) & value_mask;
      law_of_gaps.write(out, position - next);
      if (m_response.alphabet() > 2)
        out.encode_uniform(static_cast<std::uint32_t>(value - 1), m_response.alphabet() - 1);
      rest &= ~(value_mask << (lane * m_bits));
      next = position + 1;
    }
  }
  if (next < shape.length) law_of_gaps.write(out, shape.length - next);
}

void bitmap_codec::read_gaps(const row_shape& shape, range_decoder& in,
                             std::span<std::uint64_t> words) const {
  const gap_law law_of_gaps = gaps(shape);
  const std::uint64_t per_word = 64 / m_bits;
  ranges::fill(words, 0);
  for (std::uint64_t position = 0; position < shape.length; ++position) {
    const std::uint64_t gap = law_of_gaps.read(in);
    if (gap > shape.length - position) throw format_error(in.position(), "a gap beyond the end of its row");
    position += gap;
    if (position == shape.length) return;
    const std::uint64_t value =
        m_response.alphabet() > 2 ? 1 + in.decode_uniform(m_response.alphabet() - 1) : 1;
    words[size_of(position / per_word)] |= value << (m_bits * (position % per_word));
  }
}

}  // namespace edgeldp
