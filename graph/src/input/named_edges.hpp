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
  bool knows(const std::string& name) const { return m_number_of.contains(name); }
  std::vector<std::string> take_names() { return std::move(m_names); }

 private:
  boost::unordered_flat_map<std::string, vertex_id> m_number_of;
  std::vector<std::string> m_names;
};

struct named_edges {
  std::vector<std::pair<vertex_id, vertex_id>> edges;  ///< a user alone is a self-loop
  clean_up_report clean_up;
};

/// Who numbers the names of either column: both may be one.
struct numbered_columns {
  name_numbering &first, &second;
};

/// The first line may name the columns (take_table_head).
///
/// Cautions tell of comments with as many fields as an edge, the second of which is somebody's
/// name; of names that are words for a missing value or for a column; of a first line whose names
/// occur nowhere else; of weights that are 0 in some lines.
///
/// Input: lines_before: taken off the text, a header.
/// Errors: bad_graph_input as parse_edge_lines, take_table_head and check_table; where users may
///     stand alone, for names of items in the second column, for a line of one name in which
///     another separator stands, or two names of others, and where no line has two.
named_edges parse_named_edges(std::string_view text, const std::string& name, const reading& how,
                              lone_ids lone, numbered_columns columns, std::uint64_t lines_before = 0);

/// A caution that two names differ in case, blanks, accents or encoding alone, and how many do; ""
/// if none do.
/// Cost: linear in the names.
std::string caution_on_likeness(std::span<const std::string> names);

/// A line for each vertex: its name, then those of all its neighbours, or of those that have no
/// line of their own yet, as networkx.write_adjlist does.
/// Errors: bad_graph_input naming the line.
named_edges parse_neighbor_lines(std::string_view text, const std::string& name, const reading& how,
                                 name_numbering& numbers);

/// SIF of Cytoscape: a name, a relation, then one or more names; or one name alone. Apart by tabs
/// if the first line has one, else by blanks.
/// Errors: bad_graph_input naming the line.
named_edges parse_sif(std::string_view text, const std::string& name, const reading& how,
                      name_numbering& numbers);

/// The place of each name among declared ones.
/// Errors: as places_of.
std::vector<std::uint64_t> places_of_names(std::span<const std::string> names,
                                           std::span<const std::string> declared);

}  // namespace edgeldp
