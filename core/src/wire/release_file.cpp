// SPDX-License-Identifier: MIT
// The file formats of core/doc/format.md, "Release file" and "Vector file": writers, and readers
// that trust no byte. What differs between the two kinds stands in file_format.
#include "edgeldp/core/wire/release_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "wire/row_file.hpp"

namespace edgeldp {

namespace {

using row_file::byte_span;
using row_file::get;
using row_file::header_bytes;
using row_file::put;
using row_file::require;

template <class Rule>
void read_rule(byte_span file, std::size_t at, Rule& rule, Rule last, const char* what) {
  rule = static_cast<Rule>(get<std::uint8_t>(file, at));
  require(rule >= Rule{1} && rule <= last, at, what);
}

/// One kind of file: its first bytes, what a header says beside codec, users and budgets, and what
/// its two sections hold.
template <class Layout>
struct file_format;

template <>
struct file_format<release_layout> {
  using parameters = release_parameters;
  static constexpr row_file::file_magic magic = {0x89, 'E', 'L', 'D', 'P', '\r', '\n', 0x1a};
  static constexpr const char* is_another = "not an edgeldp release file";
  static constexpr const char* flags_contradict = "flags contradict the chunk rule";
  template <class P>
  static auto budgets(P& p) {
    return std::array{&p.total, &p.degree, &p.size, &p.edges, &p.count};
  }

  static void write(const release_parameters& p, std::span<std::byte> header) {
    put(header, 13, static_cast<std::uint8_t>(p.order));
    put(header, 14, static_cast<std::uint8_t>(p.chunk_rule));
  }
  static void read(byte_span header, release_parameters& p) {
    read_rule(header, 13, p.order, user_order::noisy_degree, "unknown order");
    read_rule(header, 14, p.chunk_rule, chunk_rule::true_degree, "unknown chunk rule");
  }
  static std::uint64_t size_bytes(const row_file::sections& s) { return s.second_bytes; }

  static release_layout open(byte_span file, const row_file::sections& s, const release_parameters& p,
                             std::string&) {
    require(p.users <= s.first_bytes, 16, "more users than released degrees");
    auto degrees = row_file::read_numbers(file, header_bytes, s.first_bytes, s.first_crc, p.users);
    auto sizes = row_file::read_numbers(file, header_bytes + s.first_bytes, s.second_bytes, s.second_crc,
                                        s.second_bytes != 0 ? p.users : 0);
    return {p, std::move(degrees), std::move(sizes)};
  }
};

template <>
struct file_format<vector_layout> {
  using parameters = vector_parameters;
  static constexpr row_file::file_magic magic = {0x89, 'E', 'L', 'D', 'V', '\r', '\n', 0x1a};
  static constexpr const char* is_another = "not an edgeldp file of vectors";
  static constexpr const char* flags_contradict = "flags contradict the size rule";
  template <class P>
  static auto budgets(P& p) {
    return std::array{&p.total, &p.size, &p.entries, &p.count};
  }

  static void write(const vector_parameters& p, std::span<std::byte> header) {
    put(header, 13, static_cast<std::uint8_t>(p.sizes));
    put(header, 14, static_cast<std::uint8_t>(p.alphabet - 1));
    put(header, 96, p.length);
  }
  static void read(byte_span header, vector_parameters& p) {
    read_rule(header, 13, p.sizes, size_rule::true_size, "unknown size rule");
    p.alphabet = get<std::uint8_t>(header, 14) + std::uint32_t{1};
    p.length = get<std::uint64_t>(header, 96);
  }
  static std::uint64_t size_bytes(const row_file::sections& s) { return s.first_bytes; }

  static vector_layout open(byte_span file, const row_file::sections& s, const vector_parameters& p,
                            std::string& catalog) {
    // Without sizes nothing but rows speaks for the users; an all-zero bitmap may take no byte.
    require(p.users <= (s.first_bytes != 0 ? s.first_bytes : row_file::most_words(p.codec, s.block_bytes)),
            16, "more users than the file justifies");
    auto sizes = row_file::read_numbers(file, header_bytes, s.first_bytes, s.first_crc,
                                        s.first_bytes != 0 ? p.users : 0);
    const std::uint64_t catalog_at = header_bytes + s.first_bytes;
    const byte_span text = file.subspan(catalog_at, s.second_bytes);
    require(row_file::crc32(text) == s.second_crc, catalog_at, "checksum of the catalog does not match");
    catalog.assign(reinterpret_cast<const char*>(text.data()), text.size());
    return {p, std::move(sizes)};
  }
};

template <class Layout>
std::vector<std::byte> write_header(const Layout& layout) {
  using format = file_format<Layout>;
  const auto& p = layout.parameters();
  std::vector<std::byte> h = row_file::begin_header(format::magic, p);
  format::write(p, h);
  put(h, 15,
      static_cast<std::uint8_t>((p.simulated ? 1 : 0) | (p.is_private() ? 2 : 0) |
                                (layout.sizes().empty() ? 0 : 4)));
  put(h, 16, p.users);
  row_file::put_budgets(h, 64, format::budgets(p));
  return h;
}

template <class Layout>
auto read_parameters(byte_span file) {
  using format = file_format<Layout>;
  typename format::parameters p;
  static_cast<codec_parameters&>(p) = row_file::read_header(file, format::magic, format::is_another);
  format::read(file, p);
  const auto flags = get<std::uint8_t>(file, 15);
  require(flags < 8 && ((flags & 2) != 0) == p.is_private(), 15, format::flags_contradict);
  require(((flags & 4) != 0) == (format::size_bytes(row_file::read_sections(file)) != 0), 15,
          "flags contradict the size section");
  p.simulated = (flags & 1) != 0;
  p.users = get<std::uint64_t>(file, 16);
  row_file::get_budgets(file, 64, format::budgets(p));
  return p;
}

/// A whole file, and how its bytes divide.
template <class Release, class Sizes>
std::vector<std::byte> write_file(const Release& r, std::span<const std::uint64_t> words, byte_span first,
                                  byte_span second, Sizes* sizes) {
  const row_file::block_section rows =
      row_file::write_blocks(r.layout(), words, header_bytes + first.size() + second.size());
  if (sizes != nullptr) *sizes = {header_bytes, first.size(), second.size(), rows.bytes()};
  return row_file::assemble(write_header(r.layout()), first, second, rows);
}

/// The bytes of a file, and what they say once they are opened.
template <class Layout>
struct opened_file {
  row_file::file_bytes file;  ///< empty where the bytes are somebody else's
  byte_span bytes;
  row_file::sections section;
  std::optional<Layout> layout;
  std::string catalog;
  row_file::block_reader blocks;

  explicit opened_file(row_file::file_bytes own) : file(std::move(own)), bytes(file.bytes()) { open(); }
  explicit opened_file(byte_span of_others) : bytes(of_others) { open(); }

 private:
  void open() {
    const auto p = read_parameters<Layout>(bytes);
    section = row_file::read_sections(bytes);
    const std::uint64_t index_at = row_file::check_sections(bytes, section, p.users);
    try {
      layout.emplace(file_format<Layout>::open(bytes, section, p, catalog));
    } catch (const invalid_parameter& e) {
      throw format_error(12, std::string("parameters are out of range: ") + e.what());
    }
    blocks = row_file::block_reader(bytes, index_at, section.index_crc, *layout);
  }
};

}  // namespace

std::vector<std::byte> release::serialize(release_sizes* sizes) const {
  return write_file(*this, m_words, row_file::write_numbers(m_layout.degrees()),
                    row_file::write_numbers(m_layout.sizes()), sizes);
}

std::vector<std::byte> vector_release::serialize(vector_release_sizes* sizes) const {
  return write_file(*this, m_words, row_file::write_numbers(m_layout.sizes()),
                    std::as_bytes(std::span(m_catalog)), sizes);
}

std::vector<std::byte> file_around_rows(const release_layout& layout, byte_span rows) {
  return row_file::assemble(write_header(layout), row_file::write_numbers(layout.degrees()),
                            row_file::write_numbers(layout.sizes()),
                            row_file::cut_blocks(layout.users(), rows));
}

std::vector<std::byte> file_around_rows(const vector_layout& layout, byte_span rows) {
  return row_file::assemble(write_header(layout), row_file::write_numbers(layout.sizes()), {},
                            row_file::cut_blocks(layout.users(), rows));
}

release_sizes release::save(const std::string& path) const {
  release_sizes sizes;
  replace_file(path, serialize(&sizes));
  return sizes;
}

vector_release_sizes vector_release::save(const std::string& path) const {
  vector_release_sizes sizes;
  replace_file(path, serialize(&sizes));
  return sizes;
}

template <class Layout, class Sizes>
struct row_file_reader<Layout, Sizes>::state : opened_file<Layout> {
  using opened_file<Layout>::opened_file;
};

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::row_file_reader(const std::string& path)
    : m_state(std::make_unique<state>(row_file::file_bytes(path))) {}

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::row_file_reader(std::span<const std::byte> bytes)
    : m_state(std::make_unique<state>(bytes)) {}

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::row_file_reader(std::unique_ptr<state> file) : m_state(std::move(file)) {}

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::~row_file_reader() = default;

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::row_file_reader(row_file_reader&&) noexcept = default;

template <class Layout, class Sizes>
const Layout& row_file_reader<Layout, Sizes>::layout() const noexcept {
  return *m_state->layout;
}

template <class Layout, class Sizes>
std::uint64_t row_file_reader<Layout, Sizes>::block_count() const noexcept {
  return m_state->blocks.block_count();
}

template <class Layout, class Sizes>
Sizes row_file_reader<Layout, Sizes>::sizes() const noexcept {
  const row_file::sections& s = m_state->section;
  return {header_bytes, s.first_bytes, s.second_bytes,
          s.block_bytes + block_count() * row_file::index_entry_bytes};
}

template class row_file_reader<release_layout, release_sizes>;
template class row_file_reader<vector_layout, vector_release_sizes>;

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

const std::string& vector_release_reader::catalog() const noexcept {
  return m_state->catalog;
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

std::optional<release_kind> kind_of_release(byte_span first_bytes) noexcept {
  const auto begins_with = [&](const row_file::file_magic& magic) {
    return first_bytes.size() >= magic.size() &&
           std::ranges::equal(magic, first_bytes.first(magic.size()), {},
                              [](unsigned char c) { return std::byte{c}; });
  };
  if (begins_with(file_format<release_layout>::magic)) return release_kind::graph;
  if (begins_with(file_format<vector_layout>::magic)) return release_kind::vectors;
  return std::nullopt;
}

namespace {

/// Errors: format_error for a file of neither kind.
release_kind require_kind(byte_span bytes) {
  const auto kind = kind_of_release(bytes);
  require(kind.has_value(), 0, "neither an edgeldp release file nor one of vectors");
  return *kind;
}

}  // namespace

any_release_reader read_any_release(const std::string& path) {
  row_file::file_bytes file(path);
  if (require_kind(file.bytes()) == release_kind::graph)
    return release_reader(std::make_unique<release_reader::state>(std::move(file)));
  return vector_release_reader(std::make_unique<vector_release_reader::state>(std::move(file)));
}

any_release_reader read_any_release(byte_span bytes) {
  if (require_kind(bytes) == release_kind::graph) return release_reader(bytes);
  return vector_release_reader(bytes);
}

}  // namespace edgeldp
