// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/line_fields.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <system_error>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/real_text.hpp"

namespace edgeldp {

namespace {

bool is_blank_beside(char c, std::string_view separators) {
  return (c == ' ' || c == '\t' || c == '\r') && separators.find(c) == std::string_view::npos;
}

/// Characters beside ASCII that nobody sees: U+00A0, U+200B to U+200D, U+2060, U+3000, U+FEFF.
constexpr std::array<std::string_view, 7> unseen = {"\xc2\xa0",     "\xe2\x80\x8b", "\xe2\x80\x8c",
                                                    "\xe2\x80\x8d", "\xe2\x81\xa0", "\xe3\x80\x80",
                                                    "\xef\xbb\xbf"};

std::string_view trimmed(std::string_view text, std::string_view separators) {
  for (std::size_t before = text.size() + 1; text.size() < before;) {
    before = text.size();
    while (!text.empty() && is_blank_beside(text.front(), separators)) text.remove_prefix(1);
    while (!text.empty() && is_blank_beside(text.back(), separators)) text.remove_suffix(1);
    for (const std::string_view mark : unseen) {
      if (text.starts_with(mark)) text.remove_prefix(mark.size());
      if (text.ends_with(mark)) text.remove_suffix(mark.size());
    }
  }
  return text;
}

/// The text of a value in quotes, from behind the first; a pair of quotes inside stands for one.
/// Leaves `rest` behind the closing quote.
std::string unquoted(std::string_view& rest) {
  std::string value;
  for (;;) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) throw invalid_parameter("a quote that is not closed on its line");
    value += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) return value;
    value += '"';
    rest.remove_prefix(1);
  }
}

std::string checked_name(std::string name) {
  if (name.empty()) throw invalid_parameter("an empty name");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (ranges::any_of(name, is_control)) throw invalid_parameter("a name with a control character");
  return name;
}

}  // namespace

line_field take_field(std::string_view& line, std::string_view separators) {
  line_field field;
  while (!line.empty() && is_blank_beside(line.front(), separators)) line.remove_prefix(1);
  const bool is_quoted = line.starts_with('"');
  if (is_quoted) {
    line.remove_prefix(1);
    field.text = unquoted(line);
  }
  // Not find_first_of of a string_view, which calls memchr for each character.
  const auto end = static_cast<std::size_t>(
      std::find_first_of(line.begin(), line.end(), separators.begin(), separators.end()) - line.begin());
  const std::string_view rest = trimmed(line.substr(0, end), separators);
  if (!is_quoted) field.text = rest;
  if (is_quoted && !rest.empty()) throw invalid_parameter("text behind a closing quote");
  field.is_last = end == line.size();
  line.remove_prefix(field.is_last ? end : end + 1);
  return field;
}

std::vector<std::string> all_fields(std::string_view line, std::string_view separators) {
  const bool at_blanks = separators == blank_separators;
  line = trimmed(line, at_blanks ? std::string_view() : separators);
  std::vector<std::string> all;
  for (bool is_left = !line.empty(); is_left;) {
    line_field field = take_field(line, separators);
    all.push_back(std::move(field.text));
    if (at_blanks) line = trimmed(line, "");
    is_left = at_blanks ? !line.empty() : !field.is_last;
  }
  return all;
}

namespace {

/// Bars between all words: in a line without blanks, or each between two blanks.
bool has_bars(std::string_view line) {
  line = trimmed(line, "");
  if (line.find('|') == std::string_view::npos) return false;
  if (line.find(' ') == std::string_view::npos) return true;
  for (std::size_t at = line.find('|'); at != std::string_view::npos; at = line.find('|', at + 1)) {
    const bool is_apart = (at == 0 || line[at - 1] == ' ') && (at + 1 == line.size() || line[at + 1] == ' ');
    if (!is_apart) return false;
  }
  return true;
}

}  // namespace

std::string_view separators_in(std::string_view line) {
  for (const std::string_view separator : {"\t", ";", ","})
    if (line.find(separator) != std::string_view::npos) return separator;
  return has_bars(line) ? "|" : blank_separators;
}

bool is_comment_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos || line[first] == '#' || line[first] == '%') return true;
  const bool may_be_blank = static_cast<unsigned char>(line[first]) >= 0x80;  // in Unicode
  return may_be_blank && trimmed(line, "").empty();
}

name_fields::name_fields(std::string_view text, std::size_t first, std::size_t second)
    : m_separators(blank_separators), m_first(std::min(first, second)), m_second(std::max(first, second)) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_comment_line(line)) continue;
    m_separators = separators_in(line);
    return;
  }
}

name_fields::names name_fields::operator()(std::string_view line) const {
  names result;
  const bool at_blanks = m_separators == blank_separators;
  line = trimmed(line, at_blanks ? std::string_view() : m_separators);
  const bool are_in_front = m_first == 0 && m_second == 1;
  bool is_left = !line.empty();
  for (std::size_t column = 0; is_left && column <= m_second; ++column) {
    const bool is_quoted = line.starts_with('"');
    line_field field = take_field(line, m_separators);
    if (at_blanks && !is_quoted && field.text.find_first_of(",;") != std::string::npos)
      throw invalid_parameter("a comma or semicolon in a file whose first names are apart by blanks");
    if (column == m_first || column == m_second) result.first.push_back(checked_name(std::move(field.text)));
    if (at_blanks) line = trimmed(line, "");
    is_left = at_blanks ? !line.empty() : !field.is_last;
  }
  if (!are_in_front && result.first.size() < 2)
    throw invalid_parameter("fewer columns than " + std::to_string(m_second + 1));
  if (result.first.empty()) throw invalid_parameter("no name");
  result.has_more = is_left || !are_in_front;
  const std::string_view behind = trimmed(line, "");
  double value = 0.0;
  if (is_left && read_real(behind.data(), behind.data() + behind.size(), value).ec == std::errc{})
    result.value = value;
  return result;
}

std::string name_in(std::string_view line) {
  return checked_name(take_field(line, "\n").text);
}

namespace {

/// A word that names a column of names.
bool is_heading_of_one(std::string_view line) {
  std::string word;
  for (const char c : line) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array words = {"name", "names", "user",   "users",   "username", "person",  "people",
                                "id",   "email", "member", "members", "contact",  "contacts"};
  return ranges::find(words, word) != words.end();
}

}  // namespace

std::vector<name_line> names_in_lines(std::string_view text, const std::string& name,
                                      std::string_view refused) {
  std::vector<name_line> names;
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end), "");
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_comment_line(line)) continue;
    const auto fail = [&](const std::string& why) {
      throw bad_graph_input(name + ": line " + std::to_string(number) + ": expected one name, " + why +
                            ", found \"" + std::string(line.substr(0, 40)) + '"');
    };
    if (!line.starts_with('"') && line.find_first_of(refused) != std::string_view::npos)
      fail("without further columns (a name with a comma stands in quotes)");
    if (names.empty() && is_heading_of_one(line)) fail("not the heading of a table: leave this line out");
    try {
      names.push_back({name_in(line), number});
    } catch (const invalid_parameter& e) {
      fail(std::string("and not ") + e.what());
    }
  }
  return names;
}

}  // namespace edgeldp
