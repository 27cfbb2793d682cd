// SPDX-License-Identifier: MIT
#include "io/table_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/iostreams/filter/gzip.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iostream>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"

namespace edgeldp::cli {

namespace {

/// Spreadsheets write it before UTF-8; it belongs to no name.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> values;
  for (bool is_last = false; !is_last;) {
    line_field field = take_field(line, {&separator, 1});
    values.push_back(std::move(field.text));
    is_last = field.is_last;
  }
  return values;
}

/// Tabs, else semicolons, else commas, whichever the first line has outside of quotes.
char separator_of(std::string_view line) {
  std::string bare;
  bool in_quotes = false;
  for (const char c : line) {
    if (c == '"') in_quotes = !in_quotes;
    if (!in_quotes) bare += c;
  }
  for (const char c : {'\t', ';'})
    if (bare.find(c) != std::string::npos) return c;
  return ',';
}

/// Where each named column stands.
/// Errors: invalid_parameter.
std::vector<std::size_t> places_of(std::span<const std::string> columns, std::span<const std::string> names) {
  std::vector<std::size_t> places;
  for (const std::string& column : columns) {
    const auto found = std::ranges::find(names, column);
    if (found == names.end())
      throw invalid_parameter(fmt::format("no column '{}'; there are {}", column, fmt::join(names, ", ")));
    places.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return places;
}

/// Reads lines off a table, in order.
class table_reader {
 public:
  table_reader(const column_chooser& choose, table_heading heading) : m_choose(choose), m_heading(heading) {}

  /// True when the line holds values.
  bool take(std::string_view line) {
    if (is_blank(line)) {
      m_follows_blank = true;
      return false;
    }
    const bool is_first = m_names.empty();
    if (is_first && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    if (is_first) m_separator = separator_of(line);
    m_values = split(line, m_separator);
    if (m_follows_blank && m_names.size() == 1)
      throw invalid_parameter(
          "follows a blank line, which in a table of one column may be a missing value: fill it in or drop "
          "it");
    m_follows_blank = false;
    if (is_first) start();
    if (is_first && m_heading == table_heading::present) return false;
    if (m_values.size() != m_names.size())
      throw invalid_parameter(
          fmt::format("{} values where the first line has {}", m_values.size(), m_names.size()));
    m_chosen.clear();
    for (const std::size_t place : m_places) m_chosen.push_back(m_values[place]);
    return true;
  }

  std::span<const std::string_view> chosen() const { return m_chosen; }
  const std::vector<std::string>& names() const { return m_names; }

 private:
  void start() {
    m_names = m_values;
    if (m_heading == table_heading::absent)
      for (std::size_t i = 0; i < m_names.size(); ++i) m_names[i] = std::to_string(i + 1);
    m_places = places_of(m_choose(m_names), m_names);
  }

  const column_chooser& m_choose;
  table_heading m_heading;
  std::vector<std::string> m_names, m_values;
  std::vector<std::size_t> m_places;
  std::vector<std::string_view> m_chosen;
  char m_separator = ',';
  bool m_follows_blank = false;
};

/// As std::getline, but refuses a line that no table has: a few hundred kilobytes of gzip can hold
/// one of gigabytes.
bool take_line(std::istream& in, std::string& line) {
  constexpr std::size_t longest = std::size_t{1} << 26;
  std::array<char, 4096> piece{};
  line.clear();
  for (;;) {
    in.getline(piece.data(), piece.size());
    const auto taken = static_cast<std::size_t>(in.gcount());
    const bool has_ended = !in.fail();  // at its line feed, or with the input
    line.append(piece.data(), has_ended && !in.eof() ? taken - 1 : taken);
    if (line.size() > longest) throw invalid_parameter("longer than 64 MiB");
    if (has_ended) return true;
    if (taken == 0) return !line.empty();
    in.clear(in.rdstate() & ~std::ios::failbit);
  }
}

/// Calls f with each line until it returns false.
/// Errors: io_error; bad_graph_input as read_table says.
template <class F>
void for_each_line(const std::string& path, F&& f) {
  unzipped_file file(path);
  std::uint64_t number = 0;
  std::string line;
  try {
    for (++number; take_line(file.stream(), line); ++number) {
      if (!f(std::string_view(line))) return;
    }
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(fmt::format("{}: line {}: {}", path, number, e.what()));
  } catch (const boost::iostreams::gzip_error&) {
    throw bad_graph_input(path + ": damaged gzip stream");
  }
  if (file.stream().bad()) throw bad_graph_input(path + ": damaged gzip stream");
}

}  // namespace

unzipped_file::unzipped_file(const std::string& path) {
  if (path != "-") {
    m_file.open(path, std::ios::binary);
    if (!m_file) throw io_error("cannot open " + path + ": " + std::strerror(errno));
  }
  std::istream& source = path == "-" ? std::cin : m_file;
  if (source.peek() == 0x1f) m_unzipped.push(boost::iostreams::gzip_decompressor());
  m_unzipped.push(source);
}

std::vector<std::string> columns_of_table(const std::string& path, table_heading heading) {
  const column_chooser none = [](const std::vector<std::string>&) { return std::vector<std::string>(); };
  table_reader reader(none, heading);
  for_each_line(path, [&](std::string_view line) {
    reader.take(line);
    return reader.names().empty();
  });
  if (reader.names().empty()) throw bad_graph_input(path + ": no line of values");
  return reader.names();
}

void read_table(const std::string& path, std::span<const std::string_view> columns,
                const std::function<void(std::span<const std::string_view>)>& f, table_heading heading) {
  read_table(
      path,
      [&](const std::vector<std::string>&) {
        return std::vector<std::string>(columns.begin(), columns.end());
      },
      f, heading);
}

void read_table(const std::string& path, const column_chooser& choose,
                const std::function<void(std::span<const std::string_view>)>& f, table_heading heading) {
  table_reader reader(choose, heading);
  std::uint64_t rows = 0;
  for_each_line(path, [&](std::string_view line) {
    if (reader.take(line)) {
      ++rows;
      f(reader.chosen());
    }
    return true;
  });
  if (rows == 0)
    throw bad_graph_input(
        path + (heading == table_heading::present ? ": no line below a heading" : ": no line of values"));
}

double number_from(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw invalid_parameter(fmt::format("'{:.40}' is not a number", text));
  return value;
}

}  // namespace edgeldp::cli
