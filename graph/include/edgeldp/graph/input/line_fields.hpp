// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace edgeldp {

/// A value of a delimited line, such as those of CSV files.
struct line_field {
  std::string text;
  bool is_last = false;  ///< no separator follows, so that nothing is left of the line
};

/// Cuts the first value and the separator behind it off a line. Blanks around a value do not count;
/// a value in double quotes may hold separators, and a quote written twice; it ends with its line.
///
/// Input: separators: the characters any of which separates; none of them is a blank.
/// Errors: invalid_parameter for a quote that is not closed, or text behind a closing quote.
/// Cost: linear in the value.
line_field take_field(std::string_view& line, std::string_view separators);

/// True for lines that are blank or begin with '#' or '%'.
bool is_comment_line(std::string_view line);

/// Cuts lines into names of users: at tabs, semicolons, commas or blanks, whichever the first line
/// of a text that is no comment has, in this order. Names hold blanks where blanks do not separate.
class name_fields {
 public:
  explicit name_fields(std::string_view text);

  struct names {
    std::vector<std::string> first;  ///< at most two
    bool has_more = false;
  };
  /// Errors: invalid_parameter for an empty name, one with a control character, a quote as in
  ///     take_field, or a line that is separated in another way than the first.
  names operator()(std::string_view line) const;

 private:
  std::string_view m_separators;
};

/// One name that takes the whole line.
/// Errors: as name_fields.
std::string name_in(std::string_view line);

}  // namespace edgeldp
