// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cctype>
#include <charconv>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/real_text.hpp"
#include "input/table_sample.hpp"
#include "input/table_shape.hpp"

namespace edgeldp {

namespace {

[[noreturn]] void refuse_table(const std::string& name, const std::string& why,
                               const std::string& what_to_do) {
  throw bad_graph_input(name + ": looks like " + why + ", which is no list of edges. " + what_to_do +
                        " (--format edge-list reads the first two ids of each line all the same)");
}

std::uint64_t number(const std::string& cell) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc{} ? value : std::numeric_limits<std::uint64_t>::max();
}

// ---- matrices ----

void refuse_matrix(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  // A size may stand alone before the rows.
  const std::size_t skipped = rows.size() > 3 && rows[0].count == 1 && rows[1].count > 2 ? 1 : 0;
  if (rows.size() < 3 + skipped) return;
  const std::size_t count = rows[skipped].count;
  const std::uint64_t lines = sample.lines - skipped;
  bool is_binary = true, is_numeric = true, is_digit_block = count == 1;
  for (std::size_t i = skipped; i < rows.size(); ++i) {
    if (rows[i].count != count) return;
    is_binary = is_binary && rows[i].is_binary;
    is_numeric = is_numeric && rows[i].is_numeric;
    is_digit_block = is_digit_block && rows[i].cells[0].size() == lines &&
                     rows[i].cells[0].find_first_not_of("01") == std::string::npos;
  }
  const bool is_square = count == lines || (count == lines + 1 && count > 4);
  if (is_digit_block || (count > 2 && is_binary) || (count > 3 && is_square && is_numeric))
    refuse_table(name, "a matrix, a row a vertex",
                 "Write the places of its entries, two numbers a line: numpy.savetxt('edges.txt', "
                 "numpy.argwhere(matrix), '%d').");
}

/// Names above and before the entries.
void refuse_named_matrix(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  if (rows.size() < 3 || rows[0].count < 3 || rows.size() != sample.lines) return;
  if (ranges::all_of(rows[0].cells, [](const std::string& cell) { return is_a_number(cell); })) return;
  const std::size_t shift = rows[0].count == rows.size() ? 0 : 1;
  if (rows[0].count + shift != rows.size()) return;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t above = i - shift;
    const bool is_named = !rows[i].cells.empty() && rows[i].count == rows.size() &&
                          (above >= rows[0].cells.size() || rows[0].cells[above] == rows[i].cells[0]);
    const bool is_numeric =
        std::all_of(rows[i].cells.begin() + (rows[i].cells.empty() ? 0 : 1), rows[i].cells.end(),
                    [](const std::string& cell) { return is_a_number(cell); });
    if (!is_named || !is_numeric) return;
  }
  refuse_table(
      name, "a matrix with names above and before it",
      "Write a line for each entry that is not 0: python3 -c \"import pandas as p; m = p.read_csv('" + name +
          "', index_col=0).stack(); print(m[m != 0].to_csv(header=False))\".");
}

// ---- sizes and lists of neighbours ----

void refuse_metis(const table_sample& sample, const std::string& name) {
  const table_row& first = sample.rows[0];
  if (!first.is_whole || first.count < 2 || first.count > 4) return;
  const std::uint64_t n = number(first.cells[0]);
  if (n < 2 || sample.written > n + 1 || 2 * sample.written < n) return;
  std::uint64_t entries = 0;
  bool are_pairs = true;
  for (std::size_t i = 1; i < sample.rows.size(); ++i) {
    if (!sample.rows[i].is_numeric) return;
    entries += sample.rows[i].count;
    are_pairs = are_pairs && sample.rows[i].count == 2;
  }
  const bool has_all = sample.rows.size() == sample.lines;
  const bool fits = first.count > 2 || !has_all || entries == 2 * number(first.cells[1]);
  // A vertex without neighbours is a blank line, and writers leave the last ones out.
  if (are_pairs || !fits || (sample.written < n + 1 && !has_all)) return;
  refuse_table(name, "METIS, whose first line has " + first.cells[0] + " vertices",
               "--format metis reads it.");
}

std::uint64_t largest_id(const table_sample& sample, std::size_t first_row) {
  std::uint64_t largest = 0;
  for (std::size_t i = first_row; i < sample.rows.size(); ++i)
    for (std::size_t c = 0; c < std::min<std::size_t>(2, sample.rows[i].cells.size()); ++c)
      if (is_digits(sample.rows[i].cells[c])) largest = std::max(largest, number(sample.rows[i].cells[c]));
  return largest;
}

/// "n m" or "n n m", where m edges among n ids follow; "n" alone, or n and m on lines of their own.
void refuse_sizes(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  if (rows.size() < 3 || !rows[0].is_whole) return;
  const auto has_pairs_from = [&](std::size_t first_row) {
    return std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(first_row), rows.end(),
                       [](const table_row& row) { return row.count >= 2; });
  };
  const std::string remedy = "Take the sizes off: tail -n +";
  if (rows[0].count == 1 && rows[1].count == 1 && has_pairs_from(2) && rows[1].is_whole &&
      number(rows[1].cells[0]) == sample.lines - 2 && number(rows[0].cells[0]) >= largest_id(sample, 2))
    refuse_table(name, "a list of edges below two lines of sizes", remedy + "3 " + name + " > edges.txt.");
  if (!has_pairs_from(1)) return;
  const std::uint64_t largest = largest_id(sample, 1), follow = sample.lines - 1;
  const std::uint64_t n = number(rows[0].cells[0]);
  bool is_size = rows[0].count == 1 && (n == largest || n == largest + 1 || n == follow);
  if (rows[0].count == 2 || rows[0].count == 3) {
    const std::uint64_t m = number(rows[0].cells.back());
    const bool is_square = rows[0].count == 2 || rows[0].cells[0] == rows[0].cells[1];
    // Lists of both directions may count each edge once.
    const bool counts_all = m == follow || (2 * m == follow && m > largest);
    is_size = is_square && n >= largest && counts_all && rows[0].count <= rows[1].count + 1;
  }
  if (!is_size) return;
  std::string first;
  for (const std::string& cell : rows[0].cells) first += (first.empty() ? "" : " ") + cell;
  const bool may_be_metis = rows[0].count == 2 && n == follow;
  refuse_table(name, "a list of edges below a line of sizes, \"" + first + "\"",
               remedy + "2 " + name + " > edges.txt." +
                   (may_be_metis ? " If line k + 1 has the neighbours of vertex k: --format metis." : ""));
}

/// Whether most of what stands behind the second column is an id too.
bool further_cells_are_ids(const table_sample& sample) {
  id_set ids = ids_in(sample, 0);
  for (const std::string_view id : ids_in(sample, 1)) ids.insert(id);
  std::uint64_t known = 0, all = 0;
  for (const table_row& row : sample.rows)
    for (std::size_t c = 2; c < row.cells.size(); ++c) {
      ++all;
      known += ids.contains(row.cells[c]) ? 1 : 0;
    }
  return 2 * known >= all;
}

/// What reads lists of neighbours: those below a number of their own, or the lines of which none
/// says whose they are.
std::string remedy_of_lists(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  const bool has_counts = ranges::all_of(rows, [](const table_row& row) {
    return row.cells.size() >= 2 && is_digits(row.cells[1]) && number(row.cells[1]) + 2 == row.count;
  });
  if (has_counts)
    return "Take off its second column, which has their numbers: cut -d' ' -f1,3- " + name +
           " > lists.adjlist (-f1,3- alone where tabs separate), and --format adjacency-list reads it.";
  const std::size_t vertices = ids_in(sample, 0).size();
  if (10 * vertices < 9 * rows.size())
    return "If each line has its vertex in front, --format adjacency-list reads it; if line k + 1 has the "
           "neighbours "
           "of vertex k alone: awk '{print NR - 1, $0}' " +
           name + " > lists.adjlist first.";
  return "--format adjacency-list reads it.";
}

void refuse_neighbor_lines(const table_sample& sample, const std::string& name) {
  std::size_t least = std::numeric_limits<std::size_t>::max(), most = 0;
  bool are_whole = true;
  for (const table_row& row : sample.rows) {
    if (row.count >= 2) least = std::min(least, row.count);
    most = std::max(most, row.count);
    are_whole = are_whole && row.is_whole;
  }
  if (most < 3 || least == most) return;
  if (!are_whole && !further_cells_are_ids(sample)) return;
  refuse_table(name,
               "an adjacency list, a vertex and all its neighbours a line: its lines have " +
                   std::to_string(least) + " to " + std::to_string(most) + " ids",
               remedy_of_lists(sample, name));
}

// ---- columns ----

/// What two columns have in common, of what either has.
double overlap(const id_set& a, const id_set& b) {
  double both = 0.0;
  for (const std::string_view id : a) both += b.contains(id) ? 1.0 : 0.0;
  const double all = static_cast<double>(a.size() + b.size()) - both;
  return all > 0.0 ? both / all : 0.0;
}

std::uint64_t loops(const table_sample& sample, std::size_t one, std::size_t other) {
  return static_cast<std::uint64_t>(ranges::count_if(
      sample.rows, [&](const table_row& row) { return row.cells[one] == row.cells[other]; }));
}

/// Whether a column counts the lines, or never falls, as a number of the line or a time.
bool never_falls(const table_sample& sample) {
  double before = -std::numeric_limits<double>::infinity();
  for (const table_row& row : sample.rows) {
    double value = 0.0;
    const std::string& cell = row.cells[0];
    if (read_real(cell.data(), cell.data() + cell.size(), value).ec != std::errc{} || value < before)
      return false;
    before = value;
  }
  return true;
}

void refuse_columns(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  const std::size_t count = rows[0].count;
  if (rows.size() < 3 || count < 3 || count > 6) return;
  if (!ranges::all_of(rows, [&](const table_row& row) { return row.cells.size() == count; })) return;
  std::vector<id_set> ids;
  for (std::size_t c = 0; c < count; ++c) ids.push_back(ids_in(sample, c));
  const double given = overlap(ids[0], ids[1]);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = std::max<std::size_t>(i + 1, 2); j < count; ++j) {
      if (ids[i].size() < 2 || ids[j].size() < 2) continue;
      const double found = overlap(ids[i], ids[j]);
      const bool stands_out = found >= 0.15 && given < 0.25 * found;
      const bool is_behind_a_time =
          i == 1 && j == 2 && found >= 0.3 && found > given && never_falls(sample) &&
          (ids[0].size() == rows.size() || (loops(sample, 0, 1) > 1 && loops(sample, 1, 2) == 0));
      if (!stands_out && !is_behind_a_time) continue;
      const std::string between = "columns " + std::to_string(i + 1) + " and " + std::to_string(j + 1);
      const bool is_sif = i == 0 && j == 2;
      refuse_table(
          name,
          is_sif ? "SIF or triples, a relation between two ends: " + between + " have the same ids"
                 : "edges in " + between + ", behind a time or a number of the line",
          is_sif
              ? "--format sif reads it, or a first line \"source relation target\" says which are the ends."
              : "A first line that calls the ends source and target says so, or cut -f" +
                    std::to_string(i + 1) + "," + std::to_string(j + 1) + " " + name +
                    " (-d' ' or -d, where no tabs separate).");
    }
}

bool is_split_number(std::string_view cell) {
  return cell.find(' ') != std::string_view::npos &&
         cell.find_first_not_of("0123456789 ") == std::string_view::npos;
}

/// "1 234" and "2 345" apart by a tab: a blank that groups digits would be read as what separates.
void refuse_split_numbers(const table_sample& sample, const std::string& name) {
  for (const table_row& row : sample.rows)
    if (row.cells.size() >= 2 && is_split_number(row.cells[0]) && is_split_number(row.cells[1]))
      refuse_table(name, "numbers with blanks in them (\"" + row.cells[0] + "\"), apart by tabs or the like",
                   "tr -d ' ' < " + name + " > edges.txt joins their digits.");
}

/// Lists of neighbours that are all as long: u stands in the lists of those in its own.
void refuse_regular_lists(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  const std::size_t count = rows[0].count;
  if (rows.size() < 3 || count < 3 || count > 6) return;
  boost::unordered_flat_map<std::string_view, std::size_t> list_of;  // among the rows
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].cells.size() != count || rows[i].count != count ||
        !list_of.emplace(rows[i].cells[0], i).second)
      return;
  std::uint64_t back = 0, all = 0;
  for (const table_row& row : rows)
    for (std::size_t c = 1; c < count; ++c) {
      const auto other = list_of.find(row.cells[c]);
      ++all;
      if (other == list_of.end()) continue;
      const std::vector<std::string>& theirs = rows[other->second].cells;
      back += std::find(theirs.begin() + 1, theirs.end(), row.cells[0]) != theirs.end();
    }
  if (10 * back < 9 * all) return;
  refuse_table(name,
               "an adjacency list, a vertex and all its " + std::to_string(count - 1) + " neighbours a line",
               remedy_of_lists(sample, name));
}

/// Columns 3 and 4 have the ids of columns 1 and 2, as many of them, and the smaller in front where
/// those have. Two weights of an edge keep no order.
void refuse_two_edges(const table_sample& sample, const std::string& name) {
  const auto& rows = sample.rows;
  if (rows.size() < 8) return;
  std::size_t rising = 0, falling = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_half = i + 1 == rows.size() && rows[i].count == 2;  // of an odd number of edges
    if (!rows[i].is_whole || (rows[i].count != 4 && !is_half)) return;
    if (is_half) continue;
    std::array<std::uint64_t, 4> values{};
    for (std::size_t c = 0; c < 4; ++c) values[c] = number(rows[i].cells[c]);
    rising += values[0] < values[1] && values[2] < values[3] ? 1 : 0;
    falling += values[0] > values[1] && values[2] > values[3] ? 1 : 0;
  }
  if (20 * std::max(rising, falling) < 19 * (rows.size() - 1)) return;
  std::array<id_set, 4> ids;
  for (std::size_t c = 0; c < 4; ++c) ids[c] = ids_in(sample, c);
  if (2 * ids[2].size() < ids[0].size() || 2 * ids[3].size() < ids[1].size()) return;
  id_set front = ids[0], behind = ids[2];
  front.insert(ids[1].begin(), ids[1].end());
  behind.insert(ids[3].begin(), ids[3].end());
  if (overlap(front, behind) < 0.5) return;
  refuse_table(name, "two edges a line, in columns 1 and 2 and in columns 3 and 4",
               "xargs -n 2 < " + name + " > edges.txt writes one a line, where blanks separate.");
}

}  // namespace

void check_table(std::string_view text, const std::string& name, const table_head& head, bool has_names) {
  const table_sample sample = sample_of(text);
  if (sample.rows.empty()) return;
  refuse_matrix(sample, name);
  refuse_named_matrix(sample, name);
  if (!head.has_heading) {
    refuse_metis(sample, name);
    refuse_sizes(sample, name);
  }
  if (!has_names) refuse_split_numbers(sample, name);
  if (head.names_ends || head.first != 0 || head.second != 1) return;
  check_marks(text, name);
  refuse_neighbor_lines(sample, name);
  refuse_regular_lists(sample, name);
  refuse_two_edges(sample, name);
  refuse_columns(sample, name);
}

const std::vector<std::string>& words_for_missing_values() {
  static const std::vector<std::string> words = {"NA",      "N/A",       "NaN",  "nan",    "NULL", "null",
                                                 "Null",    "None",      "none", "<NA>",   "#N/A", "nil",
                                                 "n/a",     "undefined", "\\N",  "(null)", "NaT",  "#REF!",
                                                 "#VALUE!", "#NAME?",    "?",    "-",      "--"};
  return words;
}

bool is_missing_value(std::string_view word) {
  return ranges::find(words_for_missing_values(), word) != words_for_missing_values().end();
}

}  // namespace edgeldp
