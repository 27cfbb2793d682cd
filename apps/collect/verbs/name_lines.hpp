// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/people.hpp"
#include "collect/task/task.hpp"

namespace edgeldp::cli {

/// The names in a file, one a line, as names_in_lines reads them: one column, no heading.
/// Errors: io_error; bad_graph_input naming the file and the line.
std::vector<std::string> name_lines(const std::string& path);

/// The same of all people, or items, of a collection: two at least, and each is named once.
/// Errors: as name_lines.
std::vector<std::string> people_lines(const std::string& path);
std::vector<std::string> item_lines(const std::string& path);

/// Public labels of some people: lines of a name and a label, separated as the first line is.
/// Errors: io_error; bad_graph_input naming the file and the line for other columns, a person who
///     is named twice, and one who is not among the people.
std::vector<collect::labelled_person> label_lines(const std::string& path,
                                                  const std::vector<std::string>& people);

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
