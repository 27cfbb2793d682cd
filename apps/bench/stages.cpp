// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/coverage_subject.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "io/edge_file.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct stages_arguments {
  std::vector<std::string> questions;
  std::uint64_t users = 4000, edges = 60'000;
  std::string codec = "nullspace";
  double total = 1.0;
  unsigned repetitions = 3;
  std::optional<std::uint64_t> seed;
};

/// Processor time of what a call of the library does, by the names that it tells.
class stage_clock {
 public:
  using seconds_by_stage = std::map<std::string, double>;

  explicit stage_clock(std::string first)
      : m_stage(std::move(first)),
        m_since(cpu_seconds()),
        m_watch(std::stop_token(), [this](const run_step& s) {
          if (s.done == 0 && s.total == 0) begin(std::string(s.stage));
        }) {}

  seconds_by_stage end() {
    begin("");
    m_seconds.erase("");
    return std::move(m_seconds);
  }

 private:
  void begin(std::string stage) {
    const double now = cpu_seconds();
    m_seconds[m_stage] += now - m_since;
    m_stage = std::move(stage);
    m_since = now;
  }

  std::string m_stage;
  double m_since;
  seconds_by_stage m_seconds;
  run_watch m_watch;
};

/// What every time is compared with, measured beside it.
struct references {
  philox_time philox;
  double memory_ns_per_line = 0.0, popcount_ns_per_word = 0.0;
};

references measure_references(unsigned repetitions) {
  references r{measure_philox(repetitions)};
  constexpr std::size_t words_a_line = 8, lines = std::size_t{1} << 20;  // 64 MB, more than caches hold
  std::vector<std::uint64_t> memory(lines * words_a_line, 1);
  r.memory_ns_per_line = best_ns(repetitions, lines, [&] {
    auto sum = std::accumulate(memory.begin(), memory.end(), std::uint64_t{0});
    observe(sum);
  });
  const auto cached = std::span(memory).first(2048);
  r.popcount_ns_per_word = best_ns(repetitions, cached.size() * 64, [&] {
    std::uint64_t sum = 0;
    for (int i = 0; i < 64; ++i) sum += count_common(cached, cached);
    observe(sum);
  });
  return r;
}

/// Times of several calls, by stage.
class repeated_times {
 public:
  void add(const stage_clock::seconds_by_stage& seconds) {
    for (const auto& [stage, time] : seconds) m_seconds[stage].push_back(time);
  }

  /// Medians in nanoseconds a unit.
  record per_unit(double units) const {
    record all = record::object();
    for (const auto& [stage, times] : m_seconds) all[stage] = 1e9 * median(times) / units;
    return all;
  }

 private:
  std::map<std::string, std::vector<double>> m_seconds;
};

/// Of one run: what comes before its first round, each round, what the collector does between them,
/// and the exact numbers.
stage_clock::seconds_by_stage time_stages(coverage_subject& subject, const coverage_setting& setting,
                                          release_key key, const coin_source& coins) {
  stage_clock clock("start");
  subject.run(setting, key, coins);
  stage_clock::seconds_by_stage seconds = clock.end();
  if (const study::question* q = study::find_question(setting.verb))
    seconds["exact"] = time_of([&] { subject.exact(*q, setting); }).cpu;
  return seconds;
}

void run_stages(const stages_arguments& a, bool json) {
  const std::uint64_t seed = a.seed.value_or(1);
  coverage_subject subject(generate_affiliation(a.users, a.edges, seed));
  const auto edges = static_cast<double>(subject.graph().edge_count());
  const scratch_folder folder;
  write_edge_file(folder.file("graph.txt"), subject.graph(), "");
  progress bar("runs", a.repetitions * (a.questions.size() + 1));
  std::vector<repeated_times> times(a.questions.size());
  repeated_times text;
  // What is made once for all runs is made in none of these.
  for (const std::string& question : a.questions)
    subject.run({question, a.total, a.codec}, key_of_run(seed, 0), coins_of_run(a.seed, 0));
  // In turns, so that what else the machine does meets all of them.
  for (unsigned i = 0; i < a.repetitions; ++i) {
    stage_clock reading("reading");
    read_graph(folder.file("graph.txt"));
    text.add(reading.end());
    bar.step();
    for (std::size_t q = 0; q < a.questions.size(); ++q) {
      times[q].add(time_stages(subject, {a.questions[q], a.total, a.codec}, key_of_run(seed, i),
                               coins_of_run(a.seed, i)));
      bar.step();
    }
  }
  const references beside = measure_references(a.repetitions);
  const auto print = [&](const std::string& what, const repeated_times& of) {
    record r = {{"bench", "stages"},
                {"question", what},
                {"users", subject.graph().vertex_count()},
                {"edges", subject.graph().edge_count()},
                {"epsilon", a.total},
                {"codec", a.codec},
                {"threads", thread_count()},
                {"runs", a.repetitions},
                {"stages_ns_per_edge", of.per_unit(edges)}};
    add_reference(r, beside.philox);
    r["memory_ns_per_line"] = beside.memory_ns_per_line;
    r["popcount_ns_per_word"] = beside.popcount_ns_per_word;
    if (a.seed) r["simulated"] = true;
    print_record(r, json);
  };
  print("text", text);
  for (std::size_t q = 0; q < a.questions.size(); ++q) print(a.questions[q], times[q]);
}

}  // namespace

void add_bench_stages(verb_options& verb, const common_arguments& common) {
  stages_arguments& a = acts_by(verb, common, run_stages);
  const std::vector<std::string> all(coverage_verbs().begin(), coverage_verbs().end());
  a.questions = all;
  verb.add_option("--verb", a.questions, "What is estimated; several, separated by commas; all unless given")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(all));
  verb.add_option("--users", a.users, "Users of a made-up graph of groups")
      ->check(between(std::uint64_t{100}, std::uint64_t{1} << 22))
      ->capture_default_str();
  verb.add_option("--edges", a.edges, "Its edges, about")
      ->check(between(std::uint64_t{100}, std::uint64_t{1} << 28))
      ->capture_default_str();
  add_epsilon(verb, a.total);
  verb.add_option("--codec", a.codec, "How rows are sent")
      ->group(section::common)
      ->check(one_of(codec_names("auto")))
      ->capture_default_str();
  add_repetitions(verb, a.repetitions, 99U, "the median counts");
  add_simulation_seed(verb, a.seed);
}

}  // namespace edgeldp::cli
