// SPDX-License-Identifier: MIT
#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/named_edges.hpp"

namespace edgeldp {

namespace {

/// What separates the values of the first line that is no comment.
std::string_view first_separators(std::string_view text) {
  while (!text.empty())
    if (const std::string_view line = take_line(text); !is_comment_line(line)) return separators_in(line);
  return " \t";
}

void require_name(const std::string& value) {
  if (value.empty()) throw invalid_parameter("an empty name");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (ranges::any_of(value, is_control)) throw invalid_parameter("a name with a control character");
}

/// Calls take(values) for every line with data.
template <class Take>
void visit_lines(std::string_view text, const std::string& name, const reading& how,
                 std::string_view separators, clean_up_report& seen, const Take& take) {
  bool is_heading = how.heading == heading_line::present;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    ++seen.lines;
    if (is_comment_line(line) || is_heading) {
      is_heading = is_heading && is_comment_line(line);
      ++seen.comments;
      continue;
    }
    try {
      std::vector<std::string> values = all_fields(line, separators);
      while (values.size() > 1 && values.back().empty()) values.pop_back();
      ranges::for_each(values, require_name);
      take(values);
    } catch (const invalid_parameter& e) {
      fail_line(name, seen.lines, line, std::string("names of vertices (") + e.what() + ')');
    }
  }
}

void require_edges(const named_edges& result, const std::string& name) {
  if (result.edges.empty())
    throw bad_graph_input(name + ": no edge line among " + std::to_string(result.clean_up.lines) + " lines");
}

}  // namespace

named_edges parse_neighbor_lines(std::string_view text, const std::string& name, const reading& how,
                                 name_numbering& numbers) {
  named_edges result;
  visit_lines(text, name, how, first_separators(text), result.clean_up,
              [&](const std::vector<std::string>& values) {
                const vertex_id u = numbers(values[0]);
                if (values.size() == 1) {
                  ++result.clean_up.lone_users;
                  result.edges.emplace_back(u, u);
                }
                for (std::size_t i = 1; i < values.size(); ++i)
                  result.edges.emplace_back(u, numbers(values[i]));
              });
  require_edges(result, name);
  return result;
}

named_edges parse_sif(std::string_view text, const std::string& name, const reading& how,
                      name_numbering& numbers) {
  named_edges result;
  const std::string_view found = first_separators(text);
  visit_lines(text, name, how, found == ";" ? " \t" : found, result.clean_up,
              [&](const std::vector<std::string>& values) {
                if (values.size() == 2)
                  throw invalid_parameter("a name and a relation, and nobody behind it");
                const vertex_id u = numbers(values[0]);
                if (values.size() == 1) {
                  ++result.clean_up.lone_users;
                  result.edges.emplace_back(u, u);
                }
                for (std::size_t i = 2; i < values.size(); ++i)
                  result.edges.emplace_back(u, numbers(values[i]));
              });
  require_edges(result, name);
  return result;
}

}  // namespace edgeldp
