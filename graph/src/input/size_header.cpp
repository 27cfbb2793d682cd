// SPDX-License-Identifier: MIT
#include "input/size_header.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/table_shape.hpp"

namespace edgeldp {

namespace {

/// The words of a line behind its mark.
std::vector<std::string_view> words_behind(char mark, std::string_view line) {
  std::vector<std::string_view> words;
  line_cursor cursor(line);
  cursor.skip_blanks();
  if (cursor.at_end() || cursor.peek() != mark) return words;
  cursor = line_cursor(line.substr(line.find(mark) + 1));
  for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) words.push_back(cursor.take_word());
  return words;
}

/// Nothing unless all words are numbers.
std::vector<std::uint64_t> numbers_in(const std::vector<std::string_view>& words) {
  std::vector<std::uint64_t> numbers;
  for (const std::string_view word : words) {
    line_cursor cursor(word);
    std::uint64_t number = 0;
    if (!cursor.take(number) || !cursor.at_end()) return {};
    numbers.push_back(number);
  }
  return numbers;
}

size_header konect_header(std::string_view& text) {
  constexpr std::array<std::string_view, 9> weights = {"unweighted",    "positive",         "posweighted",
                                                       "signed",        "multisigned",      "weighted",
                                                       "multiweighted", "multiposweighted", "dynamic"};
  std::string_view rest = text;
  const std::vector<std::string_view> words = words_behind('%', take_line(rest));
  size_header header;
  if (words.size() != 2 || (words[0] != "sym" && words[0] != "asym" && words[0] != "bip") ||
      ranges::find(weights, words[1]) == weights.end())
    return header;
  header.lines = 1;
  header.where = "line 1";
  header.is_bipartite = words[0] == "bip";
  header.is_symmetric = words[0] == "sym";
  header.first_id = 1;
  text = rest;
  const std::vector<std::uint64_t> sizes = numbers_in(words_behind('%', take_line(rest)));
  if (sizes.empty() || sizes.size() > 3) return header;
  header.lines = 2;
  header.where = "line 2";
  header.edges = sizes[0];
  if (sizes.size() > 1) header.left = sizes[1];
  if (sizes.size() > 2) header.right = sizes[2];
  if (sizes.size() == 2 && !header.is_bipartite) header.right = sizes[1];
  text = rest;
  return header;
}

size_header node_count_header(std::string_view& text) {
  std::string_view rest = text;
  const std::vector<std::string_view> words = words_behind('#', take_line(rest));
  if (words.size() != 1 || words[0] != "nodes") return {};
  line_cursor cursor(take_line(rest));
  std::uint64_t nodes = 0;
  cursor.skip_blanks();
  const bool is_number = cursor.take(nodes);
  cursor.skip_blanks();
  std::string_view behind = rest;
  if (!is_number || !cursor.at_end() || !take_table_head(behind, "", {}).has_heading) return {};
  text = rest;
  return {2, "line 2", false, false, 0, {}, nodes, nodes};
}

}  // namespace

size_header take_size_header(std::string_view& text, const std::string& name, bool may_be_konect) {
  size_header header = node_count_header(text);
  if (header.lines == 0 && may_be_konect) header = konect_header(text);
  header.where = name + ": " + header.where;
  return header;
}

std::vector<std::uint64_t> ids_of_header(const size_header& header, std::uint64_t vertices,
                                         const std::vector<std::uint64_t>& labels, const std::string& name,
                                         std::size_t bytes) {
  const std::string said = header.where + " says that there are " + std::to_string(vertices) + " vertices";
  if (vertices > most_vertices(bytes))
    throw bad_graph_input(said + ", which is too many for a text of " + std::to_string(bytes) + " bytes");
  for (const std::uint64_t id : labels)
    if (id - header.first_id >= vertices)  // smaller ids wrap to large numbers
      throw bad_graph_input(said + " (ids from " + std::to_string(header.first_id) + "), but an edge of " +
                            name + " names " + std::to_string(id));
  std::vector<std::uint64_t> ids(vertices);
  std::iota(ids.begin(), ids.end(), header.first_id);
  return ids;
}

void check_edge_lines(const size_header& header, std::uint64_t found, const std::string& name) {
  if (header.edges && *header.edges != found)
    throw bad_graph_input(header.where + " says that " + std::to_string(*header.edges) +
                          " edges follow, but " + name + " has " + std::to_string(found) +
                          ": the file is cut off, or not what its header says (--format edge-list reads it "
                          "as a plain list)");
}

}  // namespace edgeldp
