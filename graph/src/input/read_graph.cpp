// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_graph.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "input/edge_columns.hpp"
#include "input/text_input.hpp"

namespace edgeldp {
namespace {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

void build_graph(read_graph_result& result, std::uint64_t n, const edge_list& edges) {
  result.graph = csr_graph(n, edges);
  result.clean_up.self_loops = static_cast<std::uint64_t>(
      std::count_if(edges.begin(), edges.end(), [](const auto& e) { return e.first == e.second; }));
  result.clean_up.duplicates = edges.size() - result.clean_up.self_loops - result.graph.edge_count();
}

// ---- edge lists ----

[[noreturn]] void refuse_bipartite(const std::string& name, const std::string& why) {
  throw bad_graph_input(
      name + ": looks like users and items, which are no graph of users: " + why +
      ". Read it as one (info --bipartite, common-neighbors --bipartite), or name the format (--format "
      "edge-list) if both columns hold the same users");
}

/// may_refuse: nobody said that the file is an edge list.
read_graph_result parse_edge_list(std::string_view text, const std::string& name, bool may_refuse) {
  const column_names names = take_column_names(text);
  if (may_refuse && name_users_and_items(names.line))
    refuse_bipartite(name, "its columns are called \"" + printable(names.line) + "\"");
  std::vector<chunk> chunks = parse_edge_lines(text, name, names.lines, lone_ids::are_users);
  read_graph_result result;
  result.clean_up = count_lines(chunks, names.lines);
  result.clean_up.has_column_names = names.lines != 0;
  const auto [largest, other] = largest_ids(chunks);
  id_numbering numbers(std::max(largest, other), count_entries(chunks), name);
  const edge_list edges = number_edges(chunks, numbers, numbers);
  result.labels = numbers.take_labels();
  build_graph(result, result.labels.size(), edges);
  result.clean_up.self_loops -= result.clean_up.lone_users;
  const edge_columns columns = compare_columns(edges, result.graph);
  result.clean_up.reversed = columns.reversed;
  result.clean_up.columns_are_disjoint = columns.are_disjoint;
  if (may_refuse && columns.are_unrelated)
    refuse_bipartite(name, "its two columns meet no more often than unrelated numbers would");
  return result;
}

// ---- formats with a header ----

/// What precedes the entries.
struct header {
  std::uint64_t lines = 0;     ///< header lines, comments among them, up to and with the one below
  std::string_view last_line;  ///< the line that holds the sizes
};

/// Takes lines off `text` up to the first that is neither blank nor a '%' comment.
void take_size_line(std::string_view& text, header& head) {
  while (!text.empty()) {
    head.last_line = take_line(text);
    ++head.lines;
    if (!is_blank(head.last_line) && !head.last_line.starts_with('%')) return;
  }
  head.last_line = {};
}

edge_list take_edges(std::vector<chunk>& chunks) {
  edge_list edges;
  edges.reserve(count_entries(chunks));
  for (chunk& c : chunks) {
    for (const auto& [u, v] : c.edges) {
      edges.emplace_back(static_cast<vertex_id>(u - 1), static_cast<vertex_id>(v - 1));
    }
    c.edges = {};
  }
  return edges;
}

read_graph_result number_by_row(std::uint64_t n, const clean_up_report& clean_up) {
  read_graph_result result;
  result.clean_up = clean_up;
  result.users_are_declared = true;
  result.labels.resize(n);
  std::iota(result.labels.begin(), result.labels.end(), std::uint64_t{1});
  return result;
}

// ---- Matrix Market ----

constexpr std::string_view matrix_market_mark = "%%MatrixMarket";

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// True if entries carry a value.
bool parse_banner(std::string_view line, const std::string& name) {
  std::array<std::string, 5> words;
  line_cursor cursor(line);
  for (std::string& word : words) {
    word = lower(cursor.take_word());
    cursor.skip_blanks();
  }
  const bool has_value = words[3] == "real" || words[3] == "integer";
  if (words[0] != lower(matrix_market_mark) || words[1] != "matrix" || words[2] != "coordinate" ||
      (!has_value && words[3] != "pattern") || (words[4] != "general" && words[4] != "symmetric") ||
      !cursor.at_end()) {
    fail_line(
        name, 1, line,
        "\"%%MatrixMarket matrix coordinate\", then pattern, real or integer, then general or symmetric");
  }
  return has_value;
}

struct matrix_entry_parser {
  std::uint64_t n;
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
    good = good && row - 1 < n && column - 1 < n;  // 0 wraps to the largest number
    if (has_value) good = good && cursor.skip_blanks() && cursor.take(value);
    cursor.skip_blanks();
    if (!good || !cursor.at_end()) {
      c.expected = "a row and a column from 1 to " + std::to_string(n) + (has_value ? " and a value" : "");
      return false;
    }
    c.edges.emplace_back(row, column);
    return true;
  }
};

read_graph_result parse_matrix_market(std::string_view text, const std::string& name) {
  const std::size_t bytes = text.size();
  header head{1, take_line(text)};
  const bool has_value = parse_banner(head.last_line, name);
  take_size_line(text, head);
  line_cursor cursor(head.last_line);
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t entries = 0;
  cursor.skip_blanks();
  bool good = cursor.take(rows) && cursor.skip_blanks() && cursor.take(columns) && cursor.skip_blanks() &&
              cursor.take(entries);
  cursor.skip_blanks();
  good = good && cursor.at_end() && rows == columns;
  if (!good) fail_line(name, head.lines, head.last_line, "\"rows columns entries\" of a square matrix");
  // Rows without entries cost memory but no text, so a header alone could ask for any amount.
  const std::uint64_t row_limit =
      std::min<std::uint64_t>(std::max<std::size_t>(1 << 16, 16 * bytes), unnumbered);
  if (rows > row_limit) {
    fail_line(
        name, head.lines, head.last_line,
        "at most " + std::to_string(row_limit) + " rows in a text of " + std::to_string(bytes) + " bytes");
  }

  std::vector<chunk> chunks = parse_chunks(text, name, head.lines, matrix_entry_parser{rows, has_value});
  if (const std::uint64_t found = count_entries(chunks); found != entries) {
    fail_line(name, head.lines, head.last_line,
              "the number of entries that follow, " + std::to_string(found));
  }
  read_graph_result result = number_by_row(rows, count_lines(chunks, head.lines));
  if (has_value) result.clean_up.wide_lines = entries;
  build_graph(result, rows, take_edges(chunks));
  return result;
}

// ---- METIS ----

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

read_graph_result parse_metis(std::string_view text, const std::string& name) {
  header head;
  take_size_line(text, head);
  metis_header sizes;
  if (!sizes.parse(head.last_line)) {
    fail_line(name, head.lines, head.last_line, "\"vertices edges [format [weights]]\"");
  }
  std::vector<chunk> chunks = parse_chunks(text, name, head.lines, sizes);
  const std::uint64_t used = place_rows(chunks);
  const std::uint64_t rows = sum(chunks, [](const chunk& c) { return c.rows; });
  if (rows < sizes.n || used > sizes.n || sizes.n > unnumbered) {
    fail_line(
        name, head.lines, head.last_line,
        "the number of vertex lines that follow, " + std::to_string(std::max(used, std::min(rows, sizes.n))));
  }

  const edge_list edges = take_edges(chunks);
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
    fail_line(name, head.lines, head.last_line,
              "the number of edges that follow, " + std::to_string(listed / 2));
  }
  if (listed < 2 * result.graph.edge_count()) {
    throw bad_graph_input(name + ": an edge is listed at one of its ends only");
  }
  result.clean_up.duplicates = listed - 2 * result.graph.edge_count();
  return result;
}

// ---- choice ----

graph_format guess_format(std::string_view text, const std::string& name) {
  if (lower(text.substr(0, matrix_market_mark.size())) == lower(matrix_market_mark)) {
    return graph_format::matrix_market;
  }
  std::string stem = lower(name);
  if (stem.ends_with(".gz")) stem.resize(stem.size() - 3);
  if (stem.ends_with(".mtx")) return graph_format::matrix_market;
  if (stem.ends_with(".graph") || stem.ends_with(".metis")) return graph_format::metis;
  return graph_format::edge_list;
}

}  // namespace

read_graph_result parse_graph(std::string_view text, const std::string& name, graph_format format) {
  text = without_mark(text);
  const bool is_guessed = format == graph_format::automatic;
  if (is_guessed) format = guess_format(text, name);
  switch (format) {
    case graph_format::matrix_market:
      return parse_matrix_market(text, name);
    case graph_format::metis:
      return parse_metis(text, name);
    default:
      return parse_edge_list(text, name, is_guessed);
  }
}

read_graph_result read_graph(const std::string& path, graph_format format) {
  return parse_graph(read_text_input(path).view(), name_of_input(path), format);
}

read_graph_result with_users(const read_graph_result& read, std::span<const std::uint64_t> ids) {
  const std::vector<vertex_id> place = places_of(read.labels, ids);
  edge_list edges;
  edges.reserve(read.graph.edge_count());
  for (vertex_id u = 0; u < read.labels.size(); ++u)
    for (const vertex_id v : read.graph.neighbors(u))
      if (v > u) edges.emplace_back(place[u], place[v]);
  read_graph_result result;
  result.graph = csr_graph(ids.size(), edges);
  result.labels.assign(ids.begin(), ids.end());
  result.clean_up = read.clean_up;
  result.users_are_declared = true;
  return result;
}

std::vector<std::uint64_t> read_user_ids(const std::string& path) {
  const byte_buffer bytes = read_text_input(path);
  std::string_view text = without_mark(bytes.view());
  const std::string name = name_of_input(path);
  std::uint64_t number = take_column_names(text).lines;
  std::vector<std::uint64_t> ids;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    ++number;
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') continue;
    std::uint64_t id = 0;
    const bool good = cursor.take(id);
    cursor.skip_blanks();
    if (!good || !cursor.at_end()) fail_line(name, number, line, "one id of a user");
    ids.push_back(id);
  }
  if (ids.empty()) throw bad_graph_input(name + ": no id of a user");
  return ids;
}

}  // namespace edgeldp
