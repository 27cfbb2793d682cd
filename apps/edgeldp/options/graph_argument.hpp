// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "io/report.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

/// A graph that a caller in this process holds, where the program reads a file.
struct given_graph {
  std::string name;
  std::variant<read_graph_result, read_bipartite_result> input;
};

/// The GRAPH argument of a verb: a file, "-" for standard input, or nothing for the embedded
/// default graph. Some verbs take several.
struct graph_argument {
  std::string path, format = "auto", heading = "auto";
  std::vector<std::string> paths;      ///< where several may be named; each() makes arguments of them
  bool names = false;                  ///< the file's users have names
  bool keeps_directions = false;       ///< its arcs are wanted, not its edges
  std::string users_path, nodes;       ///< declared users: a file of ids, or how many there are
  bool is_told = false;                ///< an answer tells what was read: no notes besides
  const given_graph* given = nullptr;  ///< in place of a file

  /// The graph, and --users and --nodes, which declare its users.
  void add_to(verb_options& verb);
  /// The graph alone, for verbs in which nothing is private.
  void add_file_to(verb_options& verb);
  /// The same for verbs that take several.
  void add_several_to(verb_options& verb);
  void add_several_files_to(verb_options& verb);
  /// Two of them, the true one first; --users and --nodes declare the users of both.
  void add_two_to(verb_options& verb);

  /// An argument a graph, all of which are there; at least one. has_same_users: options beside them
  /// are of all.
  /// Errors: invalid_parameter for a name that is a number, and for options beside several graphs
  ///     that are of one; io_error for what cannot be read.
  std::vector<graph_argument> each(bool has_same_users = false) const;

  /// What results call the graph.
  std::string name() const;

  /// --directed.
  void add_directions_to(verb_options& verb);
  /// Whether arcs are wanted: as was said, or as the graph is that was given.
  bool is_directed() const;

  /// Reads the file or makes the default graph; unless an answer tells it, says on standard error
  /// what was ignored or merged.
  /// Errors: those of read_graph and with_users; invalid_parameter when no file is named, but
  ///     standard input holds one, and for declarations that the format's own header has made.
  read_graph_result load() const;

  /// Writes it as an .ecsr file, a large edge list within that much memory.
  /// Errors: those of load and convert_to_ecsr.
  conversion convert(const std::string& to, std::uint64_t memory) const;

  /// The same of a bipartite file, whose layer `side` are the users; items_path: ids of the other
  /// layer, or nothing.
  read_bipartite_result load_bipartite(layer side, const std::string& items_path) const;

  /// What was read last, and what was ignored or merged, in sentences for an answer; nothing before
  /// anything was read. has_counts: with exact numbers, which are not private.
  std::string reading(bool has_counts) const;
  /// The same without numbers, as a note on standard error.
  void note_reading() const;

 private:
  bool declares_users() const { return !users_path.empty() || !nodes.empty(); }
  std::vector<std::uint64_t> declared_users() const;
  edgeldp::reading chosen_reading() const;
  void refuse_numbers_of_names(const std::vector<std::string>& names_read) const;
  void add_declarations_to(verb_options& verb);
  void add_reading_to(verb_options& verb);
  void refuse_options_of_one() const;
  template <class Result>
  Result take_given() const;
  void refuse_ignored_input() const;
  void keep_reading(const clean_up_report& report, bool users_are_declared) const;
  std::string fault_of_users() const;

  const verb_options* m_verb = nullptr;
  bool m_has_namesake = false;  ///< another file in another folder
  mutable std::optional<clean_up_report> m_read;
  mutable bool m_users_are_declared = false;
};

/// What was cleaned away, for a result.
record describe_cleaning(const clean_up_report& c);

/// Which layer of a bipartite graph are users, and who declares the other.
struct layer_argument {
  std::string side = "left", items_path;

  /// --items and --layer. when: what help begins with, such as "With --bipartite: ".
  void add_to(verb_options& verb, const std::string& when = "");
  layer users() const { return side == "right" ? layer::right : layer::left; }
};

/// The graph that examples and tests run on when no file is named: a seeded affiliation graph of
/// 2000 users.
csr_graph make_default_graph();

}  // namespace edgeldp::cli
