// SPDX-License-Identifier: MIT
// What files of rows share: header fields, sections of numbers, blocks of range-coded rows with an
// index and checksums, replacing a file. A Layout has users(), codec(), shape(u), word_offset(u)
// and parameters().
#pragma once

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <boost/iostreams/device/mapped_file.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/wire/release.hpp"

namespace edgeldp::row_file {

using byte_span = std::span<const std::byte>;

std::uint32_t crc32(byte_span bytes);

inline void require(bool good, std::uint64_t offset, const char* what) {
  if (!good) throw format_error(offset, what);
}

/// Little-endian fields.
template <class T>
void put(std::span<std::byte> bytes, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[at + i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
}

template <class T>
T get(byte_span bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return static_cast<T>(value);
}

inline constexpr std::size_t header_bytes = 160;
using file_magic = std::array<unsigned char, 8>;

/// Magic, version and the codec's fields, which stand at the same places in every header; the rest
/// is zero.
std::vector<std::byte> begin_header(const file_magic& magic, const codec_parameters& p);

/// Checks what begin_header wrote and the header's CRC. `what` names the kind of file.
codec_parameters read_header(byte_span file, const file_magic& magic, const char* what);

/// Budgets, one after another; a reader refuses more than 64 nats.
void put_budgets(std::span<std::byte> header, std::size_t at, std::span<const epsilon* const> budgets);
void get_budgets(byte_span header, std::size_t at, std::span<epsilon* const> budgets);

/// Sections of released numbers.
std::vector<std::byte> write_numbers(std::span<const std::int64_t> numbers);
std::vector<std::int64_t> read_numbers(byte_span file, std::uint64_t at, std::uint64_t size,
                                       std::uint32_t crc, std::uint64_t count);

inline constexpr std::size_t index_entry_bytes = 8;  // length and checksum of a block, 32 bits each

/// Words that `bytes` bytes of rows may ask for.
std::uint64_t most_words(codec_kind codec, std::uint64_t bytes);

/// Fewest bytes that may ask for so many words: blocks that the range coder left with fewer, for it
/// drops trailing zeros, are filled up with zeros.
std::uint64_t least_bytes(codec_kind codec, std::uint64_t words);

inline std::uint64_t block_count_of(std::uint64_t users) {
  return (users + users_per_block - 1) / users_per_block;
}

/// Users [first, last) of a block, and where their words begin in the flat array.
struct block_range {
  template <class Layout>
  block_range(const Layout& layout, std::uint64_t block)
      : first(block * users_per_block),
        last(std::min(layout.users(), first + users_per_block)),
        first_word(layout.word_offset(first)),
        word_count(layout.word_offset(last) - first_word) {}
  std::uint64_t first, last, first_word, word_count;
};

/// Calls f(model, shape of u, words of u) for the users of a block, whose words alone are given.
template <class Layout, class Codec, class Words, class F>
void for_each_row(const Layout& layout, const Codec& codec, std::uint64_t block, Words words, F&& f) {
  const block_range range(layout, block);
  typename Codec::model model(codec);
  for (std::uint64_t u = range.first; u < range.last; ++u) {
    const std::uint64_t begin = layout.word_offset(u) - range.first_word;
    f(model, layout.shape(static_cast<vertex_id>(u)),
      words.subspan(begin, layout.word_offset(u + 1) - layout.word_offset(u)));
  }
}

inline void fill_up(std::vector<std::byte>& block, std::uint64_t least) {
  block.resize(std::max<std::uint64_t>(block.size(), least));
}

template <class Layout>
std::vector<std::byte> write_block(const Layout& layout, std::uint64_t block,
                                   std::span<const std::uint64_t> words) {
  return layout.codec().visit([&](const auto& codec) {
    range_encoder out;
    for_each_row(layout, codec, block, words,
                 [&](auto& model, const row_shape& shape, auto row) { codec.write(shape, row, out, model); });
    std::vector<std::byte> bytes = out.finish();
    fill_up(bytes, least_bytes(layout.parameters().codec, words.size()));
    return bytes;
  });
}

/// Fewest bytes of the last block that let the file ask for all its words, and for its users where
/// they have no other section. `outside`: bytes of header, sections and index; `before`: of the
/// blocks before the last.
template <class Layout>
std::uint64_t least_last_block(const Layout& layout, std::uint64_t outside, std::uint64_t before) {
  const codec_kind codec = layout.parameters().codec;
  const auto rest = [](std::uint64_t whole, std::uint64_t part) { return whole - std::min(whole, part); };
  const std::uint64_t for_words =
      rest(least_bytes(codec, layout.word_offset(layout.users())), outside + before);
  const bool has_no_other = !is_shaped(codec) && layout.sizes().empty();
  return std::max(for_words, has_no_other ? rest(least_bytes(codec, layout.users()), before) : 0);
}

/// Block index and blocks, as they stand in a file.
struct block_section {
  std::vector<std::byte> index, blocks;
  std::uint64_t bytes() const noexcept { return index.size() + blocks.size(); }
};
block_section join_blocks(std::span<const std::vector<std::byte>> blocks);
/// The same from the end of a file.
/// Errors: format_error where it is shorter than its index.
block_section cut_blocks(std::uint64_t users, byte_span rows);

/// `before`: bytes of the file before the index.
template <class Layout>
block_section write_blocks(const Layout& layout, std::span<const std::uint64_t> words, std::uint64_t before) {
  std::vector<std::vector<std::byte>> blocks(block_count_of(layout.users()));
  parallel_for(0, blocks.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t b = first; b < last; ++b) {
      const block_range range(layout, b);
      blocks[b] = write_block(layout, b, words.subspan(range.first_word, range.word_count));
    }
  });
  if (!blocks.empty()) {
    std::uint64_t others = 0;
    for (std::size_t b = 0; b + 1 < blocks.size(); ++b) others += blocks[b].size();
    fill_up(blocks.back(), least_last_block(layout, before + blocks.size() * index_entry_bytes, others));
  }
  return join_blocks(blocks);
}

/// Two sections of public data precede the block index; their lengths and checksums are in the
/// header.
struct sections {
  std::uint64_t first_bytes = 0, second_bytes = 0, block_bytes = 0;
  std::uint32_t first_crc = 0, second_crc = 0, index_crc = 0;
};

/// The whole file: completes the header that precedes the sections.
std::vector<std::byte> assemble(std::vector<std::byte> header, byte_span first, byte_span second,
                                const block_section& rows);

/// Lengths and checksums from a header; nothing is believed of them yet.
sections read_sections(byte_span file);

/// Where the index begins.
/// Errors: format_error unless sections, index and blocks fill the file.
std::uint64_t check_sections(byte_span file, const sections& s, std::uint64_t users);

/// The blocks of a file that is being read.
class block_reader {
 public:
  block_reader() = default;
  /// Checks the index, that every block is long enough for its rows, and the file for all of them.
  template <class Layout>
  block_reader(byte_span file, std::uint64_t index_at, std::uint32_t index_crc, const Layout& layout)
      : block_reader(file, index_at, index_crc, block_count_of(layout.users())) {
    for (std::uint64_t b = 0; b < block_count(); ++b)
      require(block_range(layout, b).word_count <=
                  most_words(layout.parameters().codec, m_offset[b + 1] - m_offset[b]),
              m_offset[b], "a block is too short for its rows");
    require(layout.word_offset(layout.users()) <= most_words(layout.parameters().codec, file.size()),
            index_at, "the file is too short for its rows");
    if (block_count() == 0) return;
    const std::uint64_t before = m_offset[block_count() - 1] - m_offset[0];
    m_least_last = least_last_block(layout, m_offset[0], before);
  }

  std::uint64_t block_count() const noexcept { return m_offset.size() - 1; }

  /// Words of the rows of one block, concatenated.
  template <class Layout>
  void read(const Layout& layout, std::uint64_t block, std::span<std::uint64_t> words) const {
    const byte_span part = checked_block(block);
    layout.codec().visit([&](const auto& codec) {
      range_decoder in(part);
      for_each_row(layout, codec, block, words,
                   [&](auto& model, const row_shape& shape, auto row) { codec.read(shape, in, model, row); });
    });
    // Nothing may hide behind the last row.
    std::vector<std::byte> canonical = write_block(layout, block, words);
    if (block + 1 == block_count()) fill_up(canonical, m_least_last);
    require(std::ranges::equal(canonical, part), m_offset[block], "a block is not in canonical form");
  }

  /// Words of all rows, in parallel over blocks.
  template <class Layout>
  std::vector<std::uint64_t> read_all(const Layout& layout) const {
    std::vector<std::uint64_t> words(layout.word_offset(layout.users()));
    parallel_for(0, block_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t b = first; b < last; ++b) {
        const block_range range(layout, b);
        read(layout, b, std::span(words).subspan(range.first_word, range.word_count));
      }
    });
    return words;
  }

  /// Calls f(row) with the decodable row of one user, having read its block only.
  template <class Layout, class F>
  decltype(auto) visit_row(const Layout& layout, vertex_id u, F&& f) const {
    const block_range range(layout, u / users_per_block);
    std::vector<std::uint64_t> words(range.word_count);
    read(layout, u / users_per_block, words);
    const auto row = std::span<const std::uint64_t>(words).subspan(layout.word_offset(u) - range.first_word);
    return layout.codec().visit([&](const auto& codec) { return f(codec.row(layout.shape(u), row)); });
  }

 private:
  block_reader(byte_span file, std::uint64_t index_at, std::uint32_t index_crc, std::uint64_t blocks);
  byte_span checked_block(std::uint64_t block) const;

  byte_span m_file;
  std::uint64_t m_index_at = 0, m_least_last = 0;
  std::vector<std::uint64_t> m_offset = {0};  // of each block in the file, and the end
};

/// One row alone, as a message.
template <class Layout>
std::vector<std::byte> write_row(const Layout& layout, vertex_id u, std::span<const std::uint64_t> words) {
  return layout.codec().visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_encoder out;
    codec.write(layout.shape(u), words, out, model);
    return out.finish();
  });
}

/// The words of a message that write_row would produce.
/// Errors: format_error for any other.
template <class Layout>
std::vector<std::uint64_t> read_row(const Layout& layout, vertex_id u, byte_span message, const char* what) {
  std::vector<std::uint64_t> words(layout.codec().word_count(layout.shape(u)));
  layout.codec().visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_decoder in(message);
    codec.read(layout.shape(u), in, model, words);
  });
  const std::vector<std::byte> canonical = write_row(layout, u, words);
  const auto [mine, theirs] = std::ranges::mismatch(canonical, message);
  if (mine != canonical.end() || theirs != message.end())
    throw format_error(static_cast<std::uint64_t>(theirs - message.begin()),
                       what + (" of user " + std::to_string(u)) + " is not in canonical form");
  return words;
}

/// The bytes of a file: read, so that nobody can change them any more, or mapped when there are
/// more than `most_read`.
class file_bytes {
 public:
  static constexpr std::uint64_t most_read = std::uint64_t{1} << 28;
  file_bytes() = default;
  /// Errors: io_error with path and cause; format_error when the file is empty.
  explicit file_bytes(const std::string& path);
  byte_span bytes() const noexcept;

 private:
  std::vector<std::byte> m_read;
  boost::iostreams::mapped_file_source m_mapped;
};

}  // namespace edgeldp::row_file
