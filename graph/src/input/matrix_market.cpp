// SPDX-License-Identifier: MIT
#include "input/matrix_market.hpp"

#include <algorithm>
#include <array>

namespace edgeldp {

namespace {

struct banner {
  bool has_value = false, is_symmetric = false;
};

banner parse_banner(std::string_view line, const std::string& name) {
  std::array<std::string, 5> words;
  line_cursor cursor(line);
  for (std::string& word : words) {
    word = lower_case(cursor.take_word());
    cursor.skip_blanks();
  }
  const bool has_value = words[3] == "real" || words[3] == "integer";
  if (words[0] != lower_case(matrix_market_mark) || words[1] != "matrix" || words[2] != "coordinate" ||
      (!has_value && words[3] != "pattern") || (words[4] != "general" && words[4] != "symmetric") ||
      !cursor.at_end()) {
    fail_line(
        name, 1, line,
        "\"%%MatrixMarket matrix coordinate\", then pattern, real or integer, then general or symmetric");
  }
  return {has_value, words[4] == "symmetric"};
}

struct matrix_entry_parser {
  std::uint64_t rows, columns;
  bool has_value;

  bool operator()(std::string_view line, chunk& c) const {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '%') {
      ++c.comments;
      return true;
    }
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    double value = 0;
    bool good = cursor.take(row) && cursor.skip_blanks() && cursor.take(column);
    good = good && row - 1 < rows && column - 1 < columns;  // 0 wraps to the largest number
    if (has_value) good = good && cursor.skip_blanks() && cursor.take(value);
    cursor.skip_blanks();
    if (!good || !cursor.at_end()) {
      c.expected = "a row and a column from 1 to " + std::to_string(rows);
      if (columns != rows) c.expected += " and " + std::to_string(columns);
      if (has_value) c.expected += " and a value";
      return false;
    }
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
  return lower_case(text.substr(0, matrix_market_mark.size())) == lower_case(matrix_market_mark) ||
         has_extension(name, ".mtx");
}

matrix_entries parse_matrix_entries(std::string_view text, const std::string& name, matrix_shape shape) {
  const std::size_t bytes = text.size();
  size_line head{1, take_line(text)};
  const banner kind = parse_banner(head.text, name);
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
      parse_chunks(text, name, head.lines, matrix_entry_parser{sizes.rows, sizes.columns, kind.has_value});
  if (const std::uint64_t found = count_entries(chunks); found != sizes.entries)
    fail_line(name, head.lines, head.text, "the number of entries that follow, " + std::to_string(found));
  matrix_entries result{sizes.rows, sizes.columns, {}, count_lines(chunks, head.lines)};
  if (kind.has_value) result.clean_up.wide_lines = sizes.entries;
  result.entries = take_numbered_edges(chunks);
  return result;
}

}  // namespace edgeldp
