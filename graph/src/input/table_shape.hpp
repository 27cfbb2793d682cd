// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/graph/input/read_graph.hpp"

/// Which columns of a table are the ends of its edges, and whether it is a table of edges at all.
namespace edgeldp {

/// What stands before the edges of a list.
struct table_head {
  std::uint64_t lines = 0;            ///< taken off, comments and "sep=;" of Excel among them
  bool has_heading = false;           ///< a line names the columns
  std::string_view line;              ///< that line
  std::size_t first = 0, second = 1;  ///< the columns of the two ends
  bool names_ends = false;            ///< by its words
  bool is_plain = true;               ///< two numbers come first, apart by blanks or a comma
};

/// Takes the line that names the columns, and what precedes it, off the text: the first line that
/// is no comment, if none of its fields begins like a number; in a list of names if it consists of
/// words for columns, or stands above a column of numbers; or if `how` says so. The columns are
/// those that it calls source and target, from and to, subject and object, user1 and user2 and the
/// like; behind an index, a time or a relation the two that are left; else the first two. Row names
/// of R are skipped.
/// Errors: bad_graph_input where an index, a time or a relation comes first and more than two
///     columns could be meant; for a table of vertices, an id and a label a line.
table_head take_table_head(std::string_view& text, const std::string& name, const reading& how);

/// Refuses what is no list of edges, by its first 20 000 lines: matrices, neighbours of a vertex a
/// line, METIS, a line of sizes before the edges, columns of which others than the first two have
/// the ids in common, two edges a line; ends of edges that stand in brackets or are apart by what
/// does not separate (check_marks).
/// Errors: bad_graph_input that says what it looks like and what to do.
/// Cost: some milliseconds.
void check_table(std::string_view text, const std::string& name, const table_head& head, bool has_names);

/// Refuses pairs in brackets, ends with an arrow, a colon, a no-break blank or the like between
/// them, and lists of neighbours that commas or colons hold together, by the first 2000 lines.
/// Errors: as check_table, with the command that helps.
void check_marks(std::string_view text, const std::string& name);

/// Words for a missing value, such as NA, in the ways in which programs write them.
const std::vector<std::string>& words_for_missing_values();
bool is_missing_value(std::string_view word);

/// Words for both ends of an edge that are names of users, as of a heading in the middle of a list;
/// nothing where there are none.
std::string heading_among_names(const std::function<bool(const std::string&)>& is_known);

}  // namespace edgeldp
