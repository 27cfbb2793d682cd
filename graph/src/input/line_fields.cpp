// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/line_fields.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

bool is_blank(char c, std::string_view separators) {
  return (c == ' ' || c == '\t' || c == '\r') && separators.find(c) == std::string_view::npos;
}

std::string_view trimmed(std::string_view text, std::string_view separators) {
  while (!text.empty() && is_blank(text.front(), separators)) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back(), separators)) text.remove_suffix(1);
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
  if (std::ranges::any_of(name, is_control)) throw invalid_parameter("a name with a control character");
  return name;
}

constexpr std::string_view blanks = " \t";

}  // namespace

line_field take_field(std::string_view& line, std::string_view separators) {
  line_field field;
  while (!line.empty() && is_blank(line.front(), separators)) line.remove_prefix(1);
  const bool is_quoted = line.starts_with('"');
  if (is_quoted) {
    line.remove_prefix(1);
    field.text = unquoted(line);
  }
  const std::size_t end = std::min(line.find_first_of(separators), line.size());
  const std::string_view rest = trimmed(line.substr(0, end), separators);
  if (!is_quoted) field.text = rest;
  if (is_quoted && !rest.empty()) throw invalid_parameter("text behind a closing quote");
  field.is_last = end == line.size();
  line.remove_prefix(field.is_last ? end : end + 1);
  return field;
}

bool is_comment_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#' || line[first] == '%';
}

name_fields::name_fields(std::string_view text) : m_separators(blanks) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_comment_line(line)) continue;
    for (const std::string_view separator : {"\t", ";", ","})
      if (m_separators == blanks && line.find(separator) != std::string_view::npos) m_separators = separator;
    return;
  }
}

name_fields::names name_fields::operator()(std::string_view line) const {
  names result;
  const bool at_blanks = m_separators == blanks;
  line = trimmed(line, at_blanks ? std::string_view() : m_separators);
  result.has_more = !line.empty();
  while (result.has_more && result.first.size() < 2) {
    const bool is_quoted = line.starts_with('"');
    line_field field = take_field(line, m_separators);
    if (at_blanks && !is_quoted && field.text.find_first_of(",;") != std::string::npos)
      throw invalid_parameter("a comma or semicolon in a file whose first names are apart by blanks");
    result.first.push_back(checked_name(std::move(field.text)));
    if (at_blanks) line = trimmed(line, "");
    result.has_more = at_blanks ? !line.empty() : !field.is_last;
  }
  return result;
}

std::string name_in(std::string_view line) {
  return checked_name(take_field(line, "\n").text);
}

}  // namespace edgeldp
