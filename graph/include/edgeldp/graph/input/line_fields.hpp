// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

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

}  // namespace edgeldp
