// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/bitmap.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"

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
  const unsigned per_word = 64 / m_bits;
  const std::uint32_t k = m_response.alphabet();
  std::ranges::fill(words, 0);
  std::size_t next = 0;
  for (std::uint64_t position = 0; position < shape.length; ++position) {
    std::uint32_t value = m_response.offset_of(coins() >> 24);
    if (next < entries.size() && entries[next].position == position) {
      value = (value + entries[next++].offset) % k;
    }
    words[position / per_word] |= std::uint64_t{value} << (m_bits * (position % per_word));
  }
  if (next != entries.size()) throw internal_error("row entries are not sorted or lie outside the row");
}

void bitmap_codec::write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out,
                         model&) const {
  for (std::size_t w = 0; w < words.size(); ++w)
    out.encode_direct(words[w], used_bits(shape.length, m_bits, w, words.size()));
}

void bitmap_codec::read(const row_shape& shape, range_decoder& in, model&,
                        std::span<std::uint64_t> words) const {
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

}  // namespace edgeldp
