// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/stop_note.hpp"
#include "options/graph_argument.hpp"
#include "options/plot_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "study/answer.hpp"
#include "study/findings.hpp"

/// Estimating verbs as experiments: budgets are swept, runs repeated, tallied and printed, a result
/// a budget and number. A verb says what goes in and gives a function that plays once; keys, coins,
/// sums over runs, what was spent, the guarantee, costs and progress are made here.
namespace edgeldp::cli {

/// What every such verb is told.
struct study_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::uint64_t runs = 1;
  bool each = false, no_exact = false;
  plot_argument plot;

  /// --runs, --each, --no-exact, --plot and --plot-width. aggregate, each: what is printed; without
  /// `each` there is no such option. drawn: what --plot draws.
  void add_runs_to(verb_options& verb, const char* aggregate = "one aggregate",
                   const char* each = "every run", const char* drawn = "estimates and errors by epsilon");
};

/// One play of a protocol.
struct play {
  const protocol_arguments& protocol;
  double nats;           ///< total budget of a user
  std::uint64_t part;    ///< of the run, from 0
  std::uint64_t number;  ///< among all plays of the study

  epsilon total() const { return epsilon::from_nats(nats); }
  /// Fresh from the operating system, or derived from --seed and the play's number; to be asked for
  /// once.
  release_key key() const { return protocol.key_of(number); }
  coin_source coins() const { return protocol.coins_of(number); }
};

/// What a verb studies.
struct study_plan {
  const study_arguments& arguments;
  record input;         ///< public facts of the input: the first keys of every result
  std::uint64_t edges;  ///< of the input, an exact fact
  bool tells_exact;     ///< results have the key `exact`
  std::function<findings(const play&)> play_once;
  std::uint64_t plays = 1;            ///< of a run, each on a part of the input; the last gives all numbers
  record assumed = record::object();  ///< keys before the guarantee: what it rests on
  /// bits_per_edge from sums over runs, not from means: the same but for the last digit.
  bool divides_sums = false;
  answer_words words = {};
};

/// Where the results of a call go: one answer and one figure, of however many graphs.
class study_results {
 public:
  /// Errors: those of require_drawable.
  study_results(output_style style, std::vector<std::string> graphs, plot_argument plot);

  /// Prints the end of the answer and draws the figure.
  void finish();

 private:
  friend void run(const study_plan& s, study_results& to);
  answer_printer& answer_of(const study_plan& s);
  std::vector<figure> figures() const;

  output_style m_style;
  std::vector<std::string> m_graphs;
  plot_argument m_plot;
  file_to_come m_figure{m_plot.is_asked_for()};
  answer_words m_words;
  std::optional<answer_printer> m_answer;
  std::vector<std::vector<record>> m_found;  ///< by graph
  std::vector<figure> m_pictures;            ///< of the last run of each graph and budget
  double m_graph_start = 0.0;                ///< of the graph under way, in seconds of the program
  stop_note m_note;
};

/// Plays all runs at all budgets and prints what they give.
/// Errors: those of the function; invalid_parameter when one --key would serve several runs.
void run(const study_plan& s, study_results& to);

/// Runs a verb on each graph that was named, with arguments that name this one.
template <class Arguments>
void run_on_graphs(const Arguments& named, void (*run)(const Arguments&, study_results&),
                   output_style style) {
  const std::vector<graph_argument> graphs = named.graph.each();
  std::vector<std::string> names;
  names.reserve(graphs.size());
  for (const graph_argument& graph : graphs) names.push_back(graph.name());
  study_results to(style, std::move(names), named.plot);
  for (const graph_argument& graph : graphs) {
    Arguments one = named;
    one.graph = graph;
    run(one, to);
  }
  to.finish();
}

/// Plays all runs at the first budget and gives the results, which are not printed. spent: what the
/// same users have paid by now.
std::vector<record> results_of(const study_plan& s, spending& spent);

/// The keys graph, nodes, users_declared.
record facts_of(const std::string& name, const read_graph_result& input);
/// The keys graph, nodes, left, right, layer, users_declared, items_declared.
record facts_of(const std::string& name, const read_bipartite_result& input, layer users);

}  // namespace edgeldp::cli
