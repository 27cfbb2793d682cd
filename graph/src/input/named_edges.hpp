// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/text_input.hpp"

/// Edge lists whose vertices have names that need not be numbers.
namespace edgeldp {

/// Numbers names by first appearance.
class name_numbering {
 public:
  vertex_id operator()(std::string name);
  std::vector<std::string> take_names() { return std::move(m_names); }

 private:
  boost::unordered_flat_map<std::string, vertex_id> m_number_of;
  std::vector<std::string> m_names;
};

struct named_edges {
  std::vector<std::pair<vertex_id, vertex_id>> edges;  ///< a user alone is a self-loop
  clean_up_report clean_up;
};

/// The first line may name the columns, by words such as source and target. Both columns may share
/// a numbering.
/// Errors: bad_graph_input as parse_edge_lines.
named_edges parse_named_edges(std::string_view text, const std::string& name, lone_ids lone,
                              name_numbering& first, name_numbering& second);

/// The place of each name among declared ones.
/// Errors: as places_of.
std::vector<std::uint64_t> places_of_names(std::span<const std::string> names,
                                           std::span<const std::string> declared);

}  // namespace edgeldp
