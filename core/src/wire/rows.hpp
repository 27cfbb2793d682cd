// SPDX-License-Identifier: MIT
// Rows as bytes: a user's message, and the rows of all in blocks of range-coded ones with an index
// of lengths and checksums (core/doc/format.md, "Blocks"). A Layout has users(), codec(u),
// codecs(), class_of(u), shape(u), word_offset(u) and parameters().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "wire/bytes.hpp"
#include "wire/row_laws.hpp"

namespace edgeldp::wire {

inline constexpr std::size_t index_entry_bytes = 8;  // length and checksum of a block, 32 bits each

/// Words that `bytes` bytes of rows may ask for.
std::uint64_t most_words(codec_kind codec, std::uint64_t bytes);

/// Fewest bytes that may ask for so many words: blocks that the range coder left with fewer, for it
/// drops trailing zeros, are filled up with zeros.
std::uint64_t least_bytes(codec_kind codec, std::uint64_t words);

inline std::uint64_t block_count_of(std::uint64_t users) {
  return (users + users_per_block - 1) / users_per_block;
}
inline std::uint64_t index_bytes_of(std::uint64_t users) {
  return block_count_of(users) * index_entry_bytes;
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

/// Calls f(codec of u, model, shape of u, words of u) for the users of a block, whose words alone
/// are given. Each law of rows has a model of its own.
template <class Layout, class Words, class F>
void for_each_row(const Layout& layout, std::uint64_t block, Words words, F&& f) {
  layout.codecs().front().visit([&]<class C>(const C&) {
    std::vector<typename C::model> models;
    for (const any_codec& codec : layout.codecs()) models.emplace_back(codec.template as<C>());
    const block_range range(layout, block);
    for (std::uint64_t u = range.first; u < range.last; ++u) {
      const auto user = static_cast<vertex_id>(u);
      const std::uint64_t begin = layout.word_offset(u) - range.first_word;
      f(layout.codec(user).template as<C>(), models[layout.class_of(user)], layout.shape(user),
        words.subspan(size_of(begin), size_of(layout.word_offset(u + 1) - layout.word_offset(u))));
    }
  });
}

inline void fill_up(std::vector<std::byte>& block, std::uint64_t least) {
  block.resize(size_of(std::max<std::uint64_t>(block.size(), least)));
}

template <class Layout>
std::vector<std::byte> write_block(const Layout& layout, std::uint64_t block,
                                   std::span<const std::uint64_t> words) {
  range_encoder out;
  for_each_row(layout, block, words, [&](const auto& codec, auto& model, const row_shape& shape, auto row) {
    codec.write(shape, row, out, model);
  });
  std::vector<std::byte> bytes = out.finish();
  fill_up(bytes, least_bytes(layout.parameters().codec, words.size()));
  return bytes;
}

/// Fewest bytes of the last block that let all rows ask for their words; `others`: bytes of the
/// index and of the other blocks.
template <class Layout>
std::uint64_t least_last_block(const Layout& layout, std::uint64_t others) {
  const std::uint64_t least = least_bytes(layout.parameters().codec, layout.word_offset(layout.users()));
  return least - std::min(least, others);
}

/// Calls f(block, bytes) for all blocks, in parallel.
template <class Layout, class F>
void for_each_block(const Layout& layout, std::span<const std::uint64_t> words, const F& f) {
  parallel_for(0, block_count_of(layout.users()), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t b = first; b < last; ++b) {
      const block_range range(layout, b);
      f(b, write_block(layout, b, words.subspan(size_of(range.first_word), size_of(range.word_count))));
    }
  });
}

/// How long write_blocks is; holds a block a thread.
template <class Layout>
std::uint64_t bytes_of_blocks(const Layout& layout, std::span<const std::uint64_t> words) {
  std::vector<std::uint64_t> sizes(size_of(block_count_of(layout.users())));
  for_each_block(layout, words, [&](std::uint64_t b, const std::vector<std::byte>& bytes) {
    sizes[size_of(b)] = bytes.size();
  });
  if (sizes.empty()) return 0;
  const std::uint64_t last = sizes.back(), others = std::accumulate(sizes.begin(), sizes.end() - 1,
                                                                    index_bytes_of(layout.users()));
  return others + std::max(last, least_last_block(layout, others));
}

/// Index and blocks, one after another.
std::vector<std::byte> join_blocks(std::vector<std::vector<std::byte>> blocks);

template <class Layout>
std::vector<std::byte> write_blocks(const Layout& layout, std::span<const std::uint64_t> words) {
  std::vector<std::vector<std::byte>> blocks(size_of(block_count_of(layout.users())));
  for_each_block(layout, words, [&](std::uint64_t b, std::vector<std::byte> bytes) {
    bytes.shrink_to_fit();
    blocks[size_of(b)] = std::move(bytes);
  });
  if (!blocks.empty()) {
    std::uint64_t others = blocks.size() * index_entry_bytes;
    for (std::size_t b = 0; b + 1 < blocks.size(); ++b) others += blocks[b].size();
    fill_up(blocks.back(), least_last_block(layout, others));
  }
  return join_blocks(std::move(blocks));
}

/// Index and blocks that are being read: the index, and of bytes that lie elsewhere one block at a
/// time, are in memory.
class block_reader {
 public:
  block_reader() = default;
  /// Checks that index and blocks fill the rest of the file from index_at on, that every block is
  /// long enough for its rows, and that index and blocks are for all of them.
  template <class Layout>
  block_reader(const public_bytes& file, std::uint64_t index_at, const Layout& layout)
      : block_reader(file, index_at, block_count_of(layout.users())) {
    for (std::uint64_t b = 0; b < block_count(); ++b) require_room(layout, b);
    require_room_for_all(layout);
  }

  /// Checks that index and blocks fill the rest of the file from index_at on, and no more: who
  /// reads block by block calls require_room before each, and require_room_for_all before the last.
  block_reader(const public_bytes& file, std::uint64_t index_at, std::uint64_t blocks);

  /// Errors: format_error for a block that is too short for its rows.
  template <class Layout>
  void require_room(const Layout& layout, std::uint64_t block) const {
    require(
        block_range(layout, block).word_count <=
            most_words(layout.parameters().codec, m_offset[size_of(block + 1)] - m_offset[size_of(block)]),
        m_offset[size_of(block)], "a block is too short for its rows");
  }

  /// Errors: format_error for a file that is too short for all rows together.
  template <class Layout>
  void require_room_for_all(const Layout& layout) {
    require(layout.word_offset(layout.users()) <= most_words(layout.parameters().codec, bytes()), m_index_at,
            "the file is too short for its rows");
    if (block_count() != 0)
      m_least_last = least_last_block(layout, m_offset[size_of(block_count() - 1)] - m_index_at);
  }

  std::uint64_t block_count() const noexcept { return m_offset.size() - 1; }
  /// Of index and blocks.
  std::uint64_t bytes() const noexcept { return m_file.size() - m_index_at; }

  /// Words of the rows of one block, concatenated.
  template <class Layout>
  void read(const Layout& layout, std::uint64_t block, std::span<std::uint64_t> words) const {
    const held_bytes held = checked_block(block);
    const byte_span part = held.bytes;
    range_decoder in(part);
    for_each_row(layout, block, words, [&](const auto& codec, auto& model, const row_shape& shape, auto row) {
      codec.read(shape, in, model, row);
    });
    // Nothing may hide behind the last row.
    std::vector<std::byte> canonical = write_block(layout, block, words);
    if (block + 1 == block_count()) fill_up(canonical, m_least_last);
    require(ranges::equal(canonical, part), m_offset[size_of(block)], "a block is not in canonical form");
  }

  /// Words of all rows, in parallel over blocks.
  template <class Layout>
  shared_numbers<std::uint64_t> read_all(const Layout& layout) const {
    numbers_to_share<std::uint64_t> words(size_of(layout.word_offset(layout.users())));
    parallel_for(0, block_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t b = first; b < last; ++b) {
        const block_range range(layout, b);
        read(layout, b, words.all().subspan(size_of(range.first_word), size_of(range.word_count)));
      }
    });
    return std::move(words).share();
  }

  /// Calls f(row) with the decodable row of one user, having read its block only.
  template <class Layout, class F>
  decltype(auto) visit_row(const Layout& layout, vertex_id u, F&& f) const {
    const block_range range(layout, u / users_per_block);
    std::vector<std::uint64_t> words(size_of(range.word_count));
    read(layout, u / users_per_block, words);
    const auto row =
        std::span<const std::uint64_t>(words).subspan(size_of(layout.word_offset(u) - range.first_word));
    return layout.codec(u).visit([&](const auto& codec) { return f(codec.row(layout.shape(u), row)); });
  }

 private:
  held_bytes checked_block(std::uint64_t block) const;

  public_bytes m_file;
  held_bytes m_index;
  std::uint64_t m_index_at = 0, m_least_last = 0;
  std::vector<std::uint64_t> m_offset = {0};  // of each block in the file, and the end
};

/// Increasing numbers below `users`.
bool is_absent_list(std::uint64_t users, std::span<const vertex_id> absent) noexcept;
/// Errors: format_error at `at` for any other.
void require_absent(std::uint64_t users, std::span<const vertex_id> absent, std::uint64_t at);

/// Errors: invalid_parameter for another number of words, or users that are absent in no order.
template <class Layout>
void require_rows(const Layout& layout, std::size_t words, std::span<const vertex_id> absent) {
  if (words != layout.word_offset(layout.users()))
    throw invalid_parameter("a release needs the words of every user's row");
  if (!is_absent_list(layout.users(), absent))
    throw invalid_parameter("absent users must be named in increasing order, below " +
                            std::to_string(layout.users()));
}

/// Neighbours whose edge to u is reported by u, where their positions are to stand. Which of them
/// are is random, and their ranks are in no cache: without a branch they are fetched side by side
/// (6% of a run with 1 million users and 20 million edges, with the same in counting).
template <class Layout>
std::vector<row_entry> preceding_neighbors(const Layout& layout, vertex_id u,
                                           std::span<const vertex_id> neighbors) {
  std::vector<row_entry> preceding(neighbors.size());
  const std::uint32_t own = layout.rank(u);
  std::size_t count = 0;
  for (const vertex_id v : neighbors) {
    if (v >= layout.users()) throw invalid_parameter("neighbour " + std::to_string(v) + " is not a user");
    preceding[count] = {v, 1};
    count += layout.rank(v) < own ? 1 : 0;
  }
  preceding.resize(count);
  return preceding;
}

/// A row of plain bits whose laws follow from whom a bit is about. Positions are ranks.
template <class Layout>
void encode_by_position(const Layout& layout, const row_shape& shape, std::span<const row_entry> entries,
                        private_randomness& coins, std::span<std::uint64_t> words) {
  ranges::fill(words, 0);
  for (std::uint64_t begin = 0; begin < shape.length;) {
    const std::size_t law = class_at(layout.parameters(), static_cast<std::uint32_t>(begin));
    const std::span<const rank_class> later = layout.parameters().later;
    const std::uint64_t end =
        law < later.size() ? std::min<std::uint64_t>(later[law].first, shape.length) : shape.length;
    draw_bits(layout.codecs()[law].template as<bitmap_codec>().response(), begin, end, coins, words);
    begin = end;
  }
  add_entries(shape.length, entries, words);
}

/// User u's randomized row (release.hpp, encode_row).
template <class Layout>
void encode_row(const Layout& layout, vertex_id u, std::span<const vertex_id> neighbors,
                private_randomness& coins, std::span<std::uint64_t> words) {
  if (coins.is_simulated() && !layout.parameters().simulated)
    throw invalid_parameter("simulated coins in a release that is not marked simulated");
  std::vector<row_entry> entries = preceding_neighbors(layout, u, neighbors);
  for (row_entry& entry : entries) entry.position = layout.position(entry.position);
  ranges::sort(entries, {}, &row_entry::position);
  if (ranges::adjacent_find(entries, {}, &row_entry::position) != entries.end())
    throw invalid_parameter("user " + std::to_string(u) + " names a neighbour twice");
  if (layout.parameters().has_laws_by_position())
    return encode_by_position(layout, layout.shape(u), entries, coins, words);
  layout.codec(u).visit([&](const auto& codec) { codec.encode(layout.shape(u), entries, coins, words); });
}

/// One row alone, as a message.
template <class Layout>
std::vector<std::byte> write_row(const Layout& layout, vertex_id u, std::span<const std::uint64_t> words) {
  return layout.codec(u).visit([&]<class C>(const C& codec) {
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
  std::vector<std::uint64_t> words(size_of(layout.codec(u).word_count(layout.shape(u))));
  layout.codec(u).visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_decoder in(message);
    codec.read(layout.shape(u), in, model, words);
  });
  const std::vector<std::byte> canonical = write_row(layout, u, words);
  const auto [mine, theirs] = ranges::mismatch(canonical, message);
  if (mine != canonical.end() || theirs != message.end())
    throw format_error(static_cast<std::uint64_t>(theirs - message.begin()),
                       what + (" of user " + std::to_string(u)) + " is not in canonical form");
  return words;
}

}  // namespace edgeldp::wire
