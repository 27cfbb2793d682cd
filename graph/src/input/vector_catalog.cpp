// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_vectors.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view catalog_mark = "edgeldp catalog 1";

/// Reads the sections of a catalog, one after another.
class catalog_parser {
 public:
  explicit catalog_parser(std::string_view text) : m_text(text), m_size(text.size()) {
    require(line() == catalog_mark, "not a catalog");
  }

  std::vector<std::string> section(std::string_view title, std::uint64_t count) {
    require(line() == std::string(title) + " " + std::to_string(count),
            "a section of the catalog is missing");
    require(count <= m_text.size(), "a section of the catalog is too short");  // a line is a byte at least
    std::vector<std::string> names(count);
    for (std::string& name : names) name = line();
    return names;
  }

  bool at_end() const { return m_text.empty(); }
  void require(bool good, const char* what) const {
    if (!good) throw format_error(m_line_at, std::string("catalog: ") + what);
  }

 private:
  std::string_view line() {
    m_line_at = m_size - m_text.size();
    const std::size_t end = m_text.find('\n');
    require(end != std::string_view::npos, "ends inside a line");
    const std::string_view found = m_text.substr(0, end);
    m_text.remove_prefix(end + 1);
    return found;
  }

  std::string_view m_text;
  std::size_t m_size, m_line_at = 0;
};

void append_section(std::string& text, std::string_view title, const std::vector<std::string>& names) {
  text.append(title).append(" ").append(std::to_string(names.size())).append("\n");
  for (const std::string& name : names) text.append(name).append("\n");
}

}  // namespace

std::string write_catalog(const vector_catalog& catalog) {
  std::string text = std::string(catalog_mark) + "\n";
  append_section(text, "values", catalog.values);
  append_section(text, "items", catalog.items);
  append_section(text, "users", catalog.users);
  if (catalog.reference.empty()) return text;
  std::vector<std::string> reference;
  for (const std::uint8_t value : catalog.reference) reference.push_back(std::to_string(value));
  append_section(text, "reference", reference);
  return text;
}

vector_catalog parse_catalog(std::string_view text, std::uint64_t users, std::uint64_t items,
                             std::uint32_t values) {
  catalog_parser parser(text);
  vector_catalog catalog;
  catalog.values = parser.section("values", values);
  catalog.items = parser.section("items", items);
  catalog.users = parser.section("users", users);
  if (parser.at_end()) return catalog;
  for (const std::string& name : parser.section("reference", items)) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    parser.require(error == std::errc() && end == name.data() + name.size() && value < values,
                   "a reference value is not a number below the alphabet");
    catalog.reference.push_back(static_cast<std::uint8_t>(value));
  }
  parser.require(parser.at_end(), "text after the last section");
  return catalog;
}

}  // namespace edgeldp
