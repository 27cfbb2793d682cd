// SPDX-License-Identifier: MIT
#include "cli/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/iostreams/filter/gzip.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

#include "edgeldp/core/error.hpp"

namespace edgeldp::cli {

namespace {

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> values;
  for (;;) {
    const std::size_t end = line.find(separator);
    values.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return values;
    line.remove_prefix(end + 1);
  }
}

/// Where each named column stands. Errors: invalid_parameter.
std::vector<std::size_t> places_of(std::span<const std::string_view> columns,
                                   std::span<const std::string_view> heading) {
  std::vector<std::size_t> places;
  for (const std::string_view column : columns) {
    const auto found = std::ranges::find(heading, column);
    if (found == heading.end()) throw invalid_parameter(fmt::format("no column '{}' in the heading", column));
    places.push_back(static_cast<std::size_t>(found - heading.begin()));
  }
  return places;
}

/// Reads lines off a table, in order.
class table_reader {
 public:
  explicit table_reader(std::span<const std::string_view> columns) : m_columns(columns) {}

  void take(std::string_view line, const std::function<void(std::span<const std::string_view>)>& f) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (m_width == 0) {
      m_separator = line.find('\t') == std::string_view::npos ? ',' : '\t';
      const std::vector<std::string_view> heading = split(line, m_separator);
      m_places = places_of(m_columns, heading);
      m_width = heading.size();
      return;
    }
    const std::vector<std::string_view> values = split(line, m_separator);
    if (values.size() < m_width)
      throw invalid_parameter(fmt::format("{} values where the heading has {}", values.size(), m_width));
    std::vector<std::string_view> chosen;
    for (const std::size_t place : m_places) chosen.push_back(values[place]);
    f(chosen);
  }

 private:
  std::span<const std::string_view> m_columns;
  std::vector<std::size_t> m_places;
  std::size_t m_width = 0;
  char m_separator = ',';
};

}  // namespace

unzipped_file::unzipped_file(const std::string& path) : m_file(path, std::ios::binary) {
  if (!m_file) throw io_error("cannot open " + path + ": " + std::strerror(errno));
  const bool is_gzip = m_file.get() == 0x1f && m_file.get() == 0x8b;
  m_file.clear();
  m_file.seekg(0);
  if (is_gzip) m_unzipped.push(boost::iostreams::gzip_decompressor());
  m_unzipped.push(m_file);
}

void read_table(const std::string& path, std::span<const std::string_view> columns,
                const std::function<void(std::span<const std::string_view>)>& f) {
  unzipped_file file(path);
  table_reader reader(columns);
  std::uint64_t number = 0;
  std::string line;
  try {
    while (std::getline(file.stream(), line)) {
      ++number;
      reader.take(line, f);
    }
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(fmt::format("{}: line {}: {}", path, number, e.what()));
  } catch (const boost::iostreams::gzip_error&) {
    throw bad_graph_input(path + ": damaged gzip stream");
  }
  if (file.stream().bad()) throw bad_graph_input(path + ": damaged gzip stream");
  if (number < 2) throw bad_graph_input(path + ": no line below a heading");
}

double number_from(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw invalid_parameter(fmt::format("'{:.40}' is not a number", text));
  return value;
}

}  // namespace edgeldp::cli
