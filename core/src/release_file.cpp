// SPDX-License-Identifier: MIT
// The file format of core/doc/format.md: writer, and a reader that trusts no byte.
#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <boost/iostreams/device/mapped_file.hpp>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

constexpr std::array<unsigned char, 8> magic = {0x89, 'E', 'L', 'D', 'P', '\r', '\n', 0x1a};
constexpr std::uint16_t format_version = 1;
constexpr std::size_t header_bytes = 160;
constexpr std::size_t header_crc_at = header_bytes - 4;
constexpr std::size_t index_entry_bytes = 8;  // length and checksum of a block, 32 bits each
// A ppr index costs more than 1/32 bit at every alpha we accept; more words than this no honest block can
// hold.
constexpr std::uint64_t words_per_byte = 256, free_words = 65536;

/// Memory that a block of so many bytes may ask for. A byte of null-space elements fills a fifth of a word.
std::uint64_t most_words(codec_kind codec, std::uint64_t bytes) {
  return free_words + (codec == codec_kind::nullspace ? 1 : words_per_byte) * bytes;
}

using byte_span = std::span<const std::byte>;

std::uint32_t crc32(byte_span bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

class header_writer {
 public:
  template <class T>
  void put(std::size_t at, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      m_bytes[at + i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
  }
  std::array<std::byte, header_bytes> m_bytes{};
};

template <class T>
T get(byte_span bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return static_cast<T>(value);
}

struct sections {
  std::uint64_t degree_bytes = 0, size_bytes = 0, block_bytes = 0;
  std::uint32_t degree_crc = 0, size_crc = 0, index_crc = 0;
};

std::uint64_t block_count_of(std::uint64_t users) {
  return (users + users_per_block - 1) / users_per_block;
}

std::vector<std::byte> write_header(const release_parameters& p, const sections& s) {
  header_writer h;
  for (std::size_t i = 0; i < magic.size(); ++i) h.put(i, magic[i]);
  h.put(8, format_version);
  h.put(10, static_cast<std::uint16_t>(header_bytes));
  h.put(12, static_cast<std::uint8_t>(p.codec));
  h.put(13, static_cast<std::uint8_t>(p.order));
  h.put(14, static_cast<std::uint8_t>(p.chunk_rule));
  h.put(15, static_cast<std::uint8_t>((p.simulated ? 1 : 0) | (p.is_private() ? 2 : 0) |
                                      (s.size_bytes != 0 ? 4 : 0)));
  h.put(16, p.users);
  h.put(24, p.key.value);
  const bool nullspace = p.codec == codec_kind::nullspace;
  h.put(32, nullspace ? p.drop_threshold : p.flip_threshold);
  h.put(40, nullspace ? p.kept_rate : p.chunk_rate);
  h.put(48, nullspace ? p.field_order : p.alpha_milli);
  h.put(52, p.candidate_limit_log2);
  h.put(56, p.level);
  h.put(60, users_per_block);
  const std::array<epsilon, 5> shares = {p.total, p.degree, p.size, p.edges, p.count};
  for (std::size_t i = 0; i < shares.size(); ++i) h.put(64 + 8 * i, shares[i].units());
  h.put(104, s.degree_bytes);
  h.put(112, s.size_bytes);
  h.put(120, s.block_bytes);
  h.put(128, s.degree_crc);
  h.put(132, s.size_crc);
  h.put(136, s.index_crc);
  h.put(140, p.chunk_floor_rate);
  h.put(148, p.size_slack);
  h.put(header_crc_at, crc32({h.m_bytes.data(), header_crc_at}));
  return {h.m_bytes.begin(), h.m_bytes.end()};
}

std::vector<std::byte> write_numbers(std::span<const std::int64_t> numbers) {
  std::vector<std::byte> bytes;
  for (const std::int64_t number : numbers) append_integer(bytes, number);
  return bytes;
}

/// Users [first, last) of a block, and where their words begin in the flat array.
struct block_range {
  block_range(const release_layout& layout, std::uint64_t block)
      : first(block * users_per_block),
        last(std::min(layout.users(), first + users_per_block)),
        first_word(layout.word_offset(first)),
        word_count(layout.word_offset(last) - first_word) {}
  std::uint64_t first, last, first_word, word_count;
};

/// `words` are those of the block alone.
std::vector<std::byte> write_block(const release_layout& layout, std::uint64_t block,
                                   std::span<const std::uint64_t> words) {
  const block_range range(layout, block);
  return layout.codec().visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_encoder out;
    for (std::uint64_t u = range.first; u < range.last; ++u) {
      const std::uint64_t begin = layout.word_offset(u) - range.first_word;
      codec.write(layout.shape(static_cast<vertex_id>(u)),
                  words.subspan(begin, layout.word_offset(u + 1) - layout.word_offset(u)), out, model);
    }
    return out.finish();
  });
}

}  // namespace

std::vector<std::byte> release::serialize(release_sizes* sizes) const {
  const std::vector<std::byte> degrees = write_numbers(m_layout.degrees());
  const std::vector<std::byte> size_numbers = write_numbers(m_layout.sizes());
  std::vector<std::vector<std::byte>> blocks(block_count_of(m_layout.users()));
  parallel_for(0, blocks.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t b = first; b < last; ++b) {
      const block_range range(m_layout, b);
      blocks[b] = write_block(m_layout, b, std::span(m_words).subspan(range.first_word, range.word_count));
    }
  });

  sections s;
  std::vector<std::byte> index(blocks.size() * index_entry_bytes);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() > 0xffffffffU) throw invalid_parameter("a block of rows exceeds 4 GiB");
    const std::uint64_t entry = blocks[b].size() | (std::uint64_t{crc32(blocks[b])} << 32);
    for (std::size_t i = 0; i < 8; ++i) index[8 * b + i] = static_cast<std::byte>(entry >> (8 * i));
    s.block_bytes += blocks[b].size();
  }
  s.degree_bytes = degrees.size();
  s.degree_crc = crc32(degrees);
  s.size_bytes = size_numbers.size();
  s.size_crc = crc32(size_numbers);
  s.index_crc = crc32(index);

  std::vector<std::byte> file = write_header(parameters(), s);
  for (const byte_span part : {byte_span(degrees), byte_span(size_numbers), byte_span(index)})
    file.insert(file.end(), part.begin(), part.end());
  for (const auto& block : blocks) file.insert(file.end(), block.begin(), block.end());
  if (sizes != nullptr)
    *sizes = {header_bytes, degrees.size(), size_numbers.size(), index.size() + s.block_bytes};
  return file;
}

release_sizes release::save(const std::string& path) const {
  release_sizes sizes;
  const std::vector<std::byte> bytes = serialize(&sizes);
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  // Devices and pipes are written to; only a regular file can be replaced.
  const bool in_place =
      kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::regular;
  const std::string target = in_place ? path : path + ".part";
  errno = 0;
  std::ofstream out(target, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out || (!in_place && std::rename(target.c_str(), path.c_str()) != 0)) {
    const int cause = errno;
    if (!in_place) std::remove(target.c_str());
    throw io_error("cannot write " + path + ": " + std::generic_category().message(cause));
  }
  return sizes;
}

struct release_reader::state {
  boost::iostreams::mapped_file_source file;
  byte_span bytes;
  sections section;
  std::optional<release_layout> layout;
  std::vector<std::uint64_t> block_offset;  // of each block in the file, and the end
  std::size_t index_at = 0;

  void open();
  release_parameters read_header();
  std::vector<std::int64_t> read_numbers(std::uint64_t at, std::uint64_t size, std::uint32_t crc,
                                         std::uint64_t count);
  void read_index();
  /// Words of the rows of one block, concatenated.
  void read_block(std::uint64_t block, std::span<std::uint64_t> words) const;
};

namespace {

void require(bool good, std::uint64_t offset, const char* what) {
  if (!good) throw format_error(offset, what);
}

}  // namespace

release_parameters release_reader::state::read_header() {
  require(bytes.size() >= header_bytes, bytes.size(), "release file ends inside its header");
  for (std::size_t i = 0; i < magic.size(); ++i)
    require(get<std::uint8_t>(bytes, i) == magic[i], i, "not an edgeldp release file");
  require(get<std::uint16_t>(bytes, 8) == format_version, 8, "unsupported format version (expected 1)");
  require(get<std::uint16_t>(bytes, 10) == header_bytes, 10, "header length must be 160");
  require(get<std::uint32_t>(bytes, header_crc_at) == crc32(bytes.first(header_crc_at)), header_crc_at,
          "header checksum does not match");
  release_parameters p;
  p.codec = static_cast<codec_kind>(get<std::uint8_t>(bytes, 12));
  require(p.codec >= codec_kind::bitmap && p.codec <= codec_kind::nullspace, 12, "unknown codec");
  const bool nullspace = p.codec == codec_kind::nullspace;
  p.order = static_cast<user_order>(get<std::uint8_t>(bytes, 13));
  require(p.order >= user_order::id && p.order <= user_order::noisy_degree, 13, "unknown order");
  p.chunk_rule = static_cast<edgeldp::chunk_rule>(get<std::uint8_t>(bytes, 14));
  require(p.chunk_rule >= chunk_rule::released_size && p.chunk_rule <= chunk_rule::true_degree, 14,
          "unknown chunk rule");
  const auto flags = get<std::uint8_t>(bytes, 15);
  require(flags < 8 && ((flags & 2) != 0) == p.is_private(), 15, "flags contradict the chunk rule");
  p.simulated = (flags & 1) != 0;
  p.users = get<std::uint64_t>(bytes, 16);
  p.key.value = get<std::uint64_t>(bytes, 24);
  (nullspace ? p.drop_threshold : p.flip_threshold) = get<std::uint64_t>(bytes, 32);
  (nullspace ? p.kept_rate : p.chunk_rate) = get<std::uint64_t>(bytes, 40);
  p.chunk_floor_rate = get<std::uint64_t>(bytes, 140);
  p.size_slack = get<std::uint64_t>(bytes, 148);
  p.alpha_milli = 0;
  (nullspace ? p.field_order : p.alpha_milli) = get<std::uint32_t>(bytes, 48);
  p.candidate_limit_log2 = get<std::uint32_t>(bytes, 52);
  require(nullspace || p.candidate_limit_log2 >= 1, 52, "candidate limit must be at least 2^1");
  p.level = get<std::uint32_t>(bytes, 56);
  require(get<std::uint32_t>(bytes, 60) == users_per_block, 60, "unsupported number of users in a block");
  const std::array<epsilon*, 5> shares = {&p.total, &p.degree, &p.size, &p.edges, &p.count};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto units = get<std::uint64_t>(bytes, 64 + 8 * i);
    require(units <= 64 * epsilon::units_per_nat, 64 + 8 * i, "budget exceeds 64 nats");
    *shares[i] = epsilon::from_units(units);
  }
  section = {get<std::uint64_t>(bytes, 104), get<std::uint64_t>(bytes, 112), get<std::uint64_t>(bytes, 120),
             get<std::uint32_t>(bytes, 128), get<std::uint32_t>(bytes, 132), get<std::uint32_t>(bytes, 136)};
  require(((flags & 4) != 0) == (section.size_bytes != 0), 15, "flags contradict the size section");
  return p;
}

std::vector<std::int64_t> release_reader::state::read_numbers(std::uint64_t at, std::uint64_t size,
                                                              std::uint32_t crc, std::uint64_t count) {
  const byte_span part = bytes.subspan(at, size);
  require(crc32(part) == crc, at, "checksum of released numbers does not match");
  require(count <= size, at, "fewer released numbers than users");
  std::vector<std::int64_t> numbers(count);
  std::size_t position = 0;
  for (std::int64_t& number : numbers)
    number = static_cast<std::int64_t>(read_integer(part, position, largest_released_number, at));
  require(position == size, at + position, "bytes after the last released number");
  return numbers;
}

void release_reader::state::read_index() {
  const std::uint64_t blocks = block_count_of(layout->users());
  const byte_span index = bytes.subspan(index_at, blocks * index_entry_bytes);
  require(crc32(index) == section.index_crc, index_at, "checksum of the block index does not match");
  std::uint64_t at = index_at + index.size();
  block_offset.push_back(at);
  for (std::uint64_t b = 0; b < blocks; ++b) {
    at += get<std::uint32_t>(index, b * index_entry_bytes);
    require(at <= bytes.size(), index_at + b * index_entry_bytes, "a block reaches past the end of the file");
    block_offset.push_back(at);
    require(
        block_range(*layout, b).word_count <= most_words(layout->parameters().codec, at - block_offset[b]),
        block_offset[b], "a block is too short for its rows");
  }
  require(at == bytes.size(), at, "bytes after the last block");
}

void release_reader::state::open() {
  const release_parameters p = read_header();
  std::uint64_t left = bytes.size() - header_bytes;
  const auto take = [&](std::uint64_t size, std::size_t field) {
    require(size <= left, field, "a section reaches past the end of the file");
    left -= size;
  };
  take(section.degree_bytes, 104);
  take(section.size_bytes, 112);
  require(p.users <= section.degree_bytes, 16, "more users than released degrees");
  take(block_count_of(p.users) * index_entry_bytes, 16);
  require(section.block_bytes == left, 120, "length of the blocks does not match the file");

  std::uint64_t at = header_bytes;
  auto degrees = read_numbers(at, section.degree_bytes, section.degree_crc, p.users);
  at += section.degree_bytes;
  auto sizes = read_numbers(at, section.size_bytes, section.size_crc, section.size_bytes != 0 ? p.users : 0);
  index_at = at + section.size_bytes;
  try {
    layout.emplace(p, std::move(degrees), std::move(sizes));
  } catch (const invalid_parameter& e) {
    throw format_error(12, std::string("parameters are out of range: ") + e.what());
  }
  read_index();
}

void release_reader::state::read_block(std::uint64_t block, std::span<std::uint64_t> words) const {
  const byte_span part = bytes.subspan(block_offset[block], block_offset[block + 1] - block_offset[block]);
  const auto crc = get<std::uint32_t>(bytes, index_at + block * index_entry_bytes + 4);
  require(crc32(part) == crc, block_offset[block], "checksum of a block does not match");
  const block_range range(*layout, block);
  layout->codec().visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_decoder in(part);
    for (std::uint64_t u = range.first; u < range.last; ++u) {
      const std::uint64_t begin = layout->word_offset(u) - range.first_word;
      codec.read(layout->shape(static_cast<vertex_id>(u)), in, model,
                 words.subspan(begin, layout->word_offset(u + 1) - layout->word_offset(u)));
    }
  });
  // Nothing may hide behind the last row.
  require(std::ranges::equal(write_block(*layout, block, words), part), block_offset[block],
          "a block is not in canonical form");
}

release_reader::release_reader(const std::string& path) : m_state(std::make_unique<state>()) {
  std::error_code cause;
  const std::uintmax_t size = std::filesystem::file_size(path, cause);
  if (cause) throw io_error("cannot open " + path + ": " + cause.message());
  require(size != 0, 0, "release file is empty");
  try {
    m_state->file.open(path);
  } catch (const std::exception& e) {
    throw io_error("cannot open " + path + ": " + e.what());
  }
  m_state->bytes = {reinterpret_cast<const std::byte*>(m_state->file.data()), m_state->file.size()};
  m_state->open();
}

release_reader::release_reader(std::span<const std::byte> bytes) : m_state(std::make_unique<state>()) {
  m_state->bytes = bytes;
  m_state->open();
}

release_reader::~release_reader() = default;
release_reader::release_reader(release_reader&&) noexcept = default;

const release_layout& release_reader::layout() const noexcept {
  return *m_state->layout;
}

std::uint64_t release_reader::block_count() const noexcept {
  return m_state->block_offset.size() - 1;
}

release_sizes release_reader::sizes() const noexcept {
  const sections& s = m_state->section;
  return {header_bytes, s.degree_bytes, s.size_bytes, s.block_bytes + block_count() * index_entry_bytes};
}

bool release_reader::edge(vertex_id u, vertex_id v) const {
  const release_layout& layout = this->layout();
  for (const vertex_id x : {u, v}) {
    if (x >= layout.users()) {
      throw invalid_parameter("user " + std::to_string(x) + ": must lie in [0, " +
                              std::to_string(layout.users()) + ")");
    }
  }
  if (u == v) return false;
  const vertex_id owner = layout.owner(u, v);
  const std::uint64_t block = owner / users_per_block;
  const block_range range(layout, block);
  std::vector<std::uint64_t> words(range.word_count);
  m_state->read_block(block, words);
  const auto row_words =
      std::span<const std::uint64_t>(words).subspan(layout.word_offset(owner) - range.first_word);
  return layout.codec().visit([&](const auto& codec) {
    return codec.row(layout.shape(owner), row_words).bit(layout.position(owner == u ? v : u));
  });
}

release release_reader::load() const {
  const release_layout& layout = this->layout();
  std::vector<std::uint64_t> words(layout.word_offset(layout.users()));
  parallel_for(0, block_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t b = first; b < last; ++b) {
      const block_range range(layout, b);
      m_state->read_block(b, std::span(words).subspan(range.first_word, range.word_count));
    }
  });
  return {layout, std::move(words)};
}

}  // namespace edgeldp
