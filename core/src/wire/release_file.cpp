// SPDX-License-Identifier: MIT
// The files of core/doc/format.md: writers, and readers that trust no byte.
#include "edgeldp/core/wire/release_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "wire/file_bytes.hpp"
#include "wire/numbers.hpp"
#include "wire/parameter_bytes.hpp"
#include "wire/rows.hpp"
#include "wire/sections.hpp"

namespace edgeldp {

namespace {

using wire::byte_span;
using wire::require;
using wire::section_reader;
using wire::section_writer;
namespace section = wire::section;

constexpr std::size_t digest_bytes = 32;

template <class Layout>
inline constexpr bool is_graph = std::is_same_v<Layout, release_layout>;

template <class Layout>
struct file_kind {
  static constexpr wire::file_magic magic = {0x89, 'E',  'L', 'D', is_graph<Layout> ? 'P' : 'V',
                                             '\r', '\n', 0x1a};
  static constexpr const char* is_another =
      is_graph<Layout> ? "not an edgeldp release file" : "not an edgeldp file of vectors";
  using parameters = std::conditional_t<is_graph<Layout>, release_parameters, vector_parameters>;
  using bytes = std::conditional_t<is_graph<Layout>, release_sizes, vector_release_sizes>;
};

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

/// The bytes of a digest from its hexadecimal digits; none for another text.
std::optional<std::vector<std::byte>> bytes_of_digits(std::string_view hex) {
  if (hex.size() != 2 * digest_bytes) return std::nullopt;
  std::vector<std::byte> bytes;
  for (const char* at = hex.data(); at != hex.data() + hex.size(); at += 2) {
    unsigned value = 0;
    if (std::from_chars(at, at + 2, value, 16).ptr != at + 2) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

std::string digits_of(byte_span digest) {
  std::string hex;
  for (const std::byte b : digest)
    for (const unsigned shift : {4U, 0U})
      hex += "0123456789abcdef"[std::to_integer<unsigned>(b) >> shift & 15U];
  return hex;
}

std::vector<std::byte> bytes_of(const told_digest& digest) {
  return *bytes_of_digits(digest.hex());
}

/// Sizes are large where many preceding neighbours are expected by the degrees alone.
class expected_by_degrees {
 public:
  expected_by_degrees(std::span<const std::uint32_t> ranks, std::span<const std::int64_t> degrees)
      : m_sizes(predict_sizes(ranks, degrees)) {}
  unsigned operator()(std::size_t user) const { return static_cast<unsigned>(std::bit_width(m_sizes[user])); }

 private:
  std::vector<std::uint32_t> m_sizes;
};

/// Increasing numbers as their steps, the first from -1.
std::vector<std::byte> write_absent(std::span<const vertex_id> absent) {
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  std::int64_t last = -1;
  for (const vertex_id u : absent) {
    to.number(std::int64_t{u} - last);
    last = u;
  }
  return bytes;
}

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

void add_classes(section_writer& out, std::span<const rank_class> later) {
  if (later.empty()) return;
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  wire::write_classes(to, later);
  out.add(section::classes, std::move(bytes));
}

/// What all files begin with.
template <class Layout>
void add_parameters(section_writer& out, const Layout& layout, const told_digest& digest) {
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  wire::write_parameters(to, layout.parameters());
  out.add(section::parameters, std::move(bytes));
  if constexpr (is_graph<Layout>) add_classes(out, layout.parameters().later);
  out.add(section::told, bytes_of(digest));
}

/// What a graph's file begins with.
section_writer begin_file(const release_layout& layout) {
  section_writer out;
  add_parameters(out, layout, told(layout));
  std::array<std::vector<std::byte>, 2> numbers;  // a range coder is of one thread, and slow
  parallel_for(0, numbers.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      if (i == 0)
        numbers[i] = wire::write_numbers(layout.degrees());
      else if (!layout.sizes().empty())
        numbers[i] =
            wire::write_numbers(layout.sizes(), expected_by_degrees(layout.ranks(), layout.degrees()));
  });
  out.add(section::degrees, std::move(numbers[0]));
  if (!layout.sizes().empty()) out.add(section::sizes, std::move(numbers[1]));
  return out;
}

/// What a file of vectors begins with.
section_writer begin_file(const vector_release& vectors) {
  const vector_layout& layout = vectors.layout();
  section_writer out;
  add_parameters(out, layout, told(layout, vectors.catalog()));
  if (!layout.sizes().empty()) out.add(section::sizes, wire::write_numbers(layout.sizes()));
  const byte_span catalog = std::as_bytes(std::span(vectors.catalog()));
  if (!catalog.empty()) out.add(section::catalog, {catalog.begin(), catalog.end()});
  return out;
}

void add_notes(section_writer& out, const file_notes& notes, std::uint64_t users) {
  if (!notes.ids.empty() && notes.ids.size() != users)
    throw invalid_parameter("a release of " + std::to_string(users) + " users with " +
                            std::to_string(notes.ids.size()) + " ids");
  if (!notes.ids.empty()) out.add(section::ids, wire::write_ids(notes.ids));
  if (notes.task.empty()) return;
  std::optional<std::vector<std::byte>> task = bytes_of_digits(notes.task);
  if (!task) throw invalid_parameter("'" + notes.task + "' is no id of a task: 64 hexadecimal digits");
  out.add(section::task, *std::move(task));
}

/// What all files end with.
template <class Release>
void add_rows(section_writer& out, const Release& rows) {
  if (!rows.absent().empty()) out.add(section::absent, write_absent(rows.absent()));
  std::vector<std::byte> blocks = write_rows(rows);
  const auto index_end =
      blocks.begin() + static_cast<std::ptrdiff_t>(wire::index_bytes_of(rows.layout().users()));
  out.add(section::index, {blocks.begin(), index_end});
  blocks.erase(blocks.begin(), index_end);
  out.add(section::rows, std::move(blocks));
}

/// How the bytes of a file divide, by the sections that it is written from or read as.
template <class Layout, class Sections>
typename file_kind<Layout>::bytes divide(const Sections& sections, std::uint64_t file_bytes) {
  typename file_kind<Layout>::bytes bytes;
  bytes.sizes = sections.bytes_of(section::sizes);
  const std::uint64_t rows = sections.bytes_of(section::index) + sections.bytes_of(section::rows);
  if constexpr (is_graph<Layout>) {
    bytes.degrees = sections.bytes_of(section::degrees);
    bytes.ids = sections.bytes_of(section::ids);
    bytes.edges = rows;
  } else {
    bytes.catalog = sections.bytes_of(section::catalog);
    bytes.entries = rows;
  }
  bytes.header = file_bytes - bytes.total();
  return bytes;
}

template <class Layout>
std::vector<std::byte> finish(section_writer& out, typename file_kind<Layout>::bytes* sizes) {
  if (sizes != nullptr) *sizes = divide<Layout>(out, out.file_bytes());
  return out.take_file(file_kind<Layout>::magic);
}

/// How the bytes of a file divide that goes on with `row_bytes` bytes of index and blocks.
template <class Layout>
typename file_kind<Layout>::bytes sizes_with(section_writer& out, const Layout& layout,
                                             std::span<const vertex_id> absent, std::uint64_t row_bytes) {
  if (!absent.empty()) out.add(section::absent, write_absent(absent));
  const std::uint64_t index = wire::index_bytes_of(layout.users());
  out.add_size(section::index, index);
  out.add_size(section::rows, row_bytes - index);
  return divide<Layout>(out, out.file_bytes());
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
      m_front.absent = read_absent(m_file.subspan(at, size), at, m_front.parameters.users);
    }
    m_sections.end();
    m_front.bytes = divide<Layout>(m_sections, m_file.size());
    return std::move(m_front);
  }

  /// Where the digest of what users were told stands, and that it is this.
  void require_told(const told_digest& digest) {
    const auto [at, size] = m_sections.get(section::told);
    require(std::ranges::equal(m_file.subspan(at, size), bytes_of(digest)), at,
            "the digest of what users were told is another");
  }

 private:
  void read_parameters() {
    const auto [at, size] = m_sections.get(section::parameters);
    m_front.parameters_at = at;
    canonical_reader from(m_file.subspan(at, size), at);
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
    canonical_reader from(m_file.subspan(at, size), at);
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
        const byte_span text = m_file.subspan(at, size);
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
      m_front.notes.task = digits_of(m_file.subspan(at, size));
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
    blocks = wire::block_reader(bytes.first(front.rows_end), front.rows_at, *layout);
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

release_sizes sizes_before_rows(const release_layout& layout) {
  section_writer out = begin_file(layout);
  for (const wire::section_kind& kind : {section::index, section::rows}) out.add_size(kind, 0);
  return divide<release_layout>(out, out.file_bytes());
}

release_sizes sizes_of(const release& rows, std::uint64_t row_bytes) {
  section_writer out = begin_file(rows.layout());
  return sizes_with(out, rows.layout(), rows.absent(), row_bytes);
}

release_sizes sizes_of(const release& rows) {
  return sizes_of(rows, wire::bytes_of_blocks(rows.layout(), rows.all_words()));
}

vector_release_sizes sizes_of(const vector_release& rows) {
  section_writer out = begin_file(rows);
  return sizes_with(out, rows.layout(), rows.absent(),
                    wire::bytes_of_blocks(rows.layout(), rows.all_words()));
}

std::vector<std::byte> release::serialize(release_sizes* sizes, const file_notes& notes) const {
  section_writer out = begin_file(*m_layout);
  add_notes(out, notes, m_layout->users());
  add_rows(out, *this);
  return finish<release_layout>(out, sizes);
}

std::vector<std::byte> vector_release::serialize(vector_release_sizes* sizes) const {
  section_writer out = begin_file(*this);
  add_rows(out, *this);
  return finish<vector_layout>(out, sizes);
}

release_sizes release::save(const std::string& path, const file_notes& notes) const {
  release_sizes sizes;
  replace_file(path, serialize(&sizes, notes));
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
    return first_bytes.size() >= magic.size() &&
           std::ranges::equal(magic, first_bytes.first(magic.size()), {},
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
