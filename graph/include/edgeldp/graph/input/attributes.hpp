// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/vertex_labels.hpp"

namespace edgeldp {

/// One attribute of every user: user u has values[of[u]].
struct user_attribute {
  std::string name;
  std::vector<std::string> values;  ///< distinct; public, whether somebody has them or not
  std::vector<std::uint32_t> of;    ///< one a user
};

/// What is public about an attribute before anybody is asked.
struct declared_attribute {
  std::string name = "label";
  /// All values there can be; empty: those that occur, by size if all are numbers and
  /// alphabetically otherwise. Taking them from the data assumes that they were public.
  std::vector<std::string> values;
  /// The value of users that have none. Whether a user has a value may be private, so nobody stays
  /// silent; absent: a user without a value is an error.
  std::optional<std::string> missing;
};

/// Puts (user, value) pairs, as files have them, in the order of a graph's vertices.
///
/// Rules: ids are those of the graph file (read_graph_result::labels). Pairs of ids that the graph
/// does not have are counted and dropped. An empty value is none. A user may be named again with
/// the same value only. Numbers are the same value however they are written (4, 4.0); codes of
/// digits are not numbers (04 is not 4).
class attribute_table {
 public:
  /// names: what users are called instead, if the graph has names. They must outlive the table.
  /// Errors: invalid_parameter for an empty or repeated declared value.
  attribute_table(vertex_labels ids, declared_attribute declared, std::span<const std::string> names = {});

  /// Errors: invalid_parameter for an id that is no number in [0, 2^64), a value that is not
  ///     declared, or a user's second value.
  void add(std::string_view id, std::string_view value);

  /// Errors: invalid_parameter naming the first user without a value, if `missing` is absent.
  user_attribute finish() const;

  std::uint64_t unknown_users() const noexcept { return m_unknown_users; }
  std::uint64_t users_without_value() const noexcept;

 private:
  std::uint32_t number_of(const std::string& value);
  std::optional<vertex_id> find_vertex(std::string_view id) const;

  vertex_labels m_ids;
  std::span<const std::string> m_names;
  declared_attribute m_declared;
  std::unordered_map<std::uint64_t, vertex_id> m_vertex_of;
  std::unordered_map<std::string_view, vertex_id> m_vertex_of_name;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
  std::vector<std::string> m_values;  // in order of appearance, or as declared
  std::vector<std::uint32_t> m_of;
  std::uint64_t m_unknown_users = 0;
};

/// The same attribute over another list of values, such as the inputs of a channel.
/// Errors: invalid_parameter naming a value that somebody has and the list has not, or a list with
///     repeats.
user_attribute with_values(const user_attribute& attribute, std::span<const std::string> values);

/// The values as numbers, for ordinal attributes; nothing unless all are finite numbers.
std::optional<std::vector<double>> numeric_values(const user_attribute& attribute);

}  // namespace edgeldp
