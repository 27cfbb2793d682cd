// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "bench/journal.hpp"
#include "bench/sweep.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "io/text_file.hpp"
#include "methods/mechanisms.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/plot.hpp"

namespace edgeldp::cli {

namespace {

struct download_cost_arguments {
  graph_argument graph;
  double epsilon = 1.0;
  std::vector<std::string> mechanisms, knobs;
  std::vector<double> levels;
  std::uint64_t runs = 10;
  std::optional<std::uint64_t> seed;
  std::string out, preset;
  plot_argument plot;
  bool restart = false;
};

/// What the compression paper's figure 6 compares, and what we add to it.
const std::vector<std::string> figure_6_mechanisms = {"ppr-published",
                                                      "ppr",
                                                      "nullspace",
                                                      "centred-nullspace",
                                                      "centred-ppr",
                                                      "sampled",
                                                      "bitmap",
                                                      "arr-one",
                                                      "arr-one-strongest",
                                                      "group-rr",
                                                      "group-rr-smooth",
                                                      "group-rr-strongest",
                                                      "local-two-rounds",
                                                      "local-two-rounds-strongest",
                                                      "vertex-centric",
                                                      "vertex-centric-strongest",
                                                      "vertex-centric-nullspace",
                                                      "vertex-centric-ppr",
                                                      "edge-orient",
                                                      "edge-orient-sound",
                                                      "central-ladder",
                                                      "exact",
                                                      "adjacency-list"};

/// wiki-Vote as `dataset fetch` stores it: here, or in the folder that EDGELDP_DATASETS names.
std::string find_wiki_vote() {
  const std::string file = "wiki-Vote.txt.gz";
  const char* folder = std::getenv("EDGELDP_DATASETS");
  for (const std::string& path : {file, (folder == nullptr ? "." : std::string(folder)) + "/" + file})
    if (std::filesystem::exists(path)) return path;
  throw io_error("no " + file +
                 " here or in EDGELDP_DATASETS: `edgeldp dataset fetch wiki-Vote`, or name the graph's file");
}

void apply_preset(download_cost_arguments& a) {
  if (a.preset.empty()) return;
  if (a.graph.path.empty()) a.graph.path = find_wiki_vote();
  if (a.mechanisms.empty()) a.mechanisms = figure_6_mechanisms;
}

std::vector<double> parse_values(const std::string& text, const std::string& whole) {
  std::vector<double> values;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size())
      throw invalid_parameter(fmt::format("--knobs {}: '{}' is not a number", whole, part));
    values.push_back(value);
  }
  return values;
}

/// Values by mechanism that replace its sweep: --knobs NAME=V,V and --level.
std::map<const mechanism*, std::vector<double>> chosen_values(const download_cost_arguments& a) {
  std::map<const mechanism*, std::vector<double>> chosen;
  if (!a.levels.empty()) chosen[&find_mechanism("ppr")] = a.levels;
  for (const std::string& text : a.knobs) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw invalid_parameter("--knobs " + text + ": must be MECHANISM=VALUE,VALUE...");
    const mechanism& m = find_mechanism(text.substr(0, equals));
    if (m.knob.empty()) throw invalid_parameter("--knobs " + text + ": this mechanism has no knob");
    chosen[&m] = parse_values(text.substr(equals + 1), text);
    if (chosen[&m].empty()) throw invalid_parameter("--knobs " + text + ": no value");
  }
  return chosen;
}

std::vector<sweep_setting> settings_of(const download_cost_arguments& a) {
  const epsilon total = epsilon::from_nats(a.epsilon);
  const auto chosen = chosen_values(a);
  std::vector<const mechanism*> wanted;
  for (const std::string& name : a.mechanisms) {
    const mechanism* found = &find_mechanism(name);
    if (std::ranges::find(wanted, found) != wanted.end())
      throw invalid_parameter("--mechanisms names " + name + " twice");
    wanted.push_back(found);
  }
  if (a.mechanisms.empty())
    for (const mechanism& m : all_mechanisms()) wanted.push_back(&m);
  std::vector<sweep_setting> settings;
  for (const mechanism* m : wanted) {
    const auto values = chosen.find(m);
    if (m->knob.empty()) settings.push_back({m, std::nullopt});
    for (const double value : values == chosen.end() ? m->sweep(total) : values->second)
      settings.push_back({m, value});
  }
  return settings;
}

/// Everything that decides a run's result, mechanism and knob apart.
record settings_record(const sweep_subject& subject, const download_cost_arguments& a) {
  return {{"graph", subject.graph},
          {"nodes", subject.nodes},
          {"edges", subject.edges},
          {"truth", subject.truth},
          {"epsilon", a.epsilon},
          {"runs", a.runs},
          {"seed", a.seed ? record(*a.seed) : record(nullptr)}};
}

/// A sweep in progress.
class sweep {
 public:
  sweep(const download_cost_arguments& a, const csr_graph& g, sweep_subject subject)
      : m_arguments(a), m_graph(g), m_subject(std::move(subject)) {
    if (!a.out.empty()) m_journal = journal(a.out + ".jsonl", settings_record(m_subject, a), a.restart);
  }

  std::uint64_t runs_of(const sweep_setting& setting) const {
    return setting.what->role == mechanism_role::mark ? 1 : m_arguments.runs;
  }

  std::uint64_t runs_left(std::span<const sweep_setting> settings) const {
    std::uint64_t left = 0;
    for (const sweep_setting& s : settings)
      for (std::uint64_t run = 0; run < runs_of(s); ++run)
        if (m_journal.find_run(run_name(s, run)) == nullptr) ++left;
    return left;
  }

  /// One point: the runs that are not known yet, then the aggregate.
  sweep_point finish(const sweep_setting& setting, progress& bar) {
    std::vector<record> runs;
    runs.reserve(runs_of(setting));
    for (std::uint64_t run = 0; run < runs_of(setting); ++run) runs.push_back(find_or_run(setting, run, bar));
    sweep_point point = summary_of(setting, runs);
    if (m_arguments.seed && setting.what->role != mechanism_role::mark) point.result["simulated"] = true;
    m_journal.add("point", setting.name(), point.result);
    return point;
  }

  /// Empty without --out.
  std::string journal_name() const { return m_arguments.out.empty() ? "" : m_arguments.out + ".jsonl"; }

  void add_comparison(const std::string& name, const record& comparison) {
    m_journal.add("comparison", name, comparison);
  }

 private:
  static std::string run_name(const sweep_setting& setting, std::uint64_t run) {
    return fmt::format("{} run {}", setting.name(), run);
  }

  sweep_point summary_of(const sweep_setting& setting, std::span<const record> runs) const {
    try {
      return summarize(m_subject, setting, runs);
    } catch (const record::exception& e) {
      if (m_arguments.out.empty()) throw;
      throw invalid_parameter(
          fmt::format("{}.jsonl: a recorded run of {} lacks a field ({}): start over with "
                      "--restart",
                      m_arguments.out, setting.name(), e.what()));
    }
  }

  record find_or_run(const sweep_setting& setting, std::uint64_t run, progress& bar) {
    const std::string name = run_name(setting, run);
    if (const record* known = m_journal.find_run(name)) return *known;
    const double start = elapsed_seconds();
    record result =
        setting.what->run(m_graph, epsilon::from_nats(m_arguments.epsilon), setting.value.value_or(0.0),
                          key_of_run(m_arguments.seed, run), coins_of_run(m_arguments.seed, run));
    result["seconds"] = elapsed_seconds() - start;
    m_journal.add("run", name, result);
    bar.step();
    return result;
  }

  const download_cost_arguments& m_arguments;
  const csr_graph& m_graph;
  sweep_subject m_subject;
  journal m_journal;
};

std::vector<sweep_point> run_points(sweep& s, std::span<const sweep_setting> settings, bool json) {
  progress bar("runs", s.runs_left(settings));
  const stop_note note(s.journal_name().empty()
                           ? "what was printed is whole"
                           : s.journal_name() +
                                 " keeps the runs that were done, and the same command goes on");
  std::vector<sweep_point> points;
  if (!json) write_stdout(point_heading());
  for (const sweep_setting& setting : settings) {
    points.push_back(s.finish(setting, bar));
    bar.hide();
    if (json) {
      print_record(points.back().result, true);
    } else {
      write_stdout(point_line(points.back()));
    }
  }
  return points;
}

void print_comparisons(sweep& s, const sweep_subject& subject, std::span<const sweep_point> points,
                       bool json) {
  const std::vector<record> comparisons = compare(subject, points);
  if (!json && !comparisons.empty()) write_stdout(comparison_heading());
  for (const record& c : comparisons) {
    s.add_comparison(fmt::format("{} {} {}", c.at("mechanism").get<std::string>(), c.at("value").dump(),
                                 c.at("rival").get<std::string>()),
                     c);
    if (json) {
      record line = {{"record", "comparison"}};
      line.update(c);
      print_record(line, true);
    } else {
      write_stdout(comparison_line(c));
    }
  }
  if (!json) write_stdout(footnote(points));
}

void run(const download_cost_arguments& typed, bool json) {
  download_cost_arguments a = typed;
  apply_preset(a);
  const std::vector<sweep_setting> settings = settings_of(a);
  require_drawable(a.plot);
  const read_graph_result input = a.graph.load();
  const csr_graph& g = input.graph;
  const sweep_subject subject{a.graph.name(), g.vertex_count(), g.edge_count(), exact::count_triangles(g)};
  sweep s(a, g, subject);
  const std::vector<sweep_point> points = run_points(s, settings, json);
  if (!a.out.empty()) write_text(a.out + ".csv", to_csv(points));
  print_comparisons(s, subject, points, json);
  if (!a.plot.is_asked_for()) return;
  const figure drawn = figure_of(subject, a.epsilon, points);
  draw({&drawn, 1}, a.plot);
}

}  // namespace

void add_bench_download_cost(verb_options& verb, const common_arguments& common) {
  download_cost_arguments& a = acts_by(verb, common, run);
  a.graph.add_file_to(verb);
  add_epsilon(verb, a.epsilon);
  std::vector<std::string> names;
  for (const mechanism& m : all_mechanisms()) names.emplace_back(m.name);
  verb.add_option("--mechanisms", a.mechanisms, "Some of these; all by default")
      ->check(one_of(names))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--knobs", a.knobs, "MECHANISM=VALUE,VALUE...: other values than its own; may be repeated")
      ->allow_extra_args(false);
  verb.add_option("--level", a.levels, "Levels of ppr, separated by commas; all by default")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_repeats(verb, a.runs, "every setting").capture_default_str();
  add_simulation_seed(verb, a.seed);
  verb.add_option("--out", a.out,
                  "Write PREFIX.jsonl, run by run, and PREFIX.csv; called again with the same settings, an "
                  "interrupted sweep goes on")
      ->group(section::output)
      ->type_name("PREFIX");
  verb.add_flag("--restart,--no-resume", a.restart, "Forget what PREFIX.jsonl holds")->group(section::output);
  add_plot(verb, a.plot);
  verb.add_option("--preset", a.preset,
                  "figure-6: the compression paper's figure, on wiki-Vote unless a graph is named")
      ->check(one_of({"figure-6"}));
}

}  // namespace edgeldp::cli
