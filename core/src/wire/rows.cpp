// SPDX-License-Identifier: MIT
#include "wire/rows.hpp"

#include <functional>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp::wire {

std::uint64_t most_words(codec_kind codec, std::uint64_t bytes) {
  constexpr std::uint64_t free_words = 65536;
  const auto words_per_byte =
      visit_kind(codec, []<class S>(std::type_identity<S>) { return S::words_per_byte; });
  return free_words + words_per_byte * bytes;
}

std::uint64_t least_bytes(codec_kind codec, std::uint64_t words) {
  const std::uint64_t free_words = most_words(codec, 0), words_per_byte = most_words(codec, 1) - free_words;
  return words <= free_words ? 0 : (words - free_words + words_per_byte - 1) / words_per_byte;
}

std::vector<std::byte> join_blocks(std::vector<std::vector<std::byte>> blocks) {
  std::uint64_t size = blocks.size() * index_entry_bytes;
  for (const std::vector<std::byte>& block : blocks) size += block.size();
  std::vector<std::byte> rows;
  rows.reserve(size_of(size));
  rows.resize(blocks.size() * index_entry_bytes);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() > 0xffffffffU) throw invalid_parameter("a block of rows exceeds 4 GiB");
    put(rows, b * index_entry_bytes, static_cast<std::uint32_t>(blocks[b].size()));
    put(rows, b * index_entry_bytes + 4, crc32(blocks[b]));
    rows.insert(rows.end(), blocks[b].begin(), blocks[b].end());
    blocks[b] = {};  // so that the bytes of all rows are held once
  }
  return rows;
}

block_reader::block_reader(const public_bytes& file, std::uint64_t index_at, std::uint64_t blocks)
    : m_file(file), m_index_at(index_at) {
  require(blocks * index_entry_bytes <= file.size() - index_at, index_at, "the block index is cut short");
  m_index = file.part(index_at, blocks * index_entry_bytes);
  std::uint64_t at = index_at + m_index.bytes.size();
  m_offset = {at};
  for (std::uint64_t b = 0; b < blocks; ++b) {
    at += get<std::uint32_t>(m_index.bytes, size_of(b * index_entry_bytes));
    require(at <= file.size(), index_at + b * index_entry_bytes, "a block reaches past the end of the file");
    m_offset.push_back(at);
  }
  require(at == file.size(), at, "bytes after the last block");
}

held_bytes block_reader::checked_block(std::uint64_t block) const {
  const std::uint64_t begin = m_offset[size_of(block)], end = m_offset[size_of(block + 1)];
  held_bytes part = m_file.part(begin, end - begin);
  const auto crc = get<std::uint32_t>(m_index.bytes, size_of(block * index_entry_bytes + 4));
  require(crc32(part.bytes) == crc, m_offset[size_of(block)], "checksum of a block does not match");
  return part;
}

bool is_absent_list(std::uint64_t users, std::span<const vertex_id> absent) noexcept {
  return ranges::adjacent_find(absent, ranges::greater_equal()) == absent.end() &&
         (absent.empty() || absent.back() < users);
}

void require_absent(std::uint64_t users, std::span<const vertex_id> absent, std::uint64_t at) {
  require(is_absent_list(users, absent), at, "absent users are not in increasing order");
}

}  // namespace edgeldp::wire
