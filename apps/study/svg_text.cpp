// SPDX-License-Identifier: MIT
#include "study/svg_text.hpp"

#include <string_view>

#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

/// Bytes of the character at a place of readable text.
std::size_t length_at(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end - at;
}

/// As a part of the font's size.
double width_of(std::string_view character) {
  if (character.size() >= 3) return character == "…" ? 1.0 : 1.05;  // most are as wide as high
  if (character.size() == 2) return 0.7;
  const char c = character.front();
  if (std::string_view("ijl.,:;|!'`").find(c) != std::string_view::npos) return 0.28;
  if (std::string_view(" ftrI()[]{}/\\-\"").find(c) != std::string_view::npos) return 0.37;
  if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 0.92;
  return c >= 'A' && c <= 'Z' ? 0.74 : 0.58;
}

}  // namespace

std::string readable(const std::string& text) {
  // Through JSON, whose writer replaces bytes that are no UTF-8.
  const std::string json = record(text).dump(-1, ' ', false, record::error_handler_t::replace);
  std::string result = record::parse(json).get<std::string>();
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})  // U+FFFE and U+FFFF are no characters
    for (std::size_t at; (at = result.find(none)) != std::string::npos;) result.replace(at, 3, " ");
  return result;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : readable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

double text_width(const std::string& text, double size) {
  const std::string shown = readable(text);
  double sum = 0.0;
  for (std::size_t at = 0; at < shown.size(); at += length_at(shown, at))
    sum += width_of(std::string_view(shown).substr(at, length_at(shown, at)));
  return sum * size;
}

std::string fitted(const std::string& text, double width, double size) {
  if (text_width(text, size) <= width) return readable(text);
  const std::string shown = readable(text);
  double used = width_of("…") * size;
  std::size_t at = 0;
  while (at < shown.size()) {
    used += width_of(std::string_view(shown).substr(at, length_at(shown, at))) * size;
    if (used > width) break;
    at += length_at(shown, at);
  }
  return shown.substr(0, at) + "…";
}

std::vector<std::string> wrapped(const std::string& text, double width, double size, std::size_t most) {
  std::vector<std::string> lines;
  std::string rest = readable(text);
  while (lines.size() + 1 < most && text_width(rest, size) > width) {
    std::size_t end = std::string::npos;  // of the longest beginning that fits
    for (std::size_t at = rest.find(' '); at != std::string::npos; at = rest.find(' ', at + 1))
      if (text_width(rest.substr(0, at), size) <= width) end = at;
    if (end == std::string::npos || end == 0) break;
    lines.push_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  lines.push_back(fitted(rest, width, size));
  return lines;
}

}  // namespace edgeldp::cli
