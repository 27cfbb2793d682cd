// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "io/release_file.hpp"
#include "options/verb_options.hpp"
#include "study/questions/rows.hpp"
#include "verbs/acts_on_graphs.hpp"
#include "verbs/degrees_findings.hpp"
#include "verbs/question.hpp"

namespace edgeldp::cli {

namespace {

using degrees::context;
using degrees::degrees_arguments;
using degrees::exact_counts;
using degrees::outcome;

/// Options of rows where no rows are sent, files of what is not estimated.
void check(const degrees_arguments& a) {
  const bool sends_rows = a.wants_triangles() && a.release_path.empty();
  const bool local = a.method != "one-round";
  const auto refuse = [&](std::initializer_list<const char*> names, const std::string& why) {
    for (const char* name : names)
      if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " " + why);
  };
  if (!sends_rows)
    refuse({"--codec", "--alpha", "--level", "--beta", "--order", "--key", "--max-upload", "--max-error",
            "--prefer"},
           "shapes rows, which are sent for --clustering and --triangles only");
  if (!sends_rows || !a.clustering)
    refuse({"--split", "--margin", "--clip", "--kappa", "--chunk-rule", "--preset"},
           "is an option of the protocol behind --clustering");
  if (!a.clustering)
    refuse({"--max-upload", "--max-error"}, "limits the choice of a codec for --clustering only");
  if (local && (a.wants_triangles() || !a.release_path.empty()))
    throw invalid_parameter("--method is a choice for stars alone");
  if (local && a.stars.size() != 1)
    throw invalid_parameter("--method " + a.method +
                            " spends all of the budget on one kind of star: give one --stars");
  if (a.clustering && !a.triangle_file.empty() && a.release_path.empty())
    throw invalid_parameter(
        "--clustering and --triangles are protocols of their own: give one, or --release FILE");
  if (!a.degree_file.empty() && (sends_rows || local))
    throw invalid_parameter("--degrees needs the protocol of degrees alone, or --release FILE");
  if (!a.sorted_file.empty() && (sends_rows || local))
    throw invalid_parameter("--sorted needs the protocol of degrees alone, or --release FILE");
  if (a.writes_files() && (a.runs > 1 || a.protocol.epsilons.size() > 1))
    throw invalid_parameter("files of sequences hold one run at one epsilon: run it once for each");
  if ((a.degree_file == "-") + (a.sorted_file == "-") + (a.triangle_file == "-") > 1)
    throw invalid_parameter("only one sequence can go to standard output");
}

/// Who reads a release need not have the graph: users are then called by their numbers.
read_graph_result numbered_users(std::uint64_t users) {
  read_graph_result result;
  result.graph = csr_graph(users, {});
  result.labels = vertex_labels::in_a_row(users);
  result.users_are_declared = true;
  return result;
}

/// What the two sorted lists are, where there are some.
const char* about_lists(const degrees_arguments& a) {
  if (a.wants_triangles() || a.method != "one-round") return "";
  return "--sorted FILE gets an estimate of the true degrees in increasing order, with much of the noise "
         "taken "
         "out.";
}

/// Out-degrees are released as degrees are; what else there is of degrees is of undirected graphs.
void run_out_degrees(const degrees_arguments& a, study_results& to) {
  for (const char* name :
       {"--stars",  "--method", "--clustering", "--sorted", "--triangles", "--release",    "--codec",
        "--alpha",  "--level",  "--beta",       "--order",  "--key",       "--max-upload", "--max-error",
        "--prefer", "--split",  "--margin",     "--clip",   "--kappa",     "--chunk-rule", "--preset"})
    if (a.protocol.typed(name))
      throw invalid_parameter(std::string(name) + " does not go with --directed: it is of undirected graphs");
  run_on_arcs(a, study::arc_degrees, a.degree_file, to);
}

void run_degrees(const degrees_arguments& a, study_results& to) {
  if (a.graph.is_directed()) return run_out_degrees(a, to);
  check(a);
  std::shared_ptr<const release> published;
  if (!a.release_path.empty()) {
    if (a.protocol.typed("--epsilon") || a.protocol.typed("--seed") || a.runs > 1)
      throw invalid_parameter("--release says it all: no --epsilon, --seed or --runs");
    published = reading_release(a.release_path, [&] {
      return std::make_shared<const release>(release_reader(a.release_path).load());
    });
  }
  const bool has_graph = !published || !a.graph.path.empty() || a.graph.given != nullptr;
  const read_graph_result input = has_graph ? a.graph.load() : numbered_users(published->layout().users());
  if (input.graph.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  const context c{a, input, exact_counts(input.graph, has_graph && !a.no_exact), published};
  record facts = facts_of(a.graph.name(), input);
  if (!has_graph) facts["graph"] = facts["users_declared"] = nullptr;
  run({a,
       facts,
       input.graph.edge_count(),
       c.truth.is_known(),
       [&](const play& p) {
         outcome o = play_once(c, p);
         std::ranges::move(o.sequences, std::back_inserter(o.found.numbers));
         return std::move(o.found);
       },
       1,
       record::object(),
       false,
       {"degrees", about_lists(a)}},
      to);
}

void add_options(verb_options& verb, degrees_arguments& a) {
  a.graph.add_directions_to(verb);
  verb.add_option("--stars", a.stars, "Count stars of so many leaves; several, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(between(1U, 16U))
      ->capture_default_str();
  verb.add_option(
          "--method", a.method,
          "Of stars: one-round (all of the budget on degrees, unbiased), local-lap (as published: "
          "noisy maximum degree, then clipped counts) or own-caps (clipped at a cap of each user's own)")
      ->group(section::expert)
      ->check(one_of({"one-round", "local-lap", "own-caps"}))
      ->capture_default_str();
  verb.add_flag("--clustering", a.clustering,
                "Global clustering coefficient, by the protocol of `triangles`");
  verb.add_option("--degrees", a.degree_file,
                  "Write every user's degree: label, estimate, standard error; '-' prints it instead of "
                  "results")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option("--sorted", a.sorted_file, "Write the degrees in increasing order, whoever has them")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option("--triangles", a.triangle_file,
                  "Write every user's number of triangles, by a two-step protocol in which all count with "
                  "all their neighbours")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option("--release", a.release_path,
                  "Read everything from this release file; nothing is spent. --clustering and --triangles "
                  "take n^3 / 64 word operations there")
      ->type_name(value::file);
  a.add_runs_to(verb, "one aggregate a statistic", nullptr);
}

}  // namespace

void add_degrees(verb_options& verb, const common_arguments& common) {
  degrees_arguments& a = acts_on_graphs(verb, common, run_degrees);
  a.graph.add_several_to(verb);
  a.protocol.has_centred = true;
  a.protocol.add_to(verb);
  add_relationship(verb, a.protocol.relationship);
  add_options(verb, a);
}

}  // namespace edgeldp::cli
