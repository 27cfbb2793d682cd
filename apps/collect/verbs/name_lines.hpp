// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/people.hpp"

namespace edgeldp::cli {

/// The names in a file, one a line, as names_in_lines reads them: one column, no heading.
/// Errors: io_error; bad_graph_input naming the file and the line.
std::vector<std::string> name_lines(const std::string& path);

/// The same of all people, or items, of a collection: two at least, and each is named once.
/// Errors: as name_lines.
std::vector<std::string> people_lines(const std::string& path);
std::vector<std::string> item_lines(const std::string& path);

/// How many of the names a directory has, and the first few that it has not, as a person joins.
struct matched_names {
  std::size_t found = 0;
  std::vector<std::string> unknown;
};
matched_names match_names(const std::vector<std::string>& names,
                          const collect::names_in_directory& directory);

/// The same in a sentence for the person; of: "people".
std::string sentence_on(const matched_names& matched, const std::string& path, std::string_view of);

}  // namespace edgeldp::cli
