// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_vectors.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/text_input.hpp"
#include "input/value_names.hpp"

namespace edgeldp {

namespace {

using numbering = boost::unordered_flat_map<std::string, std::uint32_t>;

constexpr std::uint32_t most_values = 256;

// ---- fields ----

constexpr std::string_view separators = ",;\t";

/// A line and its first fields.
struct csv_line {
  std::uint64_t number = 0;
  std::string_view text;
  std::vector<std::string> fields;
};

/// Lines with something on them.
struct csv_lines {
  std::vector<csv_line> lines;
  std::uint64_t count = 0, comments = 0;
};

/// At most `wanted` fields a line.
csv_lines cut_lines(std::string_view text, const std::string& name, std::size_t wanted) {
  csv_lines result;
  text = without_mark(text);
  while (!text.empty()) {
    csv_line line{++result.count, take_line(text), {}};
    const std::size_t first = line.text.find_first_not_of(' ');
    if (first == std::string_view::npos || line.text[first] == '#') {
      ++result.comments;
      continue;
    }
    try {
      for (std::string_view rest = line.text; line.fields.size() < wanted && !rest.empty();)
        line.fields.push_back(take_field(rest, separators).text);
    } catch (const invalid_parameter& e) {
      throw bad_graph_input(name + ": line " + std::to_string(line.number) + ": " + e.what());
    }
    result.lines.push_back(std::move(line));
  }
  return result;
}

/// "user", "userId", "User ID", "user_id", "username" for the noun "user"; not "user17", which is a
/// name.
bool is_heading(std::string_view field, std::string_view noun) {
  std::string letters;
  for (const char c : field)
    if (c != ' ' && c != '_' && c != '-')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!letters.starts_with(noun)) return false;
  const std::string_view rest = std::string_view(letters).substr(noun.size());
  return rest.empty() || rest == "s" || rest == "id" || rest == "ids" || rest == "name";
}

void drop_header(csv_lines& lines) {
  lines.lines.erase(lines.lines.begin());
  ++lines.comments;
}

std::uint32_t number_of(numbering& numbers, std::vector<std::string>& names, const std::string& name) {
  const auto [at, is_new] = numbers.try_emplace(name, static_cast<std::uint32_t>(names.size()));
  if (is_new) names.push_back(name);
  return at->second;
}

numbering numbers_of(const std::vector<std::string>& names) {
  numbering numbers;
  for (std::size_t i = 0; i < names.size(); ++i) numbers.emplace(names[i], static_cast<std::uint32_t>(i));
  return numbers;
}

/// The different names in a column. Sorted: an order of appearance would tell what the lines before
/// say.
std::vector<std::string> names_in(const csv_lines& lines, std::size_t column) {
  std::vector<std::string> names;
  numbering seen;
  for (const csv_line& line : lines.lines) number_of(seen, names, line.fields[column]);
  sort_names(names);
  return names;
}

// ---- values ----

/// The values there are, "no value" first if it is the reference.
std::vector<std::string> list_values(const csv_lines& lines, const declared_catalog& declared,
                                     const std::string& name) {
  std::vector<std::string> values;
  numbering seen;
  if (declared.values) {
    for (const std::string& v : *declared.values) number_of(seen, values, canonical_value(v));
    if (values.size() != declared.values->size()) throw invalid_parameter("a value is declared twice");
  } else {
    for (const std::string& v : declared.reference) number_of(seen, values, canonical_value(v));
    for (const csv_line& line : lines.lines) number_of(seen, values, canonical_value(line.fields[2]));
    sort_names(values);
  }
  if (declared.reference.empty()) values.insert(values.begin(), "");
  if (values.size() < 2 || values.size() > most_values)
    throw bad_graph_input(name + ": " + std::to_string(values.size()) +
                          " different values, the reference among them: must be 2 to 256");
  return values;
}

void read_reference(vector_catalog& catalog, const declared_catalog& declared, const numbering& values) {
  if (declared.reference.empty()) return;
  if (!declared.items || declared.items->size() != declared.reference.size())
    throw invalid_parameter("a reference needs one value for each declared item");
  for (std::size_t item = 0; item < declared.reference.size(); ++item) {
    const auto value = values.find(canonical_value(declared.reference[item]));
    if (value == values.end())
      throw invalid_parameter("reference value \"" + declared.reference[item] + "\" of item \"" +
                              catalog.items[item] + "\" is not among the declared values");
    catalog.reference.push_back(static_cast<std::uint8_t>(value->second));
  }
}

/// What the lines say, user by user, with the values themselves for offsets.
class row_builder {
 public:
  row_builder(const vector_catalog& catalog, const numbering& values)
      : m_catalog(catalog),
        m_values(values),
        m_users(numbers_of(catalog.users)),
        m_items(numbers_of(catalog.items)),
        m_rows(catalog.users.size()) {}

  void add(const csv_line& line, const std::string& name) {
    for (std::size_t i = 0; i < 2; ++i)
      if (line.fields[i].empty()) fail_line(name, line.number, line.text, "a user and an item with a name");
    const auto item = m_items.find(line.fields[1]);
    if (item == m_items.end()) fail_line(name, line.number, line.text, "an item that is declared");
    const auto user = m_users.find(line.fields[0]);
    if (user == m_users.end()) fail_line(name, line.number, line.text, "a user that is declared");
    const auto value = m_values.find(canonical_value(line.fields[2]));
    if (value == m_values.end()) fail_line(name, line.number, line.text, "a value that is declared");
    m_rows[user->second].push_back({item->second, value->second, line.number, line.text});
  }

  /// Entries that differ from the reference.
  /// Errors: bad_graph_input for two values at one place.
  std::vector<std::vector<row_entry>> finish(const std::string& name, std::uint64_t& repeats) {
    const auto k = static_cast<std::uint32_t>(m_catalog.values.size());
    std::vector<std::vector<row_entry>> rows(m_rows.size());
    for (std::size_t u = 0; u < m_rows.size(); ++u) {
      ranges::sort(m_rows[u], {}, [](const cell& c) { return std::pair(c.item, c.line); });
      const cell* before = nullptr;
      for (const cell& c : m_rows[u]) {
        const bool again = before != nullptr && before->item == c.item;
        if (again && before->value != c.value)
          fail_line(name, c.line, c.text, "the value of line " + std::to_string(before->line));
        repeats += again ? 1 : 0;
        const std::uint32_t reference = m_catalog.reference.empty() ? 0 : m_catalog.reference[c.item];
        if (!again && c.value != reference) rows[u].push_back({c.item, (c.value + k - reference) % k});
        before = &c;
      }
    }
    return rows;
  }

 private:
  struct cell {
    std::uint32_t item, value;
    std::uint64_t line;
    std::string_view text;
  };
  const vector_catalog& m_catalog;
  const numbering& m_values;
  numbering m_users, m_items;
  std::vector<std::vector<cell>> m_rows;
};

}  // namespace

read_vectors_result parse_vectors(std::string_view text, const std::string& name,
                                  const declared_catalog& declared) {
  csv_lines lines = cut_lines(text, name, 3);
  for (const csv_line& line : lines.lines)
    if (line.fields.size() < 3 || line.fields[2].empty())
      fail_line(name, line.number, line.text, "user, item and value");
  if (!lines.lines.empty()) {
    const auto is_number = [&](std::size_t i) { return number_in(lines.lines[i].fields[2]).has_value(); };
    if (is_heading(lines.lines[0].fields[0], "user") ||
        (lines.lines.size() > 1 && !is_number(0) && is_number(1)))
      drop_header(lines);
  }
  if (lines.lines.empty()) throw bad_graph_input(name + ": no line with user, item and value");

  read_vectors_result result;
  vector_catalog& catalog = result.catalog;
  result.lines = lines.count;
  result.comments = lines.comments;
  result.users_are_derived = !declared.users;
  result.items_are_derived = !declared.items;
  result.values_are_derived = !declared.values;
  catalog.users = declared.users ? *declared.users : names_in(lines, 0);
  catalog.items = declared.items ? *declared.items : names_in(lines, 1);
  catalog.values = list_values(lines, declared, name);
  const numbering values = numbers_of(catalog.values);
  read_reference(catalog, declared, values);
  row_builder builder(catalog, values);
  for (const csv_line& line : lines.lines) builder.add(line, name);
  const auto rows = builder.finish(name, result.repeats);
  result.data = sparse_vectors(catalog.items.size(), static_cast<std::uint32_t>(catalog.values.size()), rows);
  return result;
}

read_vectors_result read_vectors(const std::string& path, const declared_catalog& declared) {
  const byte_buffer text = read_text_input(path);
  return parse_vectors(text.view(), name_of_input(path), declared);
}

namespace {

/// A list of names below an optional heading; `noun` says of what.
declared_catalog parse_list(std::string_view text, const std::string& name, const std::string& noun) {
  const std::string noun_with_article = (noun == "item" ? "an " : "a ") + noun;
  csv_lines lines = cut_lines(text, name, 2);
  if (!lines.lines.empty() && is_heading(lines.lines[0].fields[0], noun)) drop_header(lines);
  if (lines.lines.empty()) throw bad_graph_input(name + ": no line with " + noun_with_article);
  const std::size_t fields = lines.lines[0].fields.size();
  declared_catalog result;
  result.items.emplace();
  numbering seen;
  for (const csv_line& line : lines.lines) {
    const std::size_t before = result.items->size();
    if (line.fields[0].empty()) fail_line(name, line.number, line.text, noun_with_article + " with a name");
    if (line.fields.size() != fields || (fields == 2 && line.fields[1].empty()))
      fail_line(name, line.number, line.text, "a reference value on every line or on none");
    number_of(seen, *result.items, line.fields[0]);
    if (result.items->size() == before)
      fail_line(name, line.number, line.text, noun_with_article + " that was not named before");
    if (fields == 2) result.reference.push_back(line.fields[1]);
  }
  return result;
}

}  // namespace

declared_catalog parse_items(std::string_view text, const std::string& name) {
  return parse_list(text, name, "item");
}

std::vector<std::string> read_users(const std::string& path) {
  const byte_buffer text = read_text_input(path);
  return std::move(*parse_list(text.view(), name_of_input(path), "user").items);
}

declared_catalog read_items(const std::string& path) {
  const byte_buffer text = read_text_input(path);
  return parse_items(text.view(), name_of_input(path));
}

}  // namespace edgeldp
