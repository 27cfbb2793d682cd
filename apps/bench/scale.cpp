// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct scale_arguments {
  unsigned halvings_from = 5, halvings_to = 0, repetitions = 3;
  std::string codec = "ppr";
  double total = 1.0;
  std::optional<std::uint64_t> seed;

  two_step options() const {
    two_step options;
    options.total = epsilon::from_nats(total);
    options.codec = codec_spec::parse(codec);
    return options;
  }
};

/// Time of the stages of one run, and what came of it.
struct run_result {
  enum stage { degree, plan, encode, save, load, count, count_on_demand, stages };
  std::array<stage_time, stages> time{};
  std::uint64_t pairs = 0, upload_bytes = 0, edge_bytes = 0;
  double estimate = 0.0, standard_error = 0.0;
};

/// Pairs of preceding neighbours that the users count after clipping.
std::uint64_t counted_pairs(const csr_graph& g, const release_layout& layout, const bound_rule& cap) {
  const std::vector<user_bound> bounds = make_bounds(layout, cap);
  std::uint64_t pairs = 0;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    const auto u = static_cast<vertex_id>(v);
    const auto preceding = static_cast<std::uint64_t>(
        std::ranges::count_if(g.neighbors(u), [&](vertex_id w) { return layout.rank(w) < layout.rank(u); }));
    const std::uint64_t kept = std::min(preceding, bounds[u].neighbors);
    if (kept > 1) pairs += kept * (kept - 1) / 2;
  }
  return pairs;
}

stage_time now() {
  return {elapsed_seconds(), cpu_seconds()};
}

/// The whole protocol once, through a file as between two programs.
run_result run_once(const csr_graph& g, const scale_arguments& a, release_key key, const coin_source& coins) {
  run_result r;
  const scratch_folder folder;
  const std::string path = folder.file("release.eldp");
  stage_time last = now();
  const auto clock = [&](run_result::stage stage) {
    const stage_time next = now();
    r.time[stage].wall += next.wall - last.wall;
    r.time[stage].cpu += next.cpu - last.cpu;
    last = next;
  };
  published_graph graph = publish_graph(g, a.options(), key, coins, [&](std::string_view step) {
    clock(step == rounds::degree  ? run_result::degree
          : step == rounds::edges ? run_result::encode
                                  : run_result::plan);
  });
  last = now();
  r.edge_bytes = graph.published->save(path).edges;
  clock(run_result::save);
  graph.published.reset();  // the collector's memory holds one release, the one it reads
  const auto loaded = std::make_shared<const release>(release_reader(path).load());
  clock(run_result::load);
  const auto count_on = [&](std::optional<row_access> access, run_result::stage stage) {
    const graph_view view(g);
    auto users = simulated_users(view, coins, simulated_triangle_tasks(access));
    account paid = account_of(loaded->parameters());
    session s(users, paid, key);
    const published_graph reopened = reopen_release(s, loaded);
    last = now();
    const triangle_count counted = count_triangles(s, reopened, {graph.plan.budgets.count, graph.plan.cap});
    clock(stage);
    r.upload_bytes = reopened.upload_bytes + s.upload_bytes();
    r.estimate = counted.triangles.value;
    r.standard_error = counted.triangles.standard_error;
  };
  count_on(row_access::on_demand, run_result::count_on_demand);
  count_on(std::nullopt, run_result::count);
  r.pairs = counted_pairs(g, loaded->layout(), graph.plan.cap);
  return r;
}

/// Several runs: the medians of the stages' times, and what came of the first.
run_result run_often(const csr_graph& g, const scale_arguments& a, release_key key,
                     const coin_source& coins) {
  std::vector<run_result> runs;
  for (unsigned i = 0; i < a.repetitions; ++i) runs.push_back(run_once(g, a, key, coins));
  run_result middle = runs.front();
  for (unsigned stage = 0; stage < run_result::stages; ++stage) {
    std::vector<double> wall, cpu;
    for (const run_result& r : runs) {
      wall.push_back(r.time[stage].wall);
      cpu.push_back(r.time[stage].cpu);
    }
    middle.time[stage] = {median(wall), median(cpu)};
  }
  return middle;
}

/// Smallest and largest of a cost over the series.
struct spread {
  double low = 0.0, high = 0.0;
  void add(double x) {
    low = high == 0.0 ? x : std::min(low, x);
    high = std::max(high, x);
  }
  double deviation() const { return high / low - 1.0; }
};

/// One of the two times of every stage.
record stages_record(const stage_time& generate, const run_result& run, double stage_time::* which) {
  return {{"generate", generate.*which},
          {"degree", run.time[run_result::degree].*which},
          {"size_and_plan", run.time[run_result::plan].*which},
          {"encode", run.time[run_result::encode].*which},
          {"save", run.time[run_result::save].*which},
          {"load", run.time[run_result::load].*which},
          {"count", run.time[run_result::count].*which},
          {"count_on_demand", run.time[run_result::count_on_demand].*which}};
}

/// Costs of a member; processor time, so that other load and the number of threads matter little.
struct member_cost {
  double encode_per_edge, count_per_wedge, count_per_pair, on_demand_per_pair;

  member_cost(const run_result& run, double edges, double wedges)
      : encode_per_edge(1e9 * run.time[run_result::encode].cpu / edges),
        count_per_wedge(1e9 * run.time[run_result::count].cpu / wedges),
        count_per_pair(per_pair(run, run_result::count)),
        on_demand_per_pair(per_pair(run, run_result::count_on_demand)) {}

  static double per_pair(const run_result& run, run_result::stage stage) {
    return 1e9 * run.time[stage].cpu / static_cast<double>(std::max<std::uint64_t>(run.pairs, 1));
  }
};

struct series {
  spread encode_per_edge, count_per_wedge, count_per_pair, on_demand_per_pair;
  unsigned members = 0;

  void add(const member_cost& cost) {
    encode_per_edge.add(cost.encode_per_edge);
    count_per_wedge.add(cost.count_per_wedge);
    count_per_pair.add(cost.count_per_pair);
    on_demand_per_pair.add(cost.on_demand_per_pair);
    ++members;
  }
};

void run_member(unsigned halvings, const scale_arguments& a, bool json, series& all) {
  const std::uint64_t seed = a.seed.value_or(1);
  const stage_time start = now();
  const csr_graph g = generate_google_plus(halvings, seed);
  const stage_time generated = now();
  const coin_source coins = a.seed ? coin_source::simulated(~seed) : coin_source();
  const philox_time philox = measure_philox(5);
  const run_result run = run_often(g, a, {seed}, coins);
  const auto nodes = static_cast<double>(g.vertex_count()), edges = static_cast<double>(g.edge_count());
  const count_type wedges = exact::count_two_stars(g);
  const member_cost cost(run, edges, static_cast<double>(wedges));
  all.add(cost);
  const stage_time generate{generated.wall - start.wall, generated.cpu - start.cpu};
  double total = 0.0;
  for (const stage_time& t : run.time) total += t.wall;
  total -= run.time[run_result::count_on_demand].wall;  // a second count, for comparison
  record r = {{"bench", "scale"},
              {"halvings", halvings},
              {"codec", a.codec},
              {"epsilon", a.total},
              {"nodes", g.vertex_count()},
              {"edges", g.edge_count()},
              {"wedges", wedges},
              {"counted_pairs", run.pairs},
              {"stage_seconds", stages_record(generate, run, &stage_time::wall)},
              {"stage_cpu_seconds", stages_record(generate, run, &stage_time::cpu)},
              {"seconds", total},
              {"encode_cpu_ns_per_edge", cost.encode_per_edge},
              {"count_cpu_ns_per_wedge", cost.count_per_wedge},
              {"count_cpu_ns_per_pair", cost.count_per_pair},
              {"count_on_demand_cpu_ns_per_pair", cost.on_demand_per_pair},
              {"estimate", run.estimate},
              {"standard_error", run.standard_error},
              {"upload_bytes", static_cast<double>(run.upload_bytes) / nodes},
              {"bits_per_edge", 8.0 * static_cast<double>(run.edge_bytes) / edges},
              {"threads", thread_count()},
              {"runs", a.repetitions}};
  add_reference(r, philox);
  r["peak_memory_bytes"] = peak_memory_bytes();
  if (a.seed) r["simulated"] = true;
  print_record(r, json);
}

void run(const scale_arguments& a, bool json) {
  a.options();  // refuses a bad budget before the first graph
  if (a.halvings_from < a.halvings_to)
    throw invalid_parameter("halvings-from = " + std::to_string(a.halvings_from) + ": must lie in [" +
                            std::to_string(a.halvings_to) + ", " + std::to_string(google_plus_max_halvings) +
                            "], from small graphs to large ones");
  progress bar("graphs", a.halvings_from - a.halvings_to + 1);
  series all;
  for (unsigned h = a.halvings_from + 1; h-- > a.halvings_to;) {
    run_member(h, a, json, all);
    bar.step();
  }
  print_record({{"bench", "scale-summary"},
                {"codec", a.codec},
                {"epsilon", a.total},
                {"members", all.members},
                {"encode_cpu_ns_per_edge_deviation", all.encode_per_edge.deviation()},
                {"count_cpu_ns_per_wedge_deviation", all.count_per_wedge.deviation()},
                {"count_cpu_ns_per_pair_deviation", all.count_per_pair.deviation()},
                {"count_on_demand_cpu_ns_per_pair_deviation", all.on_demand_per_pair.deviation()},
                {"threads", thread_count()},
                {"seconds", elapsed_seconds()},
                {"peak_memory_bytes", peak_memory_bytes()},
                {"simulated", a.seed.has_value()}},
               json);
}

}  // namespace

void add_bench_scale(verb_options& verb, const common_arguments& common) {
  scale_arguments& a = acts_by(verb, common, run);
  verb.add_option("--halvings-from", a.halvings_from, "Halvings of the smallest graph")
      ->check(between(0U, google_plus_max_halvings))
      ->capture_default_str();
  verb.add_option("--halvings-to", a.halvings_to, "Halvings of the largest graph; 0: 12 million edges")
      ->check(between(0U, google_plus_max_halvings))
      ->capture_default_str();
  verb.add_option("--codec", a.codec, "How rows are sent")
      ->group(section::common)
      ->check(one_of(codec_spec::names()))
      ->capture_default_str();
  add_epsilon(verb, a.total);
  add_repetitions(verb, a.repetitions, 1000U, "a stage's median is printed");
  verb.add_option("--seed", a.seed,
                  "Graphs and, simulated, coins follow from this number (otherwise graphs of seed 1, and the "
                  "operating system's coins)")
      ->group(section::common);
}

}  // namespace edgeldp::cli
