// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/attributes.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/value_names.hpp"

namespace edgeldp {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::unordered_map<std::string, std::uint32_t> numbers_of(std::span<const std::string> values) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (values[i].empty()) throw invalid_parameter("a value of an attribute is empty");
    if (!numbers.try_emplace(canonical_value(values[i]), i).second)
      throw invalid_parameter("value \"" + values[i] + "\" of an attribute occurs twice");
  }
  return numbers;
}

std::uint64_t id_from(std::string_view text) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size())
    throw invalid_parameter("user \"" + std::string(text) +
                            "\": must be an id of the graph file, a number (or, with --names, a name)");
  return id;
}

}  // namespace

attribute_table::attribute_table(vertex_labels ids, declared_attribute declared,
                                 std::span<const std::string> names)
    : m_ids(std::move(ids)), m_names(names), m_declared(std::move(declared)), m_of(m_ids.size(), none) {
  if (m_declared.missing) m_declared.missing = canonical_value(*m_declared.missing);
  m_numbers = numbers_of(m_declared.values);
  m_values = m_declared.values;
  if (!m_values.empty() && m_declared.missing &&
      m_numbers.try_emplace(*m_declared.missing, static_cast<std::uint32_t>(m_values.size())).second)
    m_values.push_back(*m_declared.missing);
  for (std::uint64_t v = 0; v < names.size(); ++v)
    m_vertex_of_name.emplace(names[v], static_cast<vertex_id>(v));
  if (!names.empty()) return;
  m_vertex_of.reserve(m_ids.size());
  for (std::uint64_t v = 0; v < m_ids.size(); ++v) m_vertex_of.emplace(m_ids[v], static_cast<vertex_id>(v));
}

std::uint32_t attribute_table::number_of(const std::string& value) {
  if (const auto known = m_numbers.find(value); known != m_numbers.end()) return known->second;
  if (!m_declared.values.empty())
    throw invalid_parameter("value \"" + value +
                            "\" is not among the declared ones: declare it too, or mend the line");
  m_values.push_back(value);
  return m_numbers.emplace(value, static_cast<std::uint32_t>(m_values.size() - 1)).first->second;
}

std::optional<vertex_id> attribute_table::find_vertex(std::string_view id) const {
  const auto found = [](const auto& map, const auto& key) {
    const auto at = map.find(key);
    return at == map.end() ? std::nullopt : std::optional(at->second);
  };
  return m_names.empty() ? found(m_vertex_of, id_from(id)) : found(m_vertex_of_name, id);
}

void attribute_table::add(std::string_view id, std::string_view value) {
  const std::optional<vertex_id> vertex = find_vertex(id);
  if (!vertex) {
    ++m_unknown_users;
    return;
  }
  if (value.empty()) return;
  const std::uint32_t number = number_of(canonical_value(std::string(value)));
  std::uint32_t& known = m_of[*vertex];
  if (known != none && known != number)
    throw invalid_parameter("user " + std::string(id) + " has two values: \"" + m_values[known] +
                            "\" and \"" + std::string(value) + "\"");
  known = number;
}

std::uint64_t attribute_table::users_without_value() const noexcept {
  return static_cast<std::uint64_t>(ranges::count(m_of, none));
}

user_attribute attribute_table::finish() const {
  user_attribute attribute{m_declared.name, m_values, m_of};
  if (m_declared.missing) {
    const auto known = m_numbers.find(*m_declared.missing);
    const auto number =
        known != m_numbers.end() ? known->second : static_cast<std::uint32_t>(m_values.size());
    if (known == m_numbers.end()) attribute.values.push_back(*m_declared.missing);
    ranges::replace(attribute.of, none, number);
  } else if (const auto first = ranges::find(m_of, none); first != m_of.end()) {
    const auto vertex = static_cast<std::size_t>(first - m_of.begin());
    throw invalid_parameter("user " + (m_names.empty() ? std::to_string(m_ids[vertex]) : m_names[vertex]) +
                            " has no value of \"" + m_declared.name + "\"" +
                            (users_without_value() > 1 ? ", nor have others" : ""));
  }
  if (!m_declared.values.empty()) return attribute;
  std::vector<std::string> sorted = attribute.values;
  sort_names(sorted);
  return with_values(attribute, sorted);
}

user_attribute with_values(const user_attribute& attribute, std::span<const std::string> values) {
  const auto numbers = numbers_of(values);
  std::vector<std::uint32_t> renumbered(attribute.values.size(), none);
  for (std::size_t i = 0; i < renumbered.size(); ++i)
    if (const auto at = numbers.find(canonical_value(attribute.values[i])); at != numbers.end())
      renumbered[i] = at->second;
  user_attribute result{attribute.name, {values.begin(), values.end()}, attribute.of};
  for (std::uint32_t& value : result.of) {
    if (renumbered[value] == none)
      throw invalid_parameter("value \"" + attribute.values[value] + "\" of attribute \"" + attribute.name +
                              "\" is not in the list of values");
    value = renumbered[value];
  }
  return result;
}

std::optional<std::vector<double>> numeric_values(const user_attribute& attribute) {
  std::vector<double> numbers;
  for (const std::string& value : attribute.values) {
    const std::optional<double> number = number_in(value);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace edgeldp
