// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"

/// Where `homophily` has the attributes of users from, a table or a generator, and `mixing` groups.
namespace edgeldp::cli {

/// Where the users' attributes come from.
struct attribute_arguments {
  std::string path, id_column, missing;
  std::vector<std::string> columns, values, channels;
  bool no_heading = false;
  std::uint32_t generated = 0;
  double homophily = 0.5;
  std::uint64_t label_seed = 1;

  /// False when the list of values is what the private labels happen to hold. With --values a name
  /// given by --missing is on the list whether or not anybody lacks a value.
  bool are_values_declared() const { return path.empty() || !values.empty() || !channels.empty(); }
};

struct homophily_arguments : study_arguments {
  attribute_arguments attributes;
  std::string method = "auto", mechanism = "k-ary";
  std::vector<double> prior;
  std::optional<double> attribute_share;
  assumed_graph assumed;
  bool matrix = false;
};

/// Errors: invalid_parameter, bad_graph_input naming the file and what is wrong with it.
std::vector<user_attribute> load_attributes(const homophily_arguments& all, const read_graph_result& input);

void add_attribute_options(verb_options& verb, attribute_arguments& a);

/// One column of a table: groups that are public on the caller's word.
/// Errors: as above.
user_attribute load_groups(const attribute_arguments& a, const read_graph_result& input);

void add_group_options(verb_options& verb, attribute_arguments& a);

/// The same of public labels; users whom the table does not name have study::no_label.
/// Errors: as above.
user_attribute load_known_labels(const attribute_arguments& a, const read_graph_result& input);

/// So many of those who have a label keep it, by coins that are always the same.
user_attribute some_of(const user_attribute& labels, double share);

void add_known_label_options(verb_options& verb, attribute_arguments& a);

}  // namespace edgeldp::cli
