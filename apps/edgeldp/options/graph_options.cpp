// SPDX-License-Identifier: MIT
#include "options/graph_argument.hpp"

#include <poll.h>
#include <cctype>

#include <cerrno>

#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

constexpr const char* graph_help =
    "Two ids a line, Matrix Market, METIS, Pajek, GraphML, GEXF, SIF, .ecsr, .sg; "
    "gzip, bzip2, xz, zstd; '-': standard input";
const std::string graph_or_none_help = graph_help + std::string("; none: an embedded graph");

}  // namespace

void graph_argument::add_reading_to(verb_options& verb) {
  m_verb = &verb;
  verb.add_option("--format", format,
                  "Format of the file; edge-list also says that both columns name the same users")
      ->group(section::expert)
      ->check(one_of({"auto", "edge-list", "matrix-market", "metis", "adjacency-list", "sif", "pajek",
                      "graphml", "ecsr", "gap"}))
      ->capture_default_str();
  verb.add_option("--heading", heading, "Whether the first line names the columns; auto: by its words")
      ->group(section::expert)
      ->check(one_of({"auto", "yes", "no"}))
      ->capture_default_str();
  verb.add_flag("--names", names, "Users have names that need not be numbers");
}

void graph_argument::add_directions_to(verb_options& verb) {
  verb.add_flag("--directed", keeps_directions,
                "Contacts are one-sided: of a line 'a b' the contact b is in the list of a alone")
      ->group(section::input);
}

void graph_argument::add_declarations_to(verb_options& verb) {
  verb_option* users = verb.add_option(
      "--users", users_path,
      "File of all users' ids, one a line; otherwise those that an edge list names, which must be public");
  users->group(section::input)->type_name(value::file);
  verb.add_option("--nodes", nodes, "The same where ids are 0 to N - 1, or A to B")
      ->group(section::input)
      ->type_name("N|A-B")
      ->excludes(users);
}

void graph_argument::add_file_to(verb_options& verb) {
  verb.add_option("graph", path, graph_or_none_help)->type_name(value::file);
  add_reading_to(verb);
}

void graph_argument::add_several_files_to(verb_options& verb) {
  verb.add_option("graph", paths, graph_or_none_help + "; several: in turn")->type_name(value::file);
  add_reading_to(verb);
}

void graph_argument::add_two_to(verb_options& verb) {
  verb.add_option("graph", paths, "Two files, the true graph first. " + std::string(graph_help))
      ->type_name(value::file);
  add_reading_to(verb);
  add_declarations_to(verb);
}

void graph_argument::add_to(verb_options& verb) {
  add_file_to(verb);
  add_declarations_to(verb);
}

void graph_argument::add_several_to(verb_options& verb) {
  add_several_files_to(verb);
  add_declarations_to(verb);
}

void layer_argument::add_to(verb_options& verb, const std::string& when) {
  const auto said = [&](char first, const char* rest) {
    return when.empty() ? first + std::string(rest) : when + static_cast<char>(std::tolower(first)) + rest;
  };
  verb.add_option("--items", items_path,
                  said('F', "ile with one id a line, the items; otherwise those of the file"))
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--layer", side, said('T', "he column whose vertices are users"))
      ->group(section::input)
      ->check(one_of({"left", "right"}))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
