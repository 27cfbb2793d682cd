// SPDX-License-Identifier: MIT
#include "collect/verbs/name_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "io/page.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

std::vector<name_line> lines_of(const std::string& path) {
  return names_in_lines(text_of(path), path, "\t,;");
}

}  // namespace

std::vector<std::string> name_lines(const std::string& path) {
  std::vector<std::string> names;
  for (name_line& line : lines_of(path)) names.push_back(std::move(line.name));
  return names;
}

namespace {

std::vector<std::string> lines_of_all(const std::string& path, const char* one, const char* many) {
  std::map<std::string, std::uint64_t> line_of;
  std::vector<std::string> names;
  for (name_line& line : lines_of(path)) {
    const auto [at, is_new] = line_of.emplace(line.name, line.line);
    if (!is_new)
      throw bad_graph_input(fmt::format("{}: line {}: '{}' stands in line {} too: each {} is named once",
                                        path, line.line, line.name, at->second, one));
    names.push_back(std::move(line.name));
  }
  if (names.size() < 2)
    throw bad_graph_input(fmt::format("{}: {}; a collection needs two, one name a line", path,
                                      counted(static_cast<double>(names.size()), one, many)));
  return names;
}

}  // namespace

std::vector<std::string> people_lines(const std::string& path) {
  return lines_of_all(path, "person", "people");
}

std::vector<std::string> item_lines(const std::string& path) {
  return lines_of_all(path, "item", "items");
}

namespace {

/// Errors: invalid_parameter for a line that is not a name and a label.
collect::labelled_person labelled_in(std::string_view line, const name_fields& cut) {
  name_fields::names found = cut(line);
  if (found.first.size() != 2 || found.has_more)
    throw invalid_parameter(
        "expected a person's name and its label, as in 'ann' and 'blue', with a tab between");
  return {std::move(found.first[0]), std::move(found.first[1])};
}

}  // namespace

std::vector<collect::labelled_person> label_lines(const std::string& path,
                                                  const std::vector<std::string>& people) {
  const std::set<std::string_view> invited(people.begin(), people.end());
  std::map<std::string, std::uint64_t> line_of;
  std::vector<collect::labelled_person> known;
  const std::string text = text_of(path);
  const name_fields cut(text);
  std::istringstream lines(text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (is_comment_line(line)) continue;
    try {
      collect::labelled_person one = labelled_in(line, cut);
      if (!invited.contains(one.name))
        throw invalid_parameter("'" + one.name +
                                "' is not among the people of the collection: labels are published of who is "
                                "asked, and of nobody else");
      const auto [at, is_new] = line_of.emplace(one.name, number);
      if (!is_new)
        throw invalid_parameter(
            fmt::format("'{}' stands in line {} too: each person has one label", one.name, at->second));
      known.push_back(std::move(one));
    } catch (const invalid_parameter& e) {
      throw bad_graph_input(fmt::format("{}: line {}: {}", path, number, e.what()));
    }
  }
  if (known.empty())
    throw bad_graph_input(path + ": no labels; expected a person's name and its label a line");
  return known;
}

matched_names match_names(const std::vector<std::string>& names,
                          const collect::names_in_directory& directory) {
  matched_names matched;
  for (const std::string& name : names) {
    if (directory.known.contains(name))
      ++matched.found;
    else
      matched.unknown.push_back(name);
  }
  return matched;
}

std::string sentence_on(const matched_names& matched, const std::string& path, std::string_view of) {
  const std::size_t lines = matched.found + matched.unknown.size();
  std::string said = fmt::format("{}: {} of {} name{} {} in the directory of {}", path, matched.found, lines,
                                 lines == 1 ? "" : "s", matched.found == 1 ? "is" : "are", of);
  constexpr std::size_t shown = 3;
  for (std::size_t i = 0; i < std::min(shown, matched.unknown.size()); ++i)
    said += fmt::format("{} '{}'", i == 0 ? "; not there:" : ",", matched.unknown[i]);
  if (matched.unknown.size() > shown) said += fmt::format(" and {} more", matched.unknown.size() - shown);
  return said;
}

}  // namespace edgeldp::cli
