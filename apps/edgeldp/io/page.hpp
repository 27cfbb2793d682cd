// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text for people: numbers with as many digits as they deserve, tables, and groups of sentences.
/// All of it is as wide as the reader's screen.
namespace edgeldp::cli {

/// The screen that a page is for.
struct screen {
  std::size_t width = 80;  ///< in characters
  bool has_color = false;

  /// Standard output: as wide as its terminal, else as the variable COLUMNS says, else 80; from 40
  /// to 120. In colour on terminals unless NO_COLOR is set.
  static screen of_stdout();
};

enum class tint { plain, strong, good, doubtful, bad };

/// A place in a table.
struct cell {
  std::string text;
  tint color = tint::plain;
};

using table_row = std::vector<cell>;

/// Widths of columns, kept where rows are printed one after the other.
class table_columns {
 public:
  /// Wide enough for these rows. Where that is wider than the screen each cell gets a line of its
  /// own, behind the word of the heading.
  table_columns(std::span<const table_row> rows, const screen& on, bool has_heading);

  /// Lines of one row: the first cell aligned left, the others right, but for the last where it is
  /// not a column of numbers.
  std::string line(const table_row& row) const;
  bool is_stacked() const { return m_is_stacked; }

 private:
  std::vector<std::size_t> m_widths;
  table_row m_heading;
  screen m_screen;
  bool m_is_stacked = false, m_ends_in_numbers = false;
};

/// A table with a heading, as its first row.
std::string table_text(std::span<const table_row> rows, const screen& on);

/// "Name      sentences, broken into lines that are indented alike"; without a name not indented.
std::string paragraph(std::string_view name, std::string_view sentences, const screen& on);

/// An answer from top to bottom: a title and what was read, perhaps a table, and groups of
/// sentences.
class page {
 public:
  /// reading: sentences; empty where nothing was read.
  explicit page(std::string_view title, std::string_view reading = "",
                const screen& on = screen::of_stdout());

  page& table(std::span<const table_row> rows);
  /// Sentences under one name; empty ones are left out, and where all are, the name too.
  page& group(std::string_view name, std::initializer_list<std::string_view> sentences);

  const std::string& text() const { return m_text; }

 private:
  screen m_screen;
  std::string m_text;
};

/// "608 389": digits in groups of three. Digits behind the point: from 0 to 9.
std::string grouped(double x, int decimals = 0);
/// A word of a command as a shell takes it: quoted where it must be.
std::string as_typed(std::string_view word);
/// "1 line", "2 900 lines"; many: where it is not the word with an s, as people are.
std::string counted(double n, std::string_view one, std::string_view many = "");
/// With so many significant digits: "578 700", "0.2651"; whole numbers below 1e15 keep all.
std::string significant(double x, int digits = 4);
/// Rounded to two digits of its standard error: "579 000"; without such an error to six digits.
std::string rounded_to_error(double x, double standard_error);
/// "9.8%", "240%".
std::string percent(double share);
/// "11 bytes", "47.4 kB".
std::string byte_count(double bytes);
/// "0.11 s", "3 min 20 s".
std::string duration(double seconds);
/// "mean_degree" as words.
std::string words(std::string_view name);

}  // namespace edgeldp::cli
