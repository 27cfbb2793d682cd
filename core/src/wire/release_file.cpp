// SPDX-License-Identifier: MIT
// The files of core/doc/format.md: readers that trust no byte.
#include "edgeldp/core/wire/release_file.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "wire/file_bytes.hpp"
#include "wire/numbers.hpp"
#include "wire/parameter_bytes.hpp"
#include "wire/release_sections.hpp"
#include "wire/rows.hpp"
#include "wire/sections.hpp"

namespace edgeldp {

namespace {

using wire::byte_span;
using wire::digest_bytes;
using wire::divide;
using wire::expected_by_degrees;
using wire::file_kind;
using wire::is_graph;
using wire::require;
using wire::section_reader;
namespace section = wire::section;

/// What a file says before its rows.
template <class Layout>
struct file_front {
  typename file_kind<Layout>::parameters parameters;
  std::vector<std::int64_t> degrees, sizes;  ///< degrees: of graphs
  std::vector<vertex_id> absent;
  file_notes notes;     ///< of graphs
  std::string catalog;  ///< of vectors
  typename file_kind<Layout>::bytes bytes;
  std::uint64_t rows_at = 0, rows_end = 0;  ///< index and blocks: bytes [rows_at, rows_end)
  std::uint64_t parameters_at = 0;
};

std::vector<vertex_id> read_absent(byte_span bytes, std::uint64_t at, std::uint64_t users) {
  canonical_reader from(bytes, at);
  std::vector<vertex_id> absent;
  std::uint64_t next = 0;
  while (!from.is_at_end()) {
    const std::uint64_t step = from.count(users);
    require(step > 0 && step <= users - next, at, "absent users are in no order");
    next += step;
    absent.push_back(static_cast<vertex_id>(next - 1));
  }
  require(!absent.empty(), at, "a section of absent users names none");
  return absent;
}

/// Reads the sections of one file.
template <class Layout>
class section_contents {
 public:
  explicit section_contents(byte_span file) : m_file(file), m_sections(file) {}

  file_front<Layout> read() {
    read_parameters();
    read_numbers();
    if (m_sections.has(section::absent)) {
      const auto [at, size] = m_sections.get(section::absent);
      m_front.absent = read_absent(m_file.subspan(size_of(at), size_of(size)), at, m_front.parameters.users);
    }
    m_sections.end();
    m_front.bytes = divide<Layout>(m_sections, m_file.size());
    return std::move(m_front);
  }

  /// Where the digest of what users were told stands, and that it is this.
  void require_told(const told_digest& digest) {
    const auto [at, size] = m_sections.get(section::told);
    require(ranges::equal(m_file.subspan(size_of(at), size_of(size)), wire::bytes_of(digest)), at,
            "the digest of what users were told is another");
  }

 private:
  void read_parameters() {
    const auto [at, size] = m_sections.get(section::parameters);
    m_front.parameters_at = at;
    canonical_reader from(m_file.subspan(size_of(at), size_of(size)), at);
    auto& p = m_front.parameters;
    wire::read_parameters(from, p);
    from.end();
    require(is_known(p.codec), at, "unknown codec");
    if constexpr (is_graph<Layout>) read_classes(p);
    for (const epsilon* budget : wire::budgets_of(p))
      require(budget->units() <= wire::largest_budget_units, at, "budget exceeds 64 nats");
    // The index speaks for the users: nothing is allocated for others.
    const auto index = m_sections.get(section::index), rows = m_sections.get(section::rows);
    require(p.users > 0 && index.size == wire::index_bytes_of(p.users), index.at,
            "the block index is of another number of users");
    require(rows.at == index.at + index.size, rows.at, "rows must follow their index");
    m_front.rows_at = index.at;
    m_front.rows_end = rows.at + rows.size;
    m_sections.get(section::told);
  }

  void read_classes(release_parameters& p) {
    if (!m_sections.has(section::classes)) return;
    const auto [at, size] = m_sections.get(section::classes);
    canonical_reader from(m_file.subspan(size_of(at), size_of(size)), at);
    p.later = wire::read_classes(from, p.codec, p.key);
    from.end();
    require(!p.later.empty(), at, "a section of classes names none");
    for (const rank_class& c : p.later)
      for (const epsilon budget : {c.size, c.edges, c.count})
        require(budget.units() <= wire::largest_budget_units, at, "budget exceeds 64 nats");
  }

  void read_numbers() {
    if constexpr (is_graph<Layout>) {
      m_front.degrees = numbers_of(section::degrees);
      if (m_sections.has(section::sizes)) {
        const release_parameters& p = m_front.parameters;
        const std::vector<std::uint32_t> ranks = rank_users(p.order, p.key, p.users, m_front.degrees);
        m_front.sizes = numbers_of(section::sizes, expected_by_degrees(ranks, m_front.degrees));
      }
      read_notes();
    } else {
      if (m_sections.has(section::sizes)) m_front.sizes = numbers_of(section::sizes);
      if (m_sections.has(section::catalog)) {
        const auto [at, size] = m_sections.get(section::catalog);
        const byte_span text = m_file.subspan(size_of(at), size_of(size));
        m_front.catalog.assign(reinterpret_cast<const char*>(text.data()), text.size());
        require(size > 0, at, "an empty catalog");
      }
    }
  }

  void read_notes() {
    if (m_sections.has(section::ids)) {
      const auto [at, size] = m_sections.get(section::ids);
      m_front.notes.ids = wire::read_ids(m_file, at, size, m_front.parameters.users);
    }
    if (m_sections.has(section::task)) {
      const auto [at, size] = m_sections.get(section::task);
      require(size == digest_bytes, at, "the id of a task has another length");
      m_front.notes.task = wire::digits_of(m_file.subspan(size_of(at), size_of(size)));
    }
  }

  std::vector<std::int64_t> numbers_of(const wire::section_kind& kind,
                                       const wire::number_context& context = {}) {
    const auto [at, size] = m_sections.get(kind);
    return wire::read_numbers(m_file, at, size, m_front.parameters.users, context);
  }

  byte_span m_file;
  section_reader m_sections;
  file_front<Layout> m_front;
};

release_layout make_layout(file_front<release_layout>& front) {
  return {front.parameters, std::move(front.degrees), std::move(front.sizes)};
}

vector_layout make_layout(file_front<vector_layout>& front) {
  return {front.parameters, std::move(front.sizes)};
}

told_digest told_by(const release_layout& layout, const file_front<release_layout>&) {
  return told(layout);
}

told_digest told_by(const vector_layout& layout, const file_front<vector_layout>& front) {
  return told(layout, front.catalog);
}

/// The bytes of a file, and what they say once they are opened.
template <class Layout>
struct opened_file {
  wire::file_bytes file;  ///< empty where the bytes are somebody else's
  byte_span bytes;
  file_front<Layout> front;
  std::shared_ptr<const Layout> layout;
  wire::block_reader blocks;

  explicit opened_file(wire::file_bytes own) : file(std::move(own)), bytes(file.bytes()) { open(); }
  explicit opened_file(byte_span of_others) : bytes(of_others) { open(); }

 private:
  void open() {
    wire::require_format(bytes, file_kind<Layout>::magic, file_kind<Layout>::is_another);
    section_contents<Layout> in(bytes);
    front = in.read();
    make();
    in.require_told(told_by(*layout, front));
    const public_bytes to_rows(bytes.first(size_of(front.rows_end)));
    blocks = wire::block_reader(to_rows, front.rows_at, *layout);
    rows_of(front.bytes) = blocks.bytes();
  }

  void make() {
    try {
      layout = std::make_shared<const Layout>(make_layout(front));
    } catch (const invalid_parameter& e) {
      throw format_error(front.parameters_at, std::string("parameters are out of range: ") + e.what());
    }
  }

  static std::uint64_t& rows_of(release_sizes& sizes) { return sizes.edges; }
  static std::uint64_t& rows_of(vector_release_sizes& sizes) { return sizes.entries; }
};

}  // namespace

template <class Layout, class Sizes>
struct row_file_reader<Layout, Sizes>::state : opened_file<Layout> {
  using opened_file<Layout>::opened_file;
};

template <class Layout, class Sizes>
row_file_reader<Layout, Sizes>::row_file_reader(const std::string& path)
    : m_state(std::make_unique<state>(wire::file_bytes(path))) {}

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
  return m_state->front.bytes;
}

template <class Layout, class Sizes>
const std::vector<vertex_id>& row_file_reader<Layout, Sizes>::absent() const noexcept {
  return m_state->front.absent;
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

const file_notes& release_reader::notes() const noexcept {
  return m_state->front.notes;
}

release release_reader::load() const {
  return {m_state->layout, m_state->blocks.read_all(layout()), absent()};
}

const std::string& vector_release_reader::catalog() const noexcept {
  return m_state->front.catalog;
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
  return {layout(), m_state->blocks.read_all(layout()), catalog(), absent()};
}

std::optional<release_kind> kind_of_release(byte_span first_bytes) noexcept {
  const auto begins_with = [&](const wire::file_magic& magic) {
    return first_bytes.size() >= magic.size() && ranges::equal(magic, first_bytes.first(magic.size()), {},
                                                               [](unsigned char c) { return std::byte{c}; });
  };
  if (begins_with(file_kind<release_layout>::magic)) return release_kind::graph;
  if (begins_with(file_kind<vector_layout>::magic)) return release_kind::vectors;
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
  wire::file_bytes file(path);
  if (require_kind(file.bytes()) == release_kind::graph)
    return release_reader(std::make_unique<release_reader::state>(std::move(file)));
  return vector_release_reader(std::make_unique<vector_release_reader::state>(std::move(file)));
}

any_release_reader read_any_release(byte_span bytes) {
  if (require_kind(bytes) == release_kind::graph) return release_reader(bytes);
  return vector_release_reader(bytes);
}

}  // namespace edgeldp
