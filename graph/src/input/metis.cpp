// SPDX-License-Identifier: MIT
#include "input/metis.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "input/built_graph.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

struct metis_header {
  std::uint64_t n = 0;
  std::uint64_t m = 0;
  std::uint64_t leading_words = 0;  ///< vertex size and weights before a row's neighbours
  bool has_edge_weights = false;

  bool parse(std::string_view line) {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (!cursor.take(n) || !cursor.skip_blanks() || !cursor.take(m)) return false;
    cursor.skip_blanks();
    const std::string_view format = cursor.take_word();
    if (format.size() > 3 || format.find_first_not_of("01") != format.npos) return false;
    const auto has = [&](std::size_t place) {  // counted from the right
      return place < format.size() && format[format.size() - 1 - place] == '1';
    };
    has_edge_weights = has(0);
    std::uint64_t weights = has(1) ? 1 : 0;
    cursor.skip_blanks();
    if (!cursor.at_end() && !cursor.take(weights)) return false;
    cursor.skip_blanks();
    if (!cursor.at_end() || weights > unnumbered) return false;
    leading_words = (has(1) ? weights : 0) + (has(2) ? 1 : 0);
    return true;
  }

  /// Takes one vertex line.
  bool operator()(std::string_view line, chunk& c) const {
    if (line.starts_with('%')) {
      ++c.comments;
      return true;
    }
    const std::uint64_t row = c.rows++;
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end()) return true;
    c.used_rows = c.rows;
    for (std::uint64_t i = 0; i < leading_words && !cursor.at_end(); ++i) {
      cursor.take_word();
      cursor.skip_blanks();
    }
    while (!cursor.at_end()) {
      std::uint64_t neighbor = 0;
      bool good = cursor.take(neighbor) && neighbor - 1 < n;
      good = good && (cursor.skip_blanks() || cursor.at_end());
      if (has_edge_weights) good = good && !cursor.take_word().empty();
      if (!good) {
        c.expected = "neighbours from 1 to " + std::to_string(n);
        if (has_edge_weights) c.expected += ", each with a weight";
        return false;
      }
      cursor.skip_blanks();
      c.edges.emplace_back(row, neighbor);
    }
    return true;
  }
};

/// Makes rows absolute, counted from 1, and returns how many vertex lines end with the last that is
/// not blank.
std::uint64_t place_rows(std::vector<chunk>& chunks) {
  std::uint64_t before = 0;
  std::uint64_t used = 0;
  for (chunk& c : chunks) {
    for (auto& [row, neighbor] : c.edges) row += before + 1;
    if (c.used_rows != 0) used = before + c.used_rows;
    before += c.rows;
  }
  return used;
}

}  // namespace

read_graph_result parse_metis(std::string_view text, const std::string& name) {
  size_line head;
  take_size_line(text, head);
  metis_header sizes;
  if (!sizes.parse(head.text)) {
    fail_line(name, head.lines, head.text, "\"vertices edges [format [weights]]\"");
  }
  std::vector<chunk> chunks = parse_chunks(text, name, head.lines, sizes);
  const std::uint64_t used = place_rows(chunks);
  const std::uint64_t rows = sum(chunks, [](const chunk& c) { return c.rows; });
  if (rows < sizes.n || used > sizes.n || sizes.n > unnumbered) {
    fail_line(
        name, head.lines, head.text,
        "the number of vertex lines that follow, " + std::to_string(std::max(used, std::min(rows, sizes.n))));
  }

  const auto edges = take_numbered_edges(chunks);
  clean_up_report lines = count_lines(chunks, head.lines);
  lines.comments += rows - sizes.n;
  read_graph_result result = number_by_row(sizes.n, lines);
  if (sizes.has_edge_weights || sizes.leading_words != 0) result.clean_up.wide_lines = sizes.n;
  build_graph(result, sizes.n, edges);
  // Each edge stands in two rows; writers differ on whether a self-loop does, so either count is
  // taken.
  const std::uint64_t loops = result.clean_up.self_loops;
  const std::uint64_t listed = edges.size() - loops;
  if (sizes.m > edges.size() || 2 * sizes.m < listed || 2 * sizes.m > listed + 2 * loops) {
    fail_line(name, head.lines, head.text, "the number of edges that follow, " + std::to_string(listed / 2));
  }
  if (listed < 2 * result.graph.edge_count()) {
    throw bad_graph_input(name + ": an edge is listed at one of its ends only");
  }
  result.clean_up.duplicates = listed - 2 * result.graph.edge_count();
  return result;
}

}  // namespace edgeldp
