// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "bench/bench.hpp"
#include "cli/progress.hpp"
#include "cli/protocol_arguments.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/graph/estimate/triangles.hpp"
#include "edgeldp/graph/exact/triangles.hpp"
#include "edgeldp/graph/input/generators.hpp"
#include "edgeldp/graph/protocol/cap.hpp"

namespace edgeldp::cli {

namespace {

struct scale_arguments {
  unsigned halvings_from = 5, halvings_to = 0, repetitions = 3;
  std::string codec = "ppr";
  double total = 1.0;
  std::optional<std::uint64_t> seed;

  protocol_options options() const {
    protocol_options options;
    options.total = epsilon::from_nats(total);
    options.codec.kind = codec == "ppr"         ? codec_kind::ppr
                         : codec == "nullspace" ? codec_kind::nullspace
                                                : codec_kind::bitmap;
    return options;
  }
};

/// A folder of our own below the system's folder for such, gone with the object.
class scratch_folder {
 public:
  scratch_folder() : m_path((std::filesystem::temp_directory_path() / "edgeldp-bench-XXXXXX").string()) {
    if (mkdtemp(m_path.data()) == nullptr)
      throw io_error("cannot make " + m_path + ": " + std::generic_category().message(errno));
  }
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  std::string file(const std::string& name) const { return m_path + "/" + name; }

 private:
  std::string m_path;
};

/// Seconds of the stages of one run, and what came of it.
struct run_result {
  enum stage { degree, plan, encode, save, load, count, stages };
  std::array<double, stages> seconds{};
  std::uint64_t pairs = 0, upload_bytes = 0, edge_bytes = 0;
  double estimate = 0.0, standard_error = 0.0;
};

/// Pairs of preceding neighbours that the users count after clipping.
std::uint64_t counted_pairs(const csr_graph& g, const release_layout& layout, const cap_rule& cap) {
  const std::vector<std::uint64_t> caps = make_caps(layout, cap);
  std::uint64_t pairs = 0;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    const auto u = static_cast<vertex_id>(v);
    const auto preceding = static_cast<std::uint64_t>(
        std::ranges::count_if(g.neighbors(u), [&](vertex_id w) { return layout.rank(w) < layout.rank(u); }));
    const std::uint64_t kept = std::min(preceding, caps[u]);
    if (kept > 1) pairs += kept * (kept - 1) / 2;
  }
  return pairs;
}

/// The whole protocol once, through a file as between two programs.
run_result run_once(const csr_graph& g, const scale_arguments& a, release_key key, const coin_source& coins) {
  run_result r;
  const scratch_folder folder;
  const std::string path = folder.file("release.eldp");
  auto last = std::chrono::steady_clock::now();
  const auto clock = [&](run_result::stage stage) {
    const auto now = std::chrono::steady_clock::now();
    r.seconds[stage] += std::chrono::duration<double>(now - last).count();
    last = now;
  };
  published_graph graph = publish_graph(g, a.options(), key, coins, [&](std::string_view step) {
    clock(step == rounds::degree  ? run_result::degree
          : step == rounds::edges ? run_result::encode
                                  : run_result::plan);
  });
  last = std::chrono::steady_clock::now();
  r.edge_bytes = graph.published->save(path).edges;
  clock(run_result::save);
  graph.published.reset();  // the collector's memory holds one release, the one it reads
  const release loaded = release_reader(path).load();
  clock(run_result::load);
  const triangle_count counted =
      count_triangles_on(g, loaded, graph.known, {graph.plan.budgets.count, graph.plan.cap}, coins);
  clock(run_result::count);
  r.pairs = counted_pairs(g, loaded.layout(), graph.plan.cap);
  r.upload_bytes = graph.upload_bytes + counted.upload_bytes;
  r.estimate = counted.triangles.value;
  r.standard_error = counted.triangles.standard_error;
  return r;
}

/// Of several runs with the same keys and coins: medians of the stages' times; the rest agrees.
run_result run_often(const csr_graph& g, const scale_arguments& a, release_key key,
                     const coin_source& coins) {
  std::vector<run_result> runs;
  for (unsigned i = 0; i < a.repetitions; ++i) runs.push_back(run_once(g, a, key, coins));
  run_result middle = runs.front();
  for (unsigned stage = 0; stage < run_result::stages; ++stage) {
    std::vector<double> seconds;
    for (const run_result& r : runs) seconds.push_back(r.seconds[stage]);
    middle.seconds[stage] = median(seconds);
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

struct series {
  spread encode_per_edge, count_per_wedge, count_per_pair;
  unsigned members = 0;
};

record stages_record(double generate, const run_result& run) {
  return {{"generate", generate},
          {"degree", run.seconds[run_result::degree]},
          {"size_and_plan", run.seconds[run_result::plan]},
          {"encode", run.seconds[run_result::encode]},
          {"save", run.seconds[run_result::save]},
          {"load", run.seconds[run_result::load]},
          {"count", run.seconds[run_result::count]}};
}

void run_member(unsigned halvings, const scale_arguments& a, bool json, series& all) {
  const std::uint64_t seed = a.seed.value_or(1);
  std::optional<csr_graph> g;
  const double generate = seconds_of([&] { g.emplace(generate_google_plus(halvings, seed)); });
  const coin_source coins = a.seed ? coin_source::simulated(~seed) : coin_source();
  const philox_time philox = measure_philox(5);
  const run_result run = run_often(*g, a, {seed}, coins);
  const auto edges = static_cast<double>(g->edge_count());
  const count_type wedges = count_two_stars(*g);
  const double encode = 1e9 * run.seconds[run_result::encode] / edges;
  const double count = 1e9 * run.seconds[run_result::count];
  double total = 0.0;
  for (const double s : run.seconds) total += s;
  all.encode_per_edge.add(encode);
  all.count_per_wedge.add(count / static_cast<double>(wedges));
  if (run.pairs > 0) all.count_per_pair.add(count / static_cast<double>(run.pairs));
  ++all.members;
  record r = {
      {"bench", "scale"},
      {"halvings", halvings},
      {"codec", a.codec},
      {"epsilon", a.total},
      {"nodes", g->vertex_count()},
      {"edges", g->edge_count()},
      {"wedges", wedges},
      {"counted_pairs", run.pairs},
      {"stage_seconds", stages_record(generate, run)},
      {"seconds", total},
      {"encode_ns_per_edge", encode},
      {"count_ns_per_wedge", count / static_cast<double>(wedges)},
      {"count_ns_per_pair", run.pairs > 0 ? record(count / static_cast<double>(run.pairs)) : record()},
      {"estimate", run.estimate},
      {"standard_error", run.standard_error},
      {"upload_bytes", static_cast<double>(run.upload_bytes) / static_cast<double>(g->vertex_count())},
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
                {"encode_ns_per_edge_deviation", all.encode_per_edge.deviation()},
                {"count_ns_per_wedge_deviation", all.count_per_wedge.deviation()},
                {"count_ns_per_pair_deviation", all.count_per_pair.deviation()},
                {"threads", thread_count()},
                {"seconds", elapsed_seconds()},
                {"peak_memory_bytes", peak_memory_bytes()}},
               json);
}

}  // namespace

void add_bench_scale(CLI::App& bench, const common_arguments& common) {
  CLI::App* verb = bench.add_subcommand(
      "scale",
      "The whole protocol on a doubling series of graphs up to the size of SNAP's ego-Gplus, stage by stage; "
      "last how far cost an edge and cost a wedge vary");
  auto a = std::make_shared<scale_arguments>();
  verb->add_option("--halvings-from", a->halvings_from, "Halvings of the smallest graph")
      ->check(CLI::Range(0U, google_plus_max_halvings))
      ->capture_default_str();
  verb->add_option("--halvings-to", a->halvings_to, "Halvings of the largest graph; 0: 12 million edges")
      ->check(CLI::Range(0U, google_plus_max_halvings))
      ->capture_default_str();
  verb->add_option("--codec", a->codec, "How rows are sent")
      ->check(CLI::IsMember({"ppr", "nullspace", "bitmap"}))
      ->capture_default_str();
  verb->add_option("-e,--epsilon", a->total, "Total privacy budget of a user, in nats")
      ->capture_default_str();
  verb->add_option("--repetitions", a->repetitions, "Runs on each graph; a stage's median is printed")
      ->check(CLI::Range(1U, 1000U))
      ->capture_default_str();
  verb->add_option(
      "--seed", a->seed,
      "Graphs and, simulated, coins follow from this number (otherwise graphs of seed 1, and the "
      "operating system's coins)");
  verb->callback([a, &common] { run(*a, common.json); });
}

}  // namespace edgeldp::cli
