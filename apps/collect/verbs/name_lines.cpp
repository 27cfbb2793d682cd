// SPDX-License-Identifier: MIT
#include "collect/verbs/name_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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
