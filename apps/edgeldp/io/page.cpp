// SPDX-License-Identifier: MIT
#include "io/page.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "io/harmless.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t name_width = 12;

std::string tinted(const std::string& text, tint color, bool has_color) {
  if (!has_color || color == tint::plain) return text;
  static constexpr std::array<std::string_view, 5> codes = {"0", "1", "32", "33", "31"};
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(color)], text);
}

/// In characters of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const cell& c, std::size_t width, bool is_left, bool has_color) {
  const std::string text = harmless(c.text);
  const std::string blanks(width > width_of(text) ? width - width_of(text) : 0, ' ');
  const std::string shown = tinted(text, c.color, has_color);
  return is_left ? shown + blanks : blanks + shown;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Groups of digits stay together.
std::size_t end_of_word(std::string_view text, std::size_t from) {
  std::size_t end = std::min(text.find(' ', from), text.size());
  while (end > from && end + 1 < text.size() && is_digit(text[end - 1]) && is_digit(text[end + 1]))
    end = std::min(text.find(' ', end + 1), text.size());
  return end;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

screen screen::of_stdout() {
  screen s;
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  winsize size{};
  if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    s.width = size.ws_col;
  else if (const char* columns = std::getenv("COLUMNS"); columns != nullptr && std::atoi(columns) > 0)
    s.width = static_cast<std::size_t>(std::atoi(columns));
  s.width = std::clamp<std::size_t>(s.width, 40, 120);
  const char* terminal = std::getenv("TERM");
  s.has_color = is_terminal && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
                std::string_view(terminal) != "dumb";
  return s;
}

table_columns::table_columns(std::span<const table_row> rows, const screen& on, bool has_heading)
    : m_screen(on) {
  if (rows.empty()) return;
  if (has_heading) m_heading = rows.front();
  m_widths.resize(rows.front().size());
  for (const table_row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) m_widths[i] = std::max(m_widths[i], width_of(row[i].text));
  std::size_t whole = gap.size() * m_widths.size();
  for (const std::size_t width : m_widths) whole += width;
  m_is_stacked = whole > on.width;
  const auto is_number = [](const table_row& row) {
    return row.back().text.find_first_not_of("0123456789. ") == std::string::npos;
  };
  m_ends_in_numbers = has_heading && std::ranges::all_of(rows.subspan(1), is_number);
}

std::string table_columns::line(const table_row& row) const {
  std::string text = "  ";
  if (!m_is_stacked) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_left = i == 0 || (i + 1 == m_widths.size() && !m_ends_in_numbers);
      text += (i == 0 ? "" : std::string(gap)) + padded(row[i], m_widths[i], is_left, m_screen.has_color);
    }
    return without_trailing_blanks(text) + "\n";
  }
  text += tinted(harmless(row.front().text), row.front().color, m_screen.has_color) + "\n";
  std::size_t widest = 0;
  for (const cell& c : m_heading) widest = std::max(widest, width_of(c.text));
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i].text.empty()) continue;
    const cell name{i < m_heading.size() ? m_heading[i].text : ""};
    text += fmt::format("    {}  {}\n", padded(name, widest, true, false),
                        tinted(harmless(row[i].text), row[i].color, m_screen.has_color));
  }
  return text;
}

std::string table_text(std::span<const table_row> rows, const screen& on) {
  const table_columns columns(rows, on, true);
  std::string text;
  for (const table_row& row : columns.is_stacked() ? rows.subspan(1) : rows) text += columns.line(row);
  return text;
}

std::string paragraph(std::string_view name, std::string_view said, const screen& on) {
  const std::string all = harmless(said);
  const std::string_view sentences = all;
  const std::size_t indent = name.empty() ? 0 : name_width;
  std::string text = tinted(fmt::format("{:<{}}", name, indent), tint::strong, on.has_color);
  std::size_t column = indent;
  for (std::size_t at = 0; at < sentences.size();) {
    const std::size_t end = end_of_word(sentences, at);
    const std::string_view word = sentences.substr(at, end - at);
    at = end + 1;
    if (column > indent && column + 1 + width_of(word) > on.width) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) text += ' ', ++column;
    text += word;
    column += width_of(word);
  }
  return text + "\n";
}

page::page(std::string_view title, std::string_view reading, const screen& on)
    : m_screen(on), m_text(paragraph("", title, on)) {
  group("Read", {reading});
  m_text += "\n";
}

page& page::table(std::span<const table_row> rows) {
  m_text += table_text(rows, m_screen) + "\n";
  return *this;
}

page& page::group(std::string_view name, std::initializer_list<std::string_view> sentences) {
  std::string all;
  for (const std::string_view sentence : sentences) {
    if (!all.empty() && !sentence.empty()) all += ' ';
    all += sentence;
  }
  if (!all.empty()) m_text += paragraph(name, all, m_screen);
  return *this;
}

std::string grouped(double x, int decimals) {
  std::string digits = fmt::format("{:.{}f}", std::abs(x), decimals);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  for (std::size_t at = point; at > 3; at -= 3) digits.insert(at - 3, " ");
  const bool is_zero = digits.find_first_of("123456789") == std::string::npos;
  return (x < 0.0 && !is_zero ? "-" : "") + digits;
}

std::string as_typed(std::string_view word) {
  const auto is_plain = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string counted(double n, std::string_view one, std::string_view many) {
  if (n == 1.0) return grouped(n) + " " + std::string(one);
  return grouped(n) + " " + (many.empty() ? std::string(one) + "s" : std::string(many));
}

std::string significant(double x, int digits) {
  if (!std::isfinite(x)) return "-";
  if (x == std::trunc(x) && std::abs(x) < 1e15) return grouped(x);
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(x))));
  if (magnitude >= 15 || magnitude < -6) return fmt::format("{:.{}g}", x, digits);
  if (magnitude >= digits) {
    const double step = std::pow(10.0, magnitude - digits + 1);
    return grouped(std::round(x / step) * step);
  }
  return grouped(x, digits - 1 - magnitude);
}

std::string rounded_to_error(double x, double standard_error) {
  if (!(standard_error > 0.0) || !std::isfinite(standard_error)) return significant(x, 6);
  const int magnitude = static_cast<int>(std::floor(std::log10(standard_error))) - 1;
  if (magnitude < -9 || std::abs(x) >= 1e15) return fmt::format("{:.6g}", x);
  const double step = std::pow(10.0, magnitude);
  return magnitude < 0 ? grouped(x, -magnitude) : grouped(std::round(x / step) * step);
}

std::string percent(double share) {
  const double points = 100.0 * std::abs(share);
  if (!std::isfinite(points)) return "-";
  if (points >= 9.95) return grouped(points) + "%";
  return fmt::format("{:.2g}%", points);
}

std::string byte_count(double bytes) {
  if (bytes < 1000.0) {
    const int decimals = bytes < 9.95 && bytes != std::trunc(bytes) ? 1 : 0;
    const std::string number = fmt::format("{:.{}f}", bytes, decimals);
    return number == "1" || number == "1.0" ? "1 byte" : number + " bytes";
  }
  static constexpr std::array<const char*, 5> units = {"kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  double x = bytes / 1000.0;
  while (x >= 999.5 && unit + 1 < units.size()) x /= 1000.0, ++unit;
  return fmt::format("{:.{}f} {}", x, x < 9.995 ? 2 : x < 99.95 ? 1 : 0, units[unit]);
}

std::string duration(double seconds) {
  if (seconds < 0.095) return fmt::format("{:.0f} ms", 1000.0 * seconds);
  if (seconds < 60.0) return fmt::format("{:.2g} s", seconds);
  const double whole = std::round(seconds);
  if (whole < 3600.0)
    return fmt::format("{:.0f} min {:.0f} s", std::floor(whole / 60.0), std::fmod(whole, 60.0));
  return fmt::format("{:.0f} h {:.0f} min", std::floor(whole / 3600.0),
                     std::floor(std::fmod(whole, 3600.0) / 60.0));
}

std::string words(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

}  // namespace edgeldp::cli
