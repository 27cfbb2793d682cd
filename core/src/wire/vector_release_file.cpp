// SPDX-License-Identifier: MIT
// The file format of core/doc/format.md, "Vector file": writer, and a reader that trusts no byte.
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "wire/row_file.hpp"

namespace edgeldp {

namespace {

using row_file::byte_span;
using row_file::get;
using row_file::put;
using row_file::require;

constexpr row_file::file_magic magic = {0x89, 'E', 'L', 'D', 'V', '\r', '\n', 0x1a};

std::vector<std::byte> write_header(const vector_parameters& p, bool has_sizes) {
  std::vector<std::byte> h = row_file::begin_header(magic, p);
  put(h, 13, static_cast<std::uint8_t>(p.sizes));
  put(h, 14, static_cast<std::uint8_t>(p.alphabet - 1));
  put(h, 15,
      static_cast<std::uint8_t>((p.simulated ? 1 : 0) | (p.is_private() ? 2 : 0) | (has_sizes ? 4 : 0)));
  put(h, 16, p.users);
  row_file::put_budgets(h, 64, std::array{p.total, p.size, p.entries, p.count});
  put(h, 96, p.length);
  return h;
}

vector_parameters read_parameters(byte_span file) {
  vector_parameters p;
  static_cast<codec_parameters&>(p) = row_file::read_header(file, magic, "not an edgeldp file of vectors");
  p.sizes = static_cast<size_rule>(get<std::uint8_t>(file, 13));
  require(p.sizes >= size_rule::released_size && p.sizes <= size_rule::true_size, 13, "unknown size rule");
  p.alphabet = get<std::uint8_t>(file, 14) + std::uint32_t{1};
  const auto flags = get<std::uint8_t>(file, 15);
  require(flags < 8 && ((flags & 2) != 0) == p.is_private(), 15, "flags contradict the size rule");
  require(((flags & 4) != 0) == (row_file::read_sections(file).first_bytes != 0), 15,
          "flags contradict the size section");
  p.simulated = (flags & 1) != 0;
  p.users = get<std::uint64_t>(file, 16);
  row_file::get_budgets(file, 64, std::array{&p.total, &p.size, &p.entries, &p.count});
  p.length = get<std::uint64_t>(file, 96);
  return p;
}

}  // namespace

std::vector<std::byte> vector_release::serialize(vector_release_sizes* sizes) const {
  const std::vector<std::byte> size_numbers = row_file::write_numbers(m_layout.sizes());
  const auto catalog = std::as_bytes(std::span(m_catalog));
  const row_file::block_section rows = row_file::write_blocks(
      m_layout, m_words, row_file::header_bytes + size_numbers.size() + catalog.size());
  if (sizes != nullptr) *sizes = {row_file::header_bytes, size_numbers.size(), catalog.size(), rows.bytes()};
  return row_file::assemble(write_header(parameters(), !size_numbers.empty()), size_numbers, catalog, rows);
}

std::vector<std::byte> file_around_rows(const vector_layout& layout, byte_span rows) {
  const std::vector<std::byte> sizes = row_file::write_numbers(layout.sizes());
  return row_file::assemble(write_header(layout.parameters(), !sizes.empty()), sizes, {},
                            row_file::cut_blocks(layout.users(), rows));
}

vector_release_sizes vector_release::save(const std::string& path) const {
  vector_release_sizes sizes;
  replace_file(path, serialize(&sizes));
  return sizes;
}

struct vector_release_reader::state {
  row_file::file_bytes file;
  byte_span bytes;
  row_file::sections section;
  std::optional<vector_layout> layout;
  std::string catalog;
  row_file::block_reader blocks;

  void open();
};

void vector_release_reader::state::open() {
  const vector_parameters p = read_parameters(bytes);
  section = row_file::read_sections(bytes);
  const std::uint64_t index_at = row_file::check_sections(bytes, section, p.users);
  // Without sizes nothing but rows speaks for the users; an all-zero bitmap may take no byte.
  require(p.users <= (section.first_bytes != 0 ? section.first_bytes
                                               : row_file::most_words(p.codec, section.block_bytes)),
          16, "more users than the file justifies");
  auto sizes = row_file::read_numbers(bytes, row_file::header_bytes, section.first_bytes, section.first_crc,
                                      section.first_bytes != 0 ? p.users : 0);
  const std::uint64_t catalog_at = row_file::header_bytes + section.first_bytes;
  const byte_span text = bytes.subspan(catalog_at, section.second_bytes);
  require(row_file::crc32(text) == section.second_crc, catalog_at, "checksum of the catalog does not match");
  catalog.assign(reinterpret_cast<const char*>(text.data()), text.size());
  try {
    layout.emplace(p, std::move(sizes));
  } catch (const invalid_parameter& e) {
    throw format_error(12, std::string("parameters are out of range: ") + e.what());
  }
  blocks = row_file::block_reader(bytes, index_at, section.index_crc, *layout);
}

vector_release_reader::vector_release_reader(const std::string& path) : m_state(std::make_unique<state>()) {
  m_state->file = row_file::file_bytes(path);
  m_state->bytes = m_state->file.bytes();
  m_state->open();
}

vector_release_reader::vector_release_reader(std::span<const std::byte> bytes)
    : m_state(std::make_unique<state>()) {
  m_state->bytes = bytes;
  m_state->open();
}

vector_release_reader::~vector_release_reader() = default;
vector_release_reader::vector_release_reader(vector_release_reader&&) noexcept = default;

const vector_layout& vector_release_reader::layout() const noexcept {
  return *m_state->layout;
}

const std::string& vector_release_reader::catalog() const noexcept {
  return m_state->catalog;
}

std::uint64_t vector_release_reader::block_count() const noexcept {
  return m_state->blocks.block_count();
}

vector_release_sizes vector_release_reader::sizes() const noexcept {
  const row_file::sections& s = m_state->section;
  return {row_file::header_bytes, s.first_bytes, s.second_bytes,
          s.block_bytes + block_count() * row_file::index_entry_bytes};
}

std::uint32_t vector_release_reader::offset(vertex_id u, std::uint32_t item) const {
  const vector_layout& layout = this->layout();
  if (u >= layout.users() || item >= layout.length())
    throw invalid_parameter("user " + std::to_string(u) + ", item " + std::to_string(item) +
                            ": must lie in [0, " + std::to_string(layout.users()) + ") and [0, " +
                            std::to_string(layout.length()) + ")");
  const std::uint32_t position = layout.position(item);
  return m_state->blocks.visit_row(layout, u, [&](const auto& row) { return row.offset(position); });
}

vector_release vector_release_reader::load() const {
  return {layout(), m_state->blocks.read_all(layout()), catalog()};
}

}  // namespace edgeldp
