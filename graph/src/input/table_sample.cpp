// SPDX-License-Identifier: MIT
#include "input/table_sample.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/real_text.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

bool is_digits(std::string_view cell) {
  return !cell.empty() && ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_a_number(std::string_view cell) {
  double value = 0;
  const auto [end, error] = read_real(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc{} && end == cell.data() + cell.size();
}

namespace {

/// A remark or a dictionary, which networkx writes behind an edge.
bool begins_a_remark(std::string_view cell) {
  return cell.starts_with('#') || cell.starts_with('%') || cell.starts_with("//") || cell.starts_with('{') ||
         cell.starts_with('[');
}

table_row row_of(std::string_view line, std::string_view separators) {
  constexpr std::size_t kept = 6;
  table_row row;
  row.cells.reserve(2);
  const auto skip_blanks = [&] {
    if (separators == blank_separators)
      line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  };
  skip_blanks();
  while (!line.empty()) {
    line_field field;
    try {
      field = take_field(line, separators);
    } catch (const invalid_parameter&) {  // of a quote: the reader will tell
      break;
    }
    const std::string& cell = field.text;
    if (row.count >= 2 && begins_a_remark(cell)) break;
    const bool is_empty_end = field.is_last && cell.empty();
    if (!is_empty_end) {
      ++row.count;
      row.is_binary = row.is_binary && (cell == "0" || cell == "1");
      const bool has_digits_only = is_digits(cell);
      row.is_whole = row.is_whole && has_digits_only;
      row.is_numeric = row.is_numeric && (has_digits_only || is_a_number(cell));
      if (row.cells.size() < kept) row.cells.push_back(cell);
    }
    if (field.is_last) break;
    skip_blanks();
  }
  return row;
}

/// Lines that the text begins with, if each of them begins with a digit, and so has data; none
/// otherwise. Some dozens at a time, in the time of reading their bytes; more would be read again
/// for each line of another kind.
std::uint64_t take_numbered_lines(std::string_view& text) {
  constexpr std::size_t block = 256;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view lines = text.substr(0, text.substr(0, block).rfind('\n') + 1);
  if (lines.empty() || !is_digit(lines[0])) return 0;
  std::uint64_t ends = 0, others = 0;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    ends += lines[i] == '\n';
    others += lines[i] == '\n' && !is_digit(lines[i + 1]);
  }
  if (others != 0) return 0;
  text.remove_prefix(lines.size());
  return ends + 1;
}

}  // namespace

table_sample sample_of(std::string_view text) {
  constexpr std::size_t most_rows = 20000, most_cells = 4000000;
  table_sample sample;
  std::string_view separators = blank_separators;
  std::size_t cells = 0;
  bool is_full = false;
  for (std::uint64_t written = 0; !text.empty();) {
    if (const std::uint64_t more = is_full ? take_numbered_lines(text) : 0; more != 0) {
      sample.lines += more;
      sample.written = written += more;
      continue;
    }
    const std::string_view line = take_line(text);
    if (!is_blank(line) && is_comment_line(line)) continue;
    ++written;
    if (is_blank(line)) continue;
    sample.written = written;
    ++sample.lines;
    is_full = is_full || sample.rows.size() == most_rows || cells > most_cells;
    if (is_full) continue;
    if (sample.rows.empty()) separators = separators_in(line);
    table_row row = row_of(line, separators);
    if (row.cells.empty()) continue;  // the reader will tell why
    cells += row.count;
    sample.rows.push_back(std::move(row));
  }
  return sample;
}

id_set ids_in(const table_sample& sample, std::size_t column) {
  id_set ids;
  for (const table_row& row : sample.rows)
    if (column < row.cells.size()) ids.insert(row.cells[column]);
  return ids;
}

}  // namespace edgeldp
