// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "input/real_text.hpp"
#include "input/table_shape.hpp"

/// What readers of text files share: bytes, lines, chunks of lines parsed concurrently, numbers for
/// ids.
namespace edgeldp {

/// Bytes that grow by reallocation: large blocks move by remapping, and nothing is zeroed before it
/// is read.
class byte_buffer {
 public:
  /// Calls read(place, room) until it returns 0; it returns how many bytes it put there.
  template <class Read>
  void fill(const Read& read) {
    constexpr std::size_t first_capacity = std::size_t{1} << 16;
    for (std::size_t capacity = first_capacity;; capacity *= 2) {
      char* const grown = static_cast<char*>(std::realloc(m_bytes.get(), capacity));
      if (grown == nullptr) throw std::bad_alloc();
      static_cast<void>(m_bytes.release());
      m_bytes.reset(grown);
      while (m_size < capacity) {
        const std::size_t got = read(grown + m_size, capacity - m_size);
        if (got == 0) return;
        m_size += got;
      }
    }
  }

  std::size_t size() const { return m_size; }
  std::string_view view() const { return {m_bytes.get(), m_size}; }

 private:
  struct freer {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, freer> m_bytes;
  std::size_t m_size = 0;
};

/// Refuses a line that no input has as soon as it is longer than the limit: a few hundred kilobytes
/// of gzip can hold a line of gigabytes.
class line_watch {
 public:
  explicit line_watch(const std::string& name) : m_name(name) {}

  void see(std::string_view piece) {
    const std::size_t first = std::min(piece.find('\n'), piece.size());
    if (m_length + first > longest)
      throw bad_graph_input(m_name + ": line " + std::to_string(m_lines + 1) + ": longer than 64 MiB");
    m_lines += static_cast<std::uint64_t>(ranges::count(piece, '\n'));
    m_length = first == piece.size() ? m_length + first : piece.size() - 1 - piece.rfind('\n');
  }

  /// Longer pieces could hold a longer line.
  static constexpr std::size_t longest_piece = std::size_t{1} << 20;

 private:
  static constexpr std::size_t longest = std::size_t{1} << 26;
  const std::string& m_name;
  std::uint64_t m_lines = 0;
  std::size_t m_length = 0;
};

/// The bytes of a file, or of standard input for "-", unpacked (unpack.hpp).
/// Errors: io_error; bad_graph_input as unpack.
byte_buffer read_text_input(const std::string& path);

/// The bytes that a file begins with, at most `count`; none of what cannot be read, or once only,
/// as a pipe.
std::string first_bytes_of(const std::string& path, std::size_t count);

/// What messages call a path.
std::string name_of_input(const std::string& path);

/// The text without a byte order mark.
std::string_view without_mark(std::string_view text);

/// The start of a line as messages show it: other bytes than ASCII as \\x and two digits.
std::string printable(std::string_view line);

/// Throws bad_graph_input that names the line, what was expected and what was found.
[[noreturn]] void fail_line(const std::string& name, std::uint64_t number, std::string_view line,
                            const std::string& expected);

/// Cuts the first line, without LF and what CR precede it, off the text.
std::string_view take_line(std::string_view& text);

/// Reads one line from left to right.
class line_cursor {
 public:
  explicit line_cursor(std::string_view line) : m_at(line.data()), m_end(line.data() + line.size()) {}

  bool at_end() const { return m_at == m_end; }
  char peek() const { return *m_at; }
  void take_one() { ++m_at; }
  bool has_digit_next() const { return m_end - m_at > 1 && m_at[1] >= '0' && m_at[1] <= '9'; }

  bool skip_blanks() {
    const char* const start = m_at;
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\t')) ++m_at;
    return m_at != start;
  }

  /// Blanks with at most one comma among them: "1,,2" has an empty column and is not an edge 1 2.
  bool skip_separator() {
    const bool blank = skip_blanks();
    if (at_end() || *m_at != ',') return blank || at_end();
    ++m_at;
    skip_blanks();
    return true;
  }

  bool take(std::uint64_t& value) {
    const auto [rest, failure] = std::from_chars(m_at, m_end, value);
    m_at = rest;
    return failure == std::errc{};
  }

  bool take(double& value) {
    if (!at_end() && *m_at == '+') ++m_at;
    const auto [rest, failure] = read_real(m_at, m_end, value);
    m_at = rest;
    return failure == std::errc{};
  }

  /// The characters up to the next blank or the end.
  std::string_view take_word() {
    const char* const start = m_at;
    while (m_at != m_end && *m_at != ' ' && *m_at != '\t') ++m_at;
    return {start, static_cast<std::size_t>(m_at - start)};
  }

 private:
  const char* m_at;
  const char* m_end;
};

bool is_blank(std::string_view line);

/// Lower case, for ASCII.
std::string lower_case(std::string_view text);

/// Whether a file's name ends so, in any case, before an optional ".gz", ".bz2", ".xz" or ".zst".
bool has_extension(const std::string& name, std::string_view extension);

/// Whether a file's name is one of METIS.
bool is_metis(const std::string& name);

/// The line that holds a format's sizes.
struct size_line {
  std::uint64_t lines = 0;  ///< of the header, comments among them, up to and with this one
  std::string_view text;
};

/// Takes lines off `text` up to the first that is neither blank nor a '%' comment.
void take_size_line(std::string_view& text, size_line& head);

/// Vertices without edges cost memory but no text, so that a header alone could ask for any amount:
/// 65536, or 16 a byte of text.
std::uint64_t most_vertices(std::size_t bytes);

using raw_edge = std::pair<std::uint64_t, std::uint64_t>;

struct chunk {
  std::string_view text;
  std::vector<raw_edge> edges;  ///< as written; METIS: (row within the chunk, neighbour)
  std::uint64_t lines = 0;
  std::uint64_t comments = 0;
  std::uint64_t wide_lines = 0;        ///< edge lists: with columns beyond two
  std::uint64_t lone_users = 0;        ///< edge lists: with one id, kept as a self-loop
  bool has_leading_zeros = false;      ///< edge lists: of ids
  bool has_zero_values = false;        ///< edge lists: 0 in the third column of some lines
  bool has_other_values = false;       ///< edge lists: another number there
  bool has_edges_in_comments = false;  ///< edge lists: "#1 2"
  std::uint64_t repeated_headings = 0;
  std::uint64_t rows = 0;       ///< METIS: vertex lines
  std::uint64_t used_rows = 0;  ///< METIS: vertex lines up to the last that is not blank
  std::string_view bad_line;    ///< the last of `lines`, if `expected` says what it should have been
  std::string expected;
};

/// The pieces do not depend on the number of threads.
std::vector<chunk> cut_into_chunks(std::string_view text);

/// ParseLine: bool(line, chunk), false with chunk.expected set for a bad line; and where it has
/// take_simple_lines(rest, chunk), that takes as many lines off the rest as it can do faster.
template <class ParseLine>
void parse_lines(chunk& c, const ParseLine& parse_line) {
  const bool is_binary = c.text.find('\0') != c.text.npos;
  for (std::string_view rest = c.text; !rest.empty();) {
    if constexpr (requires { parse_line.take_simple_lines(rest, c); }) {
      parse_line.take_simple_lines(rest, c);
      if (rest.empty()) return;
    }
    const std::string_view line = take_line(rest);
    ++c.lines;
    if (is_binary && line.find('\0') != line.npos) {
      c.expected = "text without NUL bytes";
    } else if (parse_line(line, c)) {
      continue;
    }
    c.bad_line = line;
    return;
  }
}

/// Parses `text`, which starts after `lines_before` lines of the input.
template <class ParseLine>
std::vector<chunk> parse_chunks(std::string_view text, const std::string& name, std::uint64_t lines_before,
                                const ParseLine& parse_line) {
  std::vector<chunk> chunks = cut_into_chunks(text);
  tell_stage("parsing");
  parallel_for(0, chunks.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) parse_lines(chunks[i], parse_line);
  });
  for (const chunk& c : chunks) {
    lines_before += c.lines;
    if (!c.expected.empty()) fail_line(name, lines_before, c.bad_line, c.expected);
  }
  return chunks;
}

template <class Field>
std::uint64_t sum(const std::vector<chunk>& chunks, const Field& field) {
  return std::accumulate(chunks.begin(), chunks.end(), std::uint64_t{0},
                         [&](std::uint64_t total, const chunk& c) { return total + field(c); });
}

/// What is said where a weight of 0 stands beside others.
inline constexpr const char* zeros_are_edges =
    "lines with 0 in the third column are edges as all others are: if it means no contact, leave them out";

std::uint64_t count_entries(const std::vector<chunk>& chunks);

clean_up_report count_lines(const std::vector<chunk>& chunks, std::uint64_t header_lines);

enum class lone_ids { refused, are_users };

/// The chunks of an edge list, two ids a line, of which at least one must be there; '#' and '%'
/// comments, further columns ignored. `head` was taken off the text, and lines_before in all.
std::vector<chunk> parse_edge_lines(std::string_view text, const std::string& name,
                                    std::uint64_t lines_before, const table_head& head, lone_ids lone);

/// The same of a part of a text, which may have no edge.
std::vector<chunk> parse_part_of_edges(std::string_view text, const std::string& name,
                                       std::uint64_t lines_before, const table_head& head, lone_ids lone);

inline constexpr vertex_id unnumbered = std::numeric_limits<vertex_id>::max();

/// Numbers ids by first appearance.
class id_numbering {
 public:
  /// A table beats a hash map five times; it is made where it stays within a constant times the
  /// text.
  id_numbering(std::uint64_t largest_id, std::uint64_t entries, const std::string& name) : m_name(name) {
    if (largest_id / 8 <= entries) m_table.assign(largest_id + 1, unnumbered);
  }

  vertex_id operator()(std::uint64_t id) {
    vertex_id& known = m_table.empty() ? m_map.try_emplace(id, unnumbered).first->second : m_table[id];
    if (known == unnumbered) known = add(id);
    return known;
  }

  std::vector<std::uint64_t> take_labels() { return std::move(m_labels); }

 private:
  vertex_id add(std::uint64_t id);

  const std::string& m_name;
  std::vector<vertex_id> m_table;
  boost::unordered_flat_map<std::uint64_t, vertex_id> m_map;
  std::vector<std::uint64_t> m_labels;
};

/// The place of each label among declared ids.
/// Errors: bad_graph_input naming a label that is not declared, or an id that is declared twice.
std::vector<vertex_id> places_of(std::span<const std::uint64_t> labels, std::span<const std::uint64_t> ids);

/// The largest id in the first and in the second column.
raw_edge largest_ids(const std::vector<chunk>& chunks);

/// Entries that count from 1 as edges that count from 0; empties the chunks.
std::vector<std::pair<vertex_id, vertex_id>> take_numbered_edges(std::vector<chunk>& chunks);

/// Edges between numbers, in order of appearance; empties the chunks. Both columns may share a
/// numbering.
std::vector<std::pair<vertex_id, vertex_id>> number_edges(std::vector<chunk>& chunks, id_numbering& first,
                                                          id_numbering& second);

}  // namespace edgeldp
