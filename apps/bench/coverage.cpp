// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/coverage_subject.hpp"
#include "edgeldp/graph/errors/interval_coverage.hpp"
#include "io/progress.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct coverage_arguments {
  std::vector<std::string> graphs = {""}, verbs = {"triangles"}, codecs = {"nullspace"};
  std::vector<double> epsilons = {1.0};
  std::uint64_t runs = 100;
  std::optional<std::uint64_t> seed;
};

/// One row: an estimated number on one graph at one budget with one codec.
record describe(const std::string& statistic, double truth, const interval_coverage& c) {
  record r = {{"statistic", statistic}, {"truth", truth}, {"runs", c.runs()}};
  const double size = std::abs(truth);
  r["rmse"] = c.rmse();
  r["rmse_95"] = c.rmse_interval(1.959963984540054);
  r["rmse_99"] = c.rmse_interval(2.5758293035489);
  r["relative_error"] = optional_number(size > 0.0, c.rmse() / size);
  r["mean_error"] = c.mean_error();
  r["spread"] = c.spread();
  r["standard_error"] = c.standard_error();
  r["predicted_bias"] = c.bias();
  r["bias_bound"] = c.bias_bound();
  r["coverage"] = c.covered().value();
  r["coverage_upper"] = c.covered().upper_limit(0.9999);
  r["usable_coverage"] = c.usable_covered().value();
  r["usable_coverage_upper"] = c.usable_covered().upper_limit(0.9999);
  r["usable_within_quarter"] = c.usable_close().value();
  r["width"] = c.median_width();
  r["inflation_needed"] = c.needed_inflation();
  r["usable"] = c.judged(judgement::usable).value();
  r["weak"] = c.judged(judgement::weak).value();
  r["not_usable"] = c.judged(judgement::not_usable).value();
  return r;
}

/// What runs of one setting gave, by statistic. Verbs with several numbers of one name (pairs) are
/// taken together, with their mean truth.
struct measured_intervals {
  std::vector<std::string> order;
  std::map<std::string, interval_coverage> seen;
  std::map<std::string, std::pair<double, double>> truths;  ///< sum and number
  double seconds = 0.0;
};

measured_intervals measure(coverage_subject& subject, const coverage_setting& setting,
                           const coverage_arguments& a, std::uint64_t first_run, progress& bar) {
  measured_intervals m;
  const double start = cpu_seconds();
  for (std::uint64_t run = first_run; run < first_run + a.runs; ++run) {
    for (const known_estimate& e : subject.run(setting, key_of_run(a.seed, run), coins_of_run(a.seed, run))) {
      if (!m.seen.contains(e.statistic)) m.order.push_back(e.statistic);
      m.seen[e.statistic].add(e.value, e.truth);
      m.truths[e.statistic].first += e.truth;
      m.truths[e.statistic].second += 1.0;
    }
    bar.step();
  }
  m.seconds = cpu_seconds() - start;
  return m;
}

/// A row for every statistic.
void print(const measured_intervals& m, const std::string& graph, const coverage_setting& setting,
           bool simulated, bool json) {
  for (const std::string& statistic : m.order) {
    record r = {{"bench", "coverage"},
                {"graph", graph},
                {"verb", setting.verb},
                {"epsilon", setting.epsilon},
                {"codec", sends_rows(setting.verb) ? record(setting.codec) : record(nullptr)}};
    const auto& [sum, count] = m.truths.at(statistic);
    r.update(describe(statistic, sum / count, m.seen.at(statistic)));
    r["seconds"] = m.seconds;
    if (simulated) r["simulated"] = true;
    print_record(r, json);
  }
}

void run_coverage(const coverage_arguments& a, bool json) {
  std::uint64_t cells = 0;
  for (const std::string& verb : a.verbs) cells += sends_rows(verb) ? a.codecs.size() : 1;
  progress bar("runs", a.graphs.size() * a.epsilons.size() * cells * a.runs);
  std::uint64_t first_run = 0;
  for (const std::string& path : a.graphs) {
    graph_argument graph;
    graph.path = path;
    coverage_subject subject(graph.load().graph);
    for (const std::string& verb : a.verbs) {
      const std::vector<std::string> codecs = sends_rows(verb) ? a.codecs : std::vector<std::string>{""};
      for (const double epsilon : a.epsilons) {
        for (const std::string& codec : codecs) {
          const coverage_setting setting{verb, epsilon, codec};
          print(measure(subject, setting, a, first_run, bar), graph.name(), setting, a.seed.has_value(),
                json);
          first_run += a.runs;
        }
      }
    }
  }
}

}  // namespace

void add_bench_coverage(verb_options& verb, const common_arguments& common) {
  coverage_arguments& a = acts_by(verb, common, run_coverage);
  const std::vector<std::string> verbs(coverage_verbs().begin(), coverage_verbs().end());
  verb.add_option("graphs", a.graphs, "Files as for `triangles`; without one the embedded default graph")
      ->type_name(value::file);
  verb.add_option("--verb", a.verbs, "What is estimated; several, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(verbs))
      ->capture_default_str();
  add_epsilons(verb, a.epsilons);
  verb.add_option("--codec", a.codecs, "How rows are sent; several, separated by commas")
      ->group(section::common)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(codec_names("auto")))
      ->capture_default_str();
  add_repeats(verb, a.runs, "every setting").capture_default_str();
  add_simulation_seed(verb, a.seed);
}

}  // namespace edgeldp::cli
