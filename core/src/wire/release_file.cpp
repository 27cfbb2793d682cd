// SPDX-License-Identifier: MIT
// The file format of core/doc/format.md, "Release file": writer, and a reader that trusts no byte.
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "wire/row_file.hpp"

namespace edgeldp {

namespace {

using row_file::byte_span;
using row_file::get;
using row_file::put;
using row_file::require;

constexpr row_file::file_magic magic = {0x89, 'E', 'L', 'D', 'P', '\r', '\n', 0x1a};

std::vector<std::byte> write_header(const release_parameters& p, bool has_sizes) {
  std::vector<std::byte> h = row_file::begin_header(magic, p);
  put(h, 13, static_cast<std::uint8_t>(p.order));
  put(h, 14, static_cast<std::uint8_t>(p.chunk_rule));
  put(h, 15,
      static_cast<std::uint8_t>((p.simulated ? 1 : 0) | (p.is_private() ? 2 : 0) | (has_sizes ? 4 : 0)));
  put(h, 16, p.users);
  row_file::put_budgets(h, 64, std::array{p.total, p.degree, p.size, p.edges, p.count});
  return h;
}

release_parameters read_parameters(byte_span file) {
  release_parameters p;
  static_cast<codec_parameters&>(p) = row_file::read_header(file, magic, "not an edgeldp release file");
  p.order = static_cast<user_order>(get<std::uint8_t>(file, 13));
  require(p.order >= user_order::id && p.order <= user_order::noisy_degree, 13, "unknown order");
  p.chunk_rule = static_cast<edgeldp::chunk_rule>(get<std::uint8_t>(file, 14));
  require(p.chunk_rule >= chunk_rule::released_size && p.chunk_rule <= chunk_rule::true_degree, 14,
          "unknown chunk rule");
  const auto flags = get<std::uint8_t>(file, 15);
  require(flags < 8 && ((flags & 2) != 0) == p.is_private(), 15, "flags contradict the chunk rule");
  require(((flags & 4) != 0) == (row_file::read_sections(file).second_bytes != 0), 15,
          "flags contradict the size section");
  p.simulated = (flags & 1) != 0;
  p.users = get<std::uint64_t>(file, 16);
  row_file::get_budgets(file, 64, std::array{&p.total, &p.degree, &p.size, &p.edges, &p.count});
  return p;
}

}  // namespace

std::vector<std::byte> release::serialize(release_sizes* sizes) const {
  const std::vector<std::byte> degrees = row_file::write_numbers(m_layout.degrees());
  const std::vector<std::byte> size_numbers = row_file::write_numbers(m_layout.sizes());
  const row_file::block_section rows = row_file::write_blocks(
      m_layout, m_words, row_file::header_bytes + degrees.size() + size_numbers.size());
  if (sizes != nullptr) *sizes = {row_file::header_bytes, degrees.size(), size_numbers.size(), rows.bytes()};
  return row_file::assemble(write_header(parameters(), !size_numbers.empty()), degrees, size_numbers, rows);
}

std::vector<std::byte> file_around_rows(const release_layout& layout, byte_span rows) {
  const std::vector<std::byte> sizes = row_file::write_numbers(layout.sizes());
  return row_file::assemble(write_header(layout.parameters(), !sizes.empty()),
                            row_file::write_numbers(layout.degrees()), sizes,
                            row_file::cut_blocks(layout.users(), rows));
}

release_sizes release::save(const std::string& path) const {
  release_sizes sizes;
  replace_file(path, serialize(&sizes));
  return sizes;
}

struct release_reader::state {
  row_file::file_bytes file;
  byte_span bytes;
  row_file::sections section;
  std::optional<release_layout> layout;
  row_file::block_reader blocks;

  void open();
};

void release_reader::state::open() {
  const release_parameters p = read_parameters(bytes);
  section = row_file::read_sections(bytes);
  const std::uint64_t index_at = row_file::check_sections(bytes, section, p.users);
  require(p.users <= section.first_bytes, 16, "more users than released degrees");
  auto degrees =
      row_file::read_numbers(bytes, row_file::header_bytes, section.first_bytes, section.first_crc, p.users);
  auto sizes =
      row_file::read_numbers(bytes, row_file::header_bytes + section.first_bytes, section.second_bytes,
                             section.second_crc, section.second_bytes != 0 ? p.users : 0);
  try {
    layout.emplace(p, std::move(degrees), std::move(sizes));
  } catch (const invalid_parameter& e) {
    throw format_error(12, std::string("parameters are out of range: ") + e.what());
  }
  blocks = row_file::block_reader(bytes, index_at, section.index_crc, *layout);
}

release_reader::release_reader(const std::string& path) : m_state(std::make_unique<state>()) {
  m_state->file = row_file::file_bytes(path);
  m_state->bytes = m_state->file.bytes();
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
  return m_state->blocks.block_count();
}

release_sizes release_reader::sizes() const noexcept {
  const row_file::sections& s = m_state->section;
  return {row_file::header_bytes, s.first_bytes, s.second_bytes,
          s.block_bytes + block_count() * row_file::index_entry_bytes};
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
  const std::uint32_t position = layout.position(owner == u ? v : u);
  return m_state->blocks.visit_row(layout, owner, [&](const auto& row) { return row.bit(position); });
}

release release_reader::load() const {
  return {layout(), m_state->blocks.read_all(layout())};
}

}  // namespace edgeldp
