// SPDX-License-Identifier: MIT
#include "input/named_edges.hpp"

#include <algorithm>
#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"

namespace edgeldp {

namespace {

/// True for words that name a column of an edge list: FromNodeId, source, user_name, movie.
bool names_column(const std::string& word) {
  constexpr std::array<std::string_view, 23> columns = {
      "from", "to",     "source", "target", "src",   "dst",      "node",     "vertex",
      "user", "friend", "person", "member", "name",  "follower", "followee", "followed",
      "item", "movie",  "event",  "venue",  "place", "product",  "book"};
  std::string text;
  for (const char c : lower_case(word))
    if (c >= 'a' && c <= 'z') text += c;
  for (const std::string_view ending : {"id", "name", "node", "user"})
    if (text.size() > ending.size() && text.ends_with(ending)) text.resize(text.size() - ending.size());
  return std::ranges::find(columns, text) != columns.end();
}

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

named_edges parse_named_edges(std::string_view text, const std::string& name, lone_ids lone,
                              name_numbering& first, name_numbering& second) {
  const name_fields fields(text);
  named_edges result;
  clean_up_report& seen = result.clean_up;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    ++seen.lines;
    if (is_comment_line(line)) {
      ++seen.comments;
      continue;
    }
    name_fields::names names;
    try {
      names = fields(line);
    } catch (const invalid_parameter& e) {
      fail_names(name, seen.lines, line, e.what());
    }
    const bool is_alone = names.first.size() == 1;
    if (is_alone && lone == lone_ids::refused) fail_names(name, seen.lines, line, "there is one");
    if (result.edges.empty() && !seen.has_column_names && !is_alone &&
        std::ranges::all_of(names.first, names_column)) {
      seen.has_column_names = true;
      ++seen.comments;
      continue;
    }
    if (names.has_more) ++seen.wide_lines;
    if (is_alone) ++seen.lone_users;
    const vertex_id u = first(names.first.front());
    result.edges.emplace_back(u, is_alone ? u : second(std::move(names.first.back())));
  }
  if (result.edges.empty())
    throw bad_graph_input(name + ": no edge line among " + std::to_string(seen.lines) +
                          " lines: expected two names a line");
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
