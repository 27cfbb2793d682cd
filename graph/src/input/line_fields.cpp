// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/line_fields.hpp"

#include <algorithm>

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

}  // namespace edgeldp
