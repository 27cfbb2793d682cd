// SPDX-License-Identifier: MIT
#include "wire/row_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp::row_file {

std::uint32_t crc32(byte_span bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

namespace {

constexpr std::uint16_t format_version = 1;
constexpr std::size_t header_crc_at = header_bytes - 4, sections_at = 104;

}  // namespace

std::vector<std::byte> begin_header(const file_magic& magic, const codec_parameters& p) {
  std::vector<std::byte> h(header_bytes);
  for (std::size_t i = 0; i < magic.size(); ++i) put(h, i, magic[i]);
  put(h, 8, format_version);
  put(h, 10, static_cast<std::uint16_t>(header_bytes));
  put(h, 12, static_cast<std::uint8_t>(p.codec));
  put(h, 24, p.key.value);
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    const auto [threshold, rate, third] = S::header(p);
    put(h, 32, threshold);
    put(h, 40, rate);
    put(h, 48, third);
  });
  put(h, 52, p.candidate_limit_log2);
  put(h, 56, p.level);
  put(h, 60, users_per_block);
  put(h, 140, p.chunk_floor_rate);
  put(h, 148, p.size_slack);
  return h;
}

codec_parameters read_header(byte_span file, const file_magic& magic, const char* what) {
  for (std::size_t i = 0; i < std::min(magic.size(), file.size()); ++i)
    require(get<std::uint8_t>(file, i) == magic[i], i, what);
  require(file.size() >= header_bytes, file.size(), "release file ends inside its header");
  require(get<std::uint16_t>(file, 8) == format_version, 8, "unsupported format version (expected 1)");
  require(get<std::uint16_t>(file, 10) == header_bytes, 10, "header length must be 160");
  require(get<std::uint32_t>(file, header_crc_at) == crc32(file.first(header_crc_at)), header_crc_at,
          "header checksum does not match");
  codec_parameters p;
  p.codec = static_cast<codec_kind>(get<std::uint8_t>(file, 12));
  require(is_known(p.codec), 12, "unknown codec");
  p.key.value = get<std::uint64_t>(file, 24);
  p.alpha_milli = 0;  // where it is not in use
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    S::header(p) =
        std::tuple(get<std::uint64_t>(file, 32), get<std::uint64_t>(file, 40), get<std::uint32_t>(file, 48));
  });
  p.candidate_limit_log2 = get<std::uint32_t>(file, 52);
  require(p.alpha_milli == 0 || p.candidate_limit_log2 >= 1, 52, "candidate limit must be at least 2^1");
  p.level = get<std::uint32_t>(file, 56);
  require(get<std::uint32_t>(file, 60) == users_per_block, 60, "unsupported number of users in a block");
  p.chunk_floor_rate = get<std::uint64_t>(file, 140);
  p.size_slack = get<std::uint64_t>(file, 148);
  return p;
}

void put_budgets(std::span<std::byte> header, std::size_t at, std::span<const epsilon* const> budgets) {
  for (std::size_t i = 0; i < budgets.size(); ++i) put(header, at + 8 * i, budgets[i]->units());
}

void get_budgets(byte_span header, std::size_t at, std::span<epsilon* const> budgets) {
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    const auto units = get<std::uint64_t>(header, at + 8 * i);
    require(units <= 64 * epsilon::units_per_nat, at + 8 * i, "budget exceeds 64 nats");
    *budgets[i] = epsilon::from_units(units);
  }
}

std::vector<std::byte> assemble(std::vector<std::byte> header, byte_span first, byte_span second,
                                const block_section& rows) {
  put(header, sections_at, std::uint64_t{first.size()});
  put(header, sections_at + 8, std::uint64_t{second.size()});
  put(header, sections_at + 16, std::uint64_t{rows.blocks.size()});
  put(header, sections_at + 24, crc32(first));
  put(header, sections_at + 28, crc32(second));
  put(header, sections_at + 32, crc32(rows.index));
  put(header, header_crc_at, crc32(byte_span(header).first(header_crc_at)));
  for (const byte_span part : {first, second, byte_span(rows.index), byte_span(rows.blocks)})
    header.insert(header.end(), part.begin(), part.end());
  return header;
}

sections read_sections(byte_span file) {
  const auto at = [&](std::size_t offset) { return sections_at + offset; };
  return {get<std::uint64_t>(file, at(0)),  get<std::uint64_t>(file, at(8)),
          get<std::uint64_t>(file, at(16)), get<std::uint32_t>(file, at(24)),
          get<std::uint32_t>(file, at(28)), get<std::uint32_t>(file, at(32))};
}

std::uint64_t check_sections(byte_span file, const sections& s, std::uint64_t users) {
  std::uint64_t left = file.size() - header_bytes;
  const auto take = [&](std::uint64_t size, std::size_t field) {
    require(size <= left, field, "a section reaches past the end of the file");
    left -= size;
  };
  take(s.first_bytes, sections_at);
  take(s.second_bytes, sections_at + 8);
  constexpr std::size_t users_at = 16;
  require(users <= std::uint64_t{1} << 32, users_at, "more than 2^32 users");
  take(block_count_of(users) * index_entry_bytes, users_at);
  require(s.block_bytes == left, sections_at + 16, "length of the blocks does not match the file");
  return header_bytes + s.first_bytes + s.second_bytes;
}

std::vector<std::byte> write_numbers(std::span<const std::int64_t> numbers) {
  std::vector<std::byte> bytes;
  for (const std::int64_t number : numbers) append_integer(bytes, number);
  return bytes;
}

std::vector<std::int64_t> read_numbers(byte_span file, std::uint64_t at, std::uint64_t size,
                                       std::uint32_t crc, std::uint64_t count) {
  const byte_span part = file.subspan(at, size);
  require(crc32(part) == crc, at, "checksum of released numbers does not match");
  require(count <= size, at, "fewer released numbers than users");
  std::vector<std::int64_t> numbers(count);
  std::size_t position = 0;
  for (std::int64_t& number : numbers)
    number = static_cast<std::int64_t>(read_integer(part, position, largest_released_number, at));
  require(position == size, at + position, "bytes after the last released number");
  return numbers;
}

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

block_section cut_blocks(std::uint64_t users, byte_span rows) {
  const std::uint64_t index = block_count_of(users) * index_entry_bytes;
  require(rows.size() >= index, 0, "rows are cut short");
  const auto bytes_of = [](byte_span part) { return std::vector<std::byte>(part.begin(), part.end()); };
  return {bytes_of(rows.first(index)), bytes_of(rows.subspan(index))};
}

block_section join_blocks(std::span<const std::vector<std::byte>> blocks) {
  block_section section;
  section.index.resize(blocks.size() * index_entry_bytes);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() > 0xffffffffU) throw invalid_parameter("a block of rows exceeds 4 GiB");
    put(section.index, b * index_entry_bytes, static_cast<std::uint32_t>(blocks[b].size()));
    put(section.index, b * index_entry_bytes + 4, crc32(blocks[b]));
    section.blocks.insert(section.blocks.end(), blocks[b].begin(), blocks[b].end());
  }
  return section;
}

block_reader::block_reader(byte_span file, std::uint64_t index_at, std::uint32_t index_crc,
                           std::uint64_t blocks)
    : m_file(file), m_index_at(index_at) {
  const byte_span index = file.subspan(index_at, blocks * index_entry_bytes);
  require(crc32(index) == index_crc, index_at, "checksum of the block index does not match");
  std::uint64_t at = index_at + index.size();
  m_offset = {at};
  for (std::uint64_t b = 0; b < blocks; ++b) {
    at += get<std::uint32_t>(index, b * index_entry_bytes);
    require(at <= file.size(), index_at + b * index_entry_bytes, "a block reaches past the end of the file");
    m_offset.push_back(at);
  }
  require(at == file.size(), at, "bytes after the last block");
}

byte_span block_reader::checked_block(std::uint64_t block) const {
  const byte_span part = m_file.subspan(m_offset[block], m_offset[block + 1] - m_offset[block]);
  const auto crc = get<std::uint32_t>(m_file, m_index_at + block * index_entry_bytes + 4);
  require(crc32(part) == crc, m_offset[block], "checksum of a block does not match");
  return part;
}

namespace {

[[noreturn]] void cannot_read(const std::string& path, int cause) {
  throw io_error("cannot read " + path + ": " + std::generic_category().message(cause));
}

std::vector<std::byte> read_whole(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  std::vector<std::byte> bytes;
  std::array<std::byte, 65536> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), file.get()))
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
  if (std::ferror(file.get()) != 0) cannot_read(path, errno);
  return bytes;
}

}  // namespace

file_bytes::file_bytes(const std::string& path) {
  std::error_code no_size;  // pipes have none
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  if (no_size || size <= most_read) {
    m_read = read_whole(path);
  } else {
    try {
      m_mapped.open(path);
    } catch (const std::exception& e) {
      throw io_error("cannot open " + path + ": " + e.what());
    }
  }
  require(!bytes().empty(), 0, "release file is empty");
}

byte_span file_bytes::bytes() const noexcept {
  if (!m_mapped.is_open()) return m_read;
  return {reinterpret_cast<const std::byte*>(m_mapped.data()), m_mapped.size()};
}

}  // namespace edgeldp::row_file
