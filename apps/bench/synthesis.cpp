// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/comparison/graph_comparison.hpp"
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"
#include "edgeldp/rivals/synthesis/ldpgen_simulation.hpp"
#include "io/progress.hpp"
#include "options/graph_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct synthesis_arguments {
  std::vector<std::string> graphs = {""};
  std::vector<double> epsilons = {1.0, 2.0, 4.0};
  std::uint64_t runs = 8, seed = 1;
};

using edge_pairs = std::vector<std::pair<vertex_id, vertex_id>>;
using queries = std::array<exact::compared_query, 15>;

/// A graph, what it answers, and who is who in a graph made of it.
struct true_graph {
  csr_graph graph;
  std::uint64_t sources = 0;
  exact::graph_profile profile;
  std::vector<exact::user_in_both> same;

  explicit true_graph(csr_graph g)
      : graph(std::move(g)),
        sources(exact::affordable_sources(graph.vertex_count(), graph.edge_count())),
        profile(exact::profile_of(graph, sources, 0)) {
    for (std::uint64_t u = 0; u < graph.vertex_count(); ++u)
      same.emplace_back(static_cast<vertex_id>(u), static_cast<vertex_id>(u));
  }

  queries compared_with(const edge_pairs& edges) const {
    const csr_graph made(graph.vertex_count(), edges);
    return compare_profiles(profile, exact::profile_of(made, sources, 0), same);
  }
};

edge_pairs make_ours(const true_graph& g, epsilon total, std::uint64_t seed) {
  const synthesis_release released = release_statistics(g.graph, total, seed);
  return synthesize_graph(wanted_of(released.statistics, released.key), released.key).edges;
}

/// The same generator, told the truth.
edge_pairs make_told(const true_graph& g, epsilon, std::uint64_t seed) {
  const vertex_partition& groups = g.profile.groups;
  return synthesize_graph(true_statistics(g.graph, groups.of, size_of(groups.count)), key_of_run(seed, 0))
      .edges;
}

edge_pairs make_ldpgen(const true_graph& g, const ldpgen& method, std::uint64_t seed) {
  return synthesize_graph(g.graph, method, key_of_run(seed, 0), coins_of_run(seed, 0)).edges;
}

struct generator {
  const char* name;
  bool is_private;
  std::function<edge_pairs(const true_graph&, epsilon, std::uint64_t seed)> make;
};

const std::array<generator, 4>& generators() {
  static const std::array<generator, 4> all = {
      {{"ours", true, make_ours},
       {"told", false, make_told},
       {"ldpgen", true,
        [](const true_graph& g, epsilon e, std::uint64_t seed) {
          return make_ldpgen(g, ldpgen::published(e), seed);
        }},
       {"ldpgen_uncut", true, [](const true_graph& g, epsilon e, std::uint64_t seed) {
          return make_ldpgen(g, ldpgen::uncut(e), seed);
        }}}};
  return all;
}

/// Mean errors of runs, by query.
struct mean_errors {
  queries shape;
  std::array<double, 15> sums{};
  std::uint64_t runs = 0;
  double edges = 0.0, seconds = 0.0;

  double mean(std::size_t query) const { return sums[query] / static_cast<double>(runs); }
};

mean_errors play(const true_graph& g, const generator& by, epsilon total, const synthesis_arguments& a,
                 progress& bar) {
  mean_errors m;
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    edge_pairs edges;
    m.seconds += time_of([&] { edges = by.make(g, total, a.seed + run); }).cpu;
    m.edges += static_cast<double>(edges.size());
    m.shape = g.compared_with(edges);
    for (std::size_t q = 0; q < m.sums.size(); ++q) m.sums[q] += m.shape[q].error.value_or(NAN);
    ++m.runs;
    bar.step();
  }
  return m;
}

/// Queries on which one is nearer to the truth than the other, on which both are as near, and the
/// others: those too that have no error.
record compare(const mean_errors& ours, const mean_errors& theirs) {
  std::uint64_t better = 0, equal = 0;
  record worse = record::array();
  for (std::size_t q = 0; q < ours.sums.size(); ++q) {
    const bool is_likeness = ours.shape[q].measure == exact::error_measure::information;
    const double near = is_likeness ? theirs.mean(q) - ours.mean(q) : ours.mean(q) - theirs.mean(q);
    if (near < 0.0)
      ++better;
    else if (near == 0.0)
      ++equal;
    else
      worse.push_back(std::string(ours.shape[q].name));
  }
  return {{"better", better}, {"equal", equal}, {"not_better", worse}};
}

record describe(const mean_errors& m) {
  record errors;
  for (std::size_t q = 0; q < m.sums.size(); ++q)
    errors[std::string(m.shape[q].name)] = optional_number(!std::isnan(m.mean(q)), m.mean(q));
  return {{"errors", errors},
          {"edges", m.edges / static_cast<double>(m.runs)},
          {"cpu_seconds", m.seconds / static_cast<double>(m.runs)}};
}

void run_synthesis(const synthesis_arguments& a, output_style style) {
  progress bar("graphs", a.graphs.size() * a.runs * (1 + 3 * a.epsilons.size()));
  for (const std::string& path : a.graphs) {
    graph_argument argument;
    argument.path = path;
    const true_graph g(argument.load().graph);
    std::map<std::string, mean_errors> played;
    for (const double nats : a.epsilons) {
      record methods;
      for (const generator& by : generators()) {
        if (by.is_private || !played.contains(by.name))
          played[by.name] = play(g, by, epsilon::from_nats(nats), a, bar);
        methods[by.name] = describe(played[by.name]);
      }
      record beside;
      for (const char* rival : {"ldpgen", "ldpgen_uncut"})
        beside[rival] = compare(played["ours"], played[rival]);
      print_record({{"bench", "synthesis"},
                    {"graph", argument.name()},
                    {"nodes", g.graph.vertex_count()},
                    {"edges", g.graph.edge_count()},
                    {"epsilon", nats},
                    {"runs", a.runs},
                    {"seed", a.seed},
                    {"methods", methods},
                    {"ours_beside", beside},
                    {"simulated", true}},
                   style == output_style::json);
    }
  }
}

}  // namespace

void add_bench_synthesis(verb_options& verb, const common_arguments& common) {
  synthesis_arguments& a = acts_by(verb, common, run_synthesis);
  verb.add_option("graphs", a.graphs, "Files as for `synthesize`; without one the embedded default graph")
      ->type_name(value::file);
  add_epsilons(verb, a.epsilons);
  add_repeats(verb, a.runs, "every method").capture_default_str();
  add_seed(verb, a.seed, "the first run; the next has the next seed");
}

}  // namespace edgeldp::cli
