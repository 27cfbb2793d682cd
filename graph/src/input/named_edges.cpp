// SPDX-License-Identifier: MIT
#include "input/named_edges.hpp"

#include <algorithm>
#include <cctype>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/edge_columns.hpp"
#include "input/table_shape.hpp"

namespace edgeldp {

namespace {

[[noreturn]] void fail_names(const std::string& name, std::uint64_t number, std::string_view line,
                             const std::string& why) {
  fail_line(name, number, line, "names of two vertices (" + why + ")");
}

}  // namespace

vertex_id name_numbering::operator()(std::string name) {
  const auto number = static_cast<vertex_id>(m_names.size());
  const auto [at, is_new] = m_number_of.try_emplace(name, number);
  if (is_new) m_names.push_back(std::move(name));
  return at->second;
}

namespace {

/// "#cats ann": the second of two names in a comment, or nothing.
std::string second_name_of_comment(std::string_view line, const name_fields& fields) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  if (line.size() < 2 || std::isspace(static_cast<unsigned char>(line[1])) != 0 || line[1] == line[0])
    return "";
  try {
    name_fields::names names = fields(line);
    return names.first.size() == 2 && !names.has_more ? std::move(names.first.back()) : "";
  } catch (const invalid_parameter&) {
    return "";
  }
}

/// Whether the names of the first edge are in no other.
bool is_first_apart(const named_edges& lines) {
  if (lines.edges.size() < 3 || lines.edges[0].first == lines.edges[0].second) return false;
  const auto u = lines.edges[0].first, v = lines.edges[0].second;
  return std::none_of(lines.edges.begin() + 1, lines.edges.end(), [&](const auto& edge) {
    return edge.first == u || edge.second == v || edge.first == v || edge.second == u;
  });
}

void add_cautions_on_words(named_edges& lines, const name_numbering& first, const name_numbering& second) {
  const auto is_known = [&](const std::string& name) { return first.knows(name) || second.knows(name); };
  for (const std::string& word : words_for_missing_values())
    if (is_known(word)) {
      lines.clean_up.cautions.push_back(
          '"' + word + "\" is read as somebody's name: if it stands for a missing one, leave such lines out");
      break;
    }
  if (const std::string words = heading_among_names(is_known); !words.empty())
    lines.clean_up.cautions.push_back(
        words + " are read as somebody's names: if a line in the middle names the columns, leave it out");
}

/// Reads the lines of a list one after another.
class named_edge_reader {
 public:
  named_edge_reader(const std::string& name, std::string_view text, const table_head& head, lone_ids lone,
                    bool may_refuse, numbered_columns columns)
      : m_name(name),
        m_head(head),
        m_fields(text, head.first, head.second),
        m_lone(lone),
        m_may_refuse(may_refuse),
        m_first(columns.first),
        m_second(columns.second) {}

  void take(std::string_view line, named_edges& result) {
    clean_up_report& seen = result.clean_up;
    ++seen.lines;
    const bool is_heading = m_head.has_heading && line == m_head.line;
    m_is_heading_repeated = m_is_heading_repeated || is_heading;
    if (is_heading || is_comment_line(line)) {
      ++seen.comments;
      if (!is_heading && m_in_comments.size() < most_kept)
        m_in_comments.push_back(second_name_of_comment(line, m_fields));
      return;
    }
    name_fields::names names;
    try {
      names = m_fields(line);
    } catch (const invalid_parameter& e) {
      fail_names(m_name, seen.lines, line, e.what());
    }
    if (names.has_more) ++seen.wide_lines;
    if (names.value) (*names.value == 0.0 ? m_has_zeros : m_has_other_values) = true;
    if (result.edges.empty()) m_first_line = line;
    const bool is_alone = names.first.size() == 1;
    if (is_alone) take_loner(names.first[0], line, seen);
    const vertex_id u = m_first(names.first.front());
    result.edges.emplace_back(u, is_alone ? u : m_second(std::move(names.first.back())));
  }

  /// Refuses the list, or says what it may be, when all lines were taken.
  void finish(named_edges& result, heading_line heading) const {
    std::vector<std::string>& cautions = result.clean_up.cautions;
    if (result.edges.empty())
      throw bad_graph_input(m_name + ": no edge line among " + std::to_string(result.clean_up.lines) +
                            " lines: expected two names a line");
    if (m_may_refuse) refuse_loners(result);
    if (m_has_zeros && m_has_other_values) cautions.emplace_back(zeros_are_edges);
    if (m_is_heading_repeated)
      cautions.emplace_back("the line that names the columns stands in the middle too, and is skipped");
    if (ranges::any_of(m_in_comments, [&](const auto& n) { return !n.empty() && m_second.knows(n); }))
      cautions.emplace_back(
          "some lines that begin with # or % are left out as comments, and look like edges: put such names "
          "in quotes");
    if (!m_head.has_heading && heading == heading_line::automatic && is_first_apart(result))
      cautions.push_back("the first line, \"" + printable(m_first_line) +
                         "\", is read as an edge, and its names occur nowhere else: if it names the columns, "
                         "say --heading yes");
    add_cautions_on_words(result, m_first, m_second);
  }

 private:
  static constexpr std::size_t most_kept = 1000;

  /// A name alone on its line must be one, not two that something else separates.
  void take_loner(const std::string& one, std::string_view line, clean_up_report& seen) {
    if (m_lone == lone_ids::refused) fail_names(m_name, seen.lines, line, "there is one");
    ++seen.lone_users;
    const bool is_quoted = line.find('"') != std::string_view::npos;
    if (m_may_refuse && !is_quoted && one.find_first_of("\t;,") != std::string::npos)
      fail_names(m_name, seen.lines, line,
                 "there is one, and a separator that the first line has not: separate all lines alike, or "
                 "put the name in quotes");
    if (m_loners.size() < most_kept) m_loners.emplace_back(one, seen.lines);
  }

  void refuse_loners(const named_edges& result) const {
    for (const auto& [one, number] : m_loners) {
      const std::size_t blank = one.find(' ');
      if (blank != std::string::npos && m_first.knows(one.substr(0, blank)) &&
          m_first.knows(one.substr(blank + 1)))
        fail_names(m_name, number, one,
                   "there is one, whose two words are names of others: separate all lines alike");
    }
    const std::uint64_t loners = result.clean_up.lone_users;
    if (loners == result.edges.size() && loners > 1)
      throw bad_graph_input(m_name + ": no line has two names, " + std::to_string(loners) +
                            " have one, such as \"" + printable(m_loners.front().first) +
                            "\": tabs, semicolons, commas, bars or blanks separate names (--format edge-list "
                            "reads users without an edge)");
  }

  const std::string& m_name;
  const table_head& m_head;
  name_fields m_fields;
  lone_ids m_lone;
  bool m_may_refuse;
  name_numbering &m_first, &m_second;
  std::vector<std::string> m_in_comments;
  std::vector<std::pair<std::string, std::uint64_t>> m_loners;  ///< and their lines
  std::string_view m_first_line;
  bool m_is_heading_repeated = false, m_has_zeros = false, m_has_other_values = false;
};

}  // namespace

named_edges parse_named_edges(std::string_view text, const std::string& name, const reading& how,
                              lone_ids lone, numbered_columns columns, std::uint64_t lines_before) {
  named_edges result;
  const table_head head = take_table_head(text, name, how);
  const bool may_refuse = how.is_guessed() && lone == lone_ids::are_users;
  if (may_refuse && name_users_and_items(head.line))
    refuse_bipartite(name, "its columns are called \"" + printable(head.line) + "\"");
  if (may_refuse && lines_before == 0) check_table(text, name, head, true);
  result.clean_up.lines = result.clean_up.comments = lines_before + head.lines;
  result.clean_up.has_column_names = head.has_heading;
  named_edge_reader reader(name, text, head, lone, may_refuse, columns);
  while (!text.empty()) reader.take(take_line(text), result);
  reader.finish(result, how.heading);
  return result;
}

std::vector<std::uint64_t> places_of_names(std::span<const std::string> names,
                                           std::span<const std::string> declared) {
  boost::unordered_flat_map<std::string_view, std::uint64_t> place;
  for (std::size_t i = 0; i < declared.size(); ++i)
    if (!place.emplace(declared[i], i).second)
      throw bad_graph_input("user \"" + declared[i] + "\" is declared twice");
  std::vector<std::uint64_t> places;
  for (const std::string& name : names) {
    const auto at = place.find(name);
    if (at == place.end())
      throw bad_graph_input("the graph names user \"" + name + "\", who is not declared");
    places.push_back(at->second);
  }
  return places;
}

}  // namespace edgeldp
