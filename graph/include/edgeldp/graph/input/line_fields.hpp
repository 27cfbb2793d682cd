// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgeldp {

/// A value of a delimited line, such as those of CSV files.
struct line_field {
  std::string text;
  bool is_last = false;  ///< no separator follows, so that nothing is left of the line
};

/// Cuts the first value and the separator behind it off a line. Blanks around a value do not count,
/// those of Unicode (no-break, zero-width, ideographic) neither; a value in double quotes may hold
/// separators, and a quote written twice; it ends with its line.
///
/// Input: separators: the characters any of which separates; none of them is a blank.
/// Errors: invalid_parameter for a quote that is not closed, or text behind a closing quote.
/// Cost: linear in the value.
line_field take_field(std::string_view& line, std::string_view separators);

/// Separators of which a run is one.
inline constexpr std::string_view blank_separators = " \t";

/// All values of a line. Where blanks separate (" \t"), a run of them is one separator.
/// Errors: as take_field.
std::vector<std::string> all_fields(std::string_view line, std::string_view separators);

/// What separates the values of a line: a tab, a semicolon, a comma, a bar or blanks, whichever it
/// has, in this order. A bar inside a word, beside blanks elsewhere, is a part of the word.
std::string_view separators_in(std::string_view line);

/// True for lines that are blank or begin with '#' or '%'.
bool is_comment_line(std::string_view line);

/// Cuts lines into names of users: at what separates (separators_in) the first line of a text that
/// is no comment. Names hold blanks where blanks do not separate.
class name_fields {
 public:
  /// first, second: the columns of the names, from 0.
  explicit name_fields(std::string_view text, std::size_t first = 0, std::size_t second = 1);

  struct names {
    std::vector<std::string> first;  ///< at most two
    bool has_more = false;           ///< other columns
    std::optional<double> value;     ///< what stands behind the names, if it is a number
  };
  /// Errors: invalid_parameter for an empty name, one with a control character, a quote as in
  ///     take_field, or a line that is separated in another way than the first; one that ends
  ///     before the second column, where the names are not in the first two.
  names operator()(std::string_view line) const;

  /// What separates.
  std::string_view separators() const { return m_separators; }

 private:
  std::string_view m_separators;
  std::size_t m_first, m_second;
};

/// One name that takes the whole line.
/// Errors: as name_fields.
std::string name_in(std::string_view line);

struct name_line {
  std::string name;
  std::uint64_t line = 0;  ///< from 1
};

/// The names in a text, one a line, without blanks around them; '#' and '%' comments, a byte order
/// mark and CR before LF do not count. In quotes a name may hold whatever it wants.
///
/// refused: separators that would begin another column.
/// Errors: bad_graph_input naming the line, for one that has other columns, or no name; for a first
///     line that is a word such as name or user, as a heading is (in quotes it is a name).
std::vector<name_line> names_in_lines(std::string_view text, const std::string& name,
                                      std::string_view refused);

}  // namespace edgeldp
