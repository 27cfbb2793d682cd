// SPDX-License-Identifier: MIT
#include "input/text_input.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/free_memory.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/line_fields.hpp"

namespace edgeldp {

namespace {

/// What to do about a line that has no two ids.
std::string advice_for(std::string_view line) {
  const std::string_view word =
      line_cursor(line.substr(std::min(line.find_first_not_of(" \t\""), line.size()))).take_word();
  const std::string_view first = word.substr(0, word.find_first_of(",;\""));
  const std::string names = "--names takes ids as they are written";
  const bool begins_with_digit = !first.empty() && std::isdigit(static_cast<unsigned char>(first[0])) != 0;
  if (begins_with_digit && first.find_first_of(".eE") != std::string_view::npos)
    return " (ids are written as decimals: write them as whole numbers; " + names + ")";
  if (first.size() > 1 && (first[0] == '-' || first[0] == '+')) return " (ids have signs: " + names + ")";
  if (begins_with_digit && first.size() > 19) return " (an id is longer: " + names + ")";
  if (line.find(',') != std::string_view::npos && line.find(",,") != std::string_view::npos)
    return " (a column is empty: fill it, or leave the line out)";
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(" \t,;"), rest.size());
    if (is_missing_value(rest.substr(0, end))) return " (an id is missing: leave such lines out)";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::size_t begin = line.find_first_not_of(" \t");
  const auto c = static_cast<unsigned char>(begin == std::string_view::npos ? ' ' : line[begin]);
  const bool is_like_a_name = std::isalpha(c) != 0 || c == '"' || c >= 0x80;
  return is_like_a_name ? " (--names reads names that are not numbers)" : "";
}

constexpr const char* two_ids = "two vertex ids from 0 to 18446744073709551615";

/// A number of at most 18 digits without a zero in front, if one begins here and something follows
/// it; returns where it ends.
const char* take_simple_id(const char* at, const char* end, std::uint64_t& id) {
  const auto digit = [](char c) { return static_cast<std::uint64_t>(static_cast<unsigned char>(c)) - '0'; };
  const char* const first = at;
  id = 0;
  const char* const last = first + std::min<std::ptrdiff_t>(18, end - first);
  for (; at != last && digit(*at) < 10; ++at) id = 10 * id + digit(*at);
  const bool is_simple = at != first && at != end && digit(*at) >= 10 && (*first != '0' || at - first == 1);
  return is_simple ? at : nullptr;
}

/// Two such numbers, a tab, blank or comma between them, alone on a line.
const char* take_simple_line(const char* at, const char* end, raw_edge& edge) {
  at = take_simple_id(at, end, edge.first);
  if (at == nullptr || (*at != '\t' && *at != ' ' && *at != ',')) return nullptr;
  at = take_simple_id(at + 1, end, edge.second);
  if (at == nullptr) return nullptr;
  if (*at == '\r') ++at;
  return at != end && *at == '\n' ? at + 1 : nullptr;
}

/// parse_chunks' ParseLine of edge lists.
class edge_parser {
 public:
  edge_parser(const table_head& head, std::string_view text, lone_ids lone)
      : m_head(head), m_fields(text, head.first, head.second), m_lone(lone) {}

  /// Nearly all lines of nearly all files, character by character (12 million: 0.16 s, where those
  /// below take 0.35).
  void take_simple_lines(std::string_view& rest, chunk& c) const {
    if (!m_head.is_plain) return;
    const char* at = rest.data();
    const char* const end = at + rest.size();
    constexpr std::size_t shortest = 4;  // "1 2" and its end
    if (c.edges.empty())
      c.edges.reserve(rest.size() / std::max(shortest, std::min(rest.find('\n'), rest.size()) + 1));
    for (raw_edge edge; at != end;) {
      const char* const next = take_simple_line(at, end, edge);
      if (next == nullptr) break;
      c.edges.push_back(edge);
      ++c.lines;
      at = next;
    }
    rest.remove_prefix(static_cast<std::size_t>(at - rest.data()));
  }

  bool operator()(std::string_view line, chunk& c) const {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') {
      ++c.comments;
      c.has_edges_in_comments = c.has_edges_in_comments || is_edge_behind_mark(cursor);
      return true;
    }
    if (!(m_head.is_plain ? take_plain(cursor, c) : take_columns(line, c))) {
      if (m_head.has_heading && line == m_head.line) {
        c.expected.clear();
        ++c.comments;
        ++c.repeated_headings;
        return true;
      }
      c.expected = two_ids + advice_for(line);
      return false;
    }
    return true;
  }

 private:
  static bool is_edge_behind_mark(line_cursor cursor) {
    std::uint64_t id = 0;
    if (cursor.at_end()) return false;
    cursor.take_one();
    if (!cursor.take(id) || !cursor.skip_separator() || cursor.at_end() || !cursor.take(id)) return false;
    cursor.skip_blanks();
    return cursor.at_end();
  }

  static bool take_id(line_cursor& cursor, std::uint64_t& id, chunk& c) {
    if (!cursor.at_end() && cursor.peek() == '0' && cursor.has_digit_next()) c.has_leading_zeros = true;
    return cursor.take(id);
  }

  bool take_plain(line_cursor& cursor, chunk& c) const {
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    bool good = take_id(cursor, u, c);
    const bool blank = cursor.skip_blanks();
    if (good && cursor.at_end() && m_lone == lone_ids::are_users) {
      ++c.lone_users;
      c.edges.emplace_back(u, u);
      return true;
    }
    good = good && (cursor.skip_separator() || blank) && take_id(cursor, v, c) && cursor.skip_separator();
    if (!good) return false;
    if (!cursor.at_end()) {
      ++c.wide_lines;
      double value = 0.0;
      if (cursor.peek() != '#' && cursor.take(value))
        (value == 0.0 ? c.has_zero_values : c.has_other_values) = true;
    }
    c.edges.emplace_back(u, v);
    return true;
  }

  /// Ids in other columns, in quotes, or apart by semicolons.
  bool take_columns(std::string_view line, chunk& c) const {
    try {
      const name_fields::names found = m_fields(line);
      std::array<std::uint64_t, 2> ids{};
      for (std::size_t i = 0; i < found.first.size(); ++i) {
        line_cursor cursor(found.first[i]);
        if (!take_id(cursor, ids[i], c) || !cursor.at_end()) return false;
      }
      const bool is_alone = found.first.size() == 1;
      if (is_alone && m_lone == lone_ids::refused) return false;
      if (found.has_more) ++c.wide_lines;
      if (found.value) (*found.value == 0.0 ? c.has_zero_values : c.has_other_values) = true;
      if (is_alone) ++c.lone_users;
      c.edges.emplace_back(ids[0], ids[is_alone ? 0 : 1]);
      return true;
    } catch (const invalid_parameter&) {  // an empty field, a quote that is not closed
      return false;
    }
  }

  const table_head& m_head;
  name_fields m_fields;
  lone_ids m_lone;
};

}  // namespace

std::vector<chunk> parse_part_of_edges(std::string_view text, const std::string& name,
                                       std::uint64_t lines_before, const table_head& head, lone_ids lone) {
  return parse_chunks(text, name, lines_before, edge_parser(head, text, lone));
}

std::vector<chunk> parse_edge_lines(std::string_view text, const std::string& name,
                                    std::uint64_t lines_before, const table_head& head, lone_ids lone) {
  std::vector<chunk> chunks = parse_part_of_edges(text, name, lines_before, head, lone);
  if (count_entries(chunks) != 0) return chunks;
  throw bad_graph_input(name + ": no edge line among " +
                        std::to_string(count_lines(chunks, lines_before).lines) +
                        " lines: expected two vertex ids a line" +
                        (lines_before == 0 ? "" : " (--names reads names that are not numbers)"));
}

vertex_id id_numbering::add(std::uint64_t id) {
  if (m_labels.size() == unnumbered) throw bad_graph_input(m_name + ": more than 2^32 - 1 vertices");
  m_labels.push_back(id);
  return static_cast<vertex_id>(m_labels.size() - 1);
}

std::vector<vertex_id> places_of(std::span<const std::uint64_t> labels, std::span<const std::uint64_t> ids) {
  if (ids.size() > unnumbered) throw bad_graph_input("more than 2^32 - 1 declared users");
  boost::unordered_flat_map<std::uint64_t, vertex_id> place;
  place.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!place.emplace(ids[i], static_cast<vertex_id>(i)).second)
      throw bad_graph_input("user " + std::to_string(ids[i]) + " is declared twice");
  std::vector<vertex_id> places;
  places.reserve(labels.size());
  for (const std::uint64_t label : labels) {
    const auto at = place.find(label);
    if (at == place.end())
      throw bad_graph_input("the graph names user " + std::to_string(label) + ", who is not declared");
    places.push_back(at->second);
  }
  return places;
}

raw_edge largest_ids(const std::vector<chunk>& chunks) {
  std::vector<raw_edge> largest(chunks.size());
  parallel_for(0, chunks.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      for (const auto& [u, v] : chunks[i].edges)
        largest[i] = {std::max(largest[i].first, u), std::max(largest[i].second, v)};
    }
  });
  raw_edge all;
  for (const auto& [u, v] : largest) all = {std::max(all.first, u), std::max(all.second, v)};
  return all;
}

std::vector<std::pair<vertex_id, vertex_id>> take_numbered_edges(std::vector<chunk>& chunks) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(count_entries(chunks));
  for (chunk& c : chunks) {
    for (const auto& [u, v] : c.edges)
      edges.emplace_back(static_cast<vertex_id>(u - 1), static_cast<vertex_id>(v - 1));
    free_memory(c.edges);
  }
  return edges;
}

std::vector<std::pair<vertex_id, vertex_id>> number_edges(std::vector<chunk>& chunks, id_numbering& first,
                                                          id_numbering& second) {
  tell_stage("building lists");
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(count_entries(chunks));
  for (chunk& c : chunks) {
    for (const auto& [from, to] : c.edges) {
      const vertex_id u = first(from);  // before the other end: order of appearance
      edges.emplace_back(u, second(to));
    }
    free_memory(c.edges);
  }
  return edges;
}

}  // namespace edgeldp
