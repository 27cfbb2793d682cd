// SPDX-License-Identifier: MIT
#include "input/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

struct banner {
  int values = 0;  ///< behind a row and a column
  bool is_symmetric = false;
};

/// The first line that is not blank.
std::string_view from_banner(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

banner parse_banner(std::string_view line, std::uint64_t number, const std::string& name) {
  std::array<std::string, 5> words;
  line_cursor cursor(line);
  for (std::string& word : words) {
    word = lower_case(cursor.take_word());
    cursor.skip_blanks();
  }
  if (words[0] != lower_case(matrix_market_mark))
    fail_line(name, number, line,
              "\"%%MatrixMarket matrix coordinate pattern general\" first (real for pattern where values "
              "follow; symmetric for general where each edge stands once)");
  if (words[1] == "matrix" && words[2] == "array")
    fail_line(
        name, number, line,
        "a matrix by its entries, coordinate and not array: write it so, python3 -c \"import scipy.io as s, "
        "scipy.sparse as p; s.mmwrite('entries.mtx', p.coo_matrix(s.mmread('" +
            name + "')))\"");
  constexpr std::array<std::pair<std::string_view, int>, 6> kinds = {
      {{"pattern", 0}, {"real", 1}, {"double", 1}, {"integer", 1}, {"unsigned-integer", 1}, {"complex", 2}}};
  constexpr std::array<std::string_view, 3> halves = {"symmetric", "skew-symmetric", "hermitian"};
  const auto* const kind = ranges::find(kinds, words[3], &std::pair<std::string_view, int>::first);
  const bool is_half = ranges::find(halves, words[4]) != halves.end();
  if (words[1] != "matrix" || words[2] != "coordinate" || kind == kinds.end() ||
      (words[4] != "general" && !is_half) || !cursor.at_end())
    fail_line(name, number, line,
              "\"%%MatrixMarket matrix coordinate\", then pattern, real, integer or complex, then general, "
              "symmetric, skew-symmetric or hermitian");
  return {kind->second, is_half};
}

struct matrix_entry_parser {
  std::uint64_t rows, columns;
  int values;

  bool operator()(std::string_view line, chunk& c) const {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '%') {
      ++c.comments;
      return true;
    }
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    bool good = cursor.take(row) && cursor.skip_blanks() && cursor.take(column);
    good = good && row - 1 < rows && column - 1 < columns;  // 0 wraps to the largest number
    bool is_zero = values > 0;
    for (int i = 0; i < values; ++i) {
      double value = 0;
      good = good && cursor.skip_blanks() && cursor.take(value);
      is_zero = is_zero && value == 0.0;
    }
    cursor.skip_blanks();
    if (!good || !cursor.at_end()) {
      c.expected = "a row and a column from 1 to " + std::to_string(rows);
      if (columns != rows) c.expected += " and " + std::to_string(columns);
      if (values > 0) c.expected += values == 1 ? " and a value" : " and a complex value";
      return false;
    }
    if (values > 0) (is_zero ? c.has_zero_values : c.has_other_values) = true;
    c.edges.emplace_back(row, column);
    return true;
  }
};

struct matrix_sizes {
  std::uint64_t rows = 0, columns = 0, entries = 0;

  bool parse(std::string_view line) {
    line_cursor cursor(line);
    cursor.skip_blanks();
    const bool good = cursor.take(rows) && cursor.skip_blanks() && cursor.take(columns) &&
                      cursor.skip_blanks() && cursor.take(entries);
    cursor.skip_blanks();
    return good && cursor.at_end();
  }
};

}  // namespace

bool is_matrix_market(std::string_view text, const std::string& name) {
  return begins_as_matrix_market(text) || has_extension(name, ".mtx");
}

bool begins_as_matrix_market(std::string_view text) {
  return lower_case(from_banner(text).substr(0, matrix_market_mark.size())) == lower_case(matrix_market_mark);
}

matrix_entries parse_matrix_entries(std::string_view text, const std::string& name, matrix_shape shape) {
  const std::size_t bytes = text.size();
  const std::string_view rest = from_banner(text);
  size_line head;
  head.lines = 1 + static_cast<std::uint64_t>(
                       std::count(text.begin(), text.end() - static_cast<std::ptrdiff_t>(rest.size()), '\n'));
  text = rest;
  head.text = take_line(text);
  const banner kind = parse_banner(head.text, head.lines, name);
  take_size_line(text, head);
  matrix_sizes sizes;
  const bool is_good = sizes.parse(head.text);
  if (shape == matrix_shape::any && kind.is_symmetric)
    fail_line(name, 1, "symmetric", "\"general\": rows are users and columns are items");
  if (!is_good || (shape == matrix_shape::square && sizes.rows != sizes.columns))
    fail_line(name, head.lines, head.text,
              shape == matrix_shape::any ? "\"rows columns entries\""
                                         : "\"rows columns entries\" of a square matrix (of users and items: "
                                           "info --bipartite, common-neighbors --bipartite, butterflies)");
  if (const std::uint64_t most = most_vertices(bytes); std::max(sizes.rows, sizes.columns) > most)
    fail_line(name, head.lines, head.text,
              "at most " + std::to_string(most) + " rows in a text of " + std::to_string(bytes) + " bytes");

  std::vector<chunk> chunks =
      parse_chunks(text, name, head.lines, matrix_entry_parser{sizes.rows, sizes.columns, kind.values});
  if (const std::uint64_t found = count_entries(chunks); found != sizes.entries)
    fail_line(name, head.lines, head.text, "the number of entries that follow, " + std::to_string(found));
  matrix_entries result{sizes.rows, sizes.columns, {}, count_lines(chunks, head.lines)};
  result.is_symmetric = kind.is_symmetric;
  if (kind.values > 0) result.clean_up.wide_lines = sizes.entries;
  result.entries = take_numbered_edges(chunks);
  return result;
}

}  // namespace edgeldp
