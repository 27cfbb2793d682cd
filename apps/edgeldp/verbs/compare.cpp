// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "methods/measured_point.hpp"
#include "methods/mechanisms.hpp"
#include "methods/outside_methods.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"
#include "verbs/compare_cores.hpp"
#include "verbs/compare_page.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct compare_arguments {
  graph_argument graph;
  std::string question = "triangles";
  std::vector<double> epsilons = {1.0};
  std::vector<std::string> methods = {"usual"};
  std::uint64_t runs = 10;
  std::optional<std::uint64_t> seed;
  std::optional<double> most_download;
  plot_argument plot;
  std::string at_equal = "user";
  std::vector<std::string> tables, commands;  ///< of methods from outside
  double time_limit = 300.0;

  bool is_at_equal_relationship() const { return at_equal == "relationship"; }
  bool has_outside() const { return !tables.empty() || !commands.empty(); }
};

/// One graph, and what all its rows have in common.
struct compared_graph {
  std::size_t number;
  csr_graph graph;
  sweep_subject subject;
  record facts;
  plain_graph_file file = {};
};

compared_graph load(const graph_argument& named, std::size_t number) {
  read_graph_result input = named.load();
  const progress line("exact count");
  const sweep_subject subject{named.name(), input.graph.vertex_count(), input.graph.edge_count(),
                              exact::count_triangles(input.graph)};
  record facts = facts_of(named.name(), input);
  return {.number = number, .graph = std::move(input.graph), .subject = subject, .facts = std::move(facts)};
}

/// Runs of one mechanism at one value of its knob, on the coins of every other.
class method_runs {
 public:
  method_runs(const compare_arguments& a, const compared_graph& g, double nats, const sweep_setting& setting)
      : m_arguments(a), m_graph(g), m_nats(nats), m_setting(setting) {}

  void play() {
    const double start = elapsed_seconds();
    const std::uint64_t run = m_runs.size();
    record one = m_setting.what->run(m_graph.graph, epsilon::from_nats(m_nats), m_setting.value.value_or(0.0),
                                     key_of_run(m_arguments.seed, run), coins_of_run(m_arguments.seed, run));
    one["seconds"] = elapsed_seconds() - start;
    m_runs.push_back(std::move(one));
  }

  bool is_done() const { return m_runs.size() >= m_arguments.runs; }
  double user_budget() const { return m_nats; }
  /// What a relationship loses, in budgets of a user; of a curator's answer the same.
  double price() const {
    const record& loss = m_runs.front().at("relationship_dp");
    return loss.is_null() ? 1.0 : loss.get<double>() / m_nats;
  }
  double download() const { return m_runs.front().at("download_bytes").get<double>(); }
  sweep_point point() const { return summarize(m_graph.subject, m_setting, m_runs); }

 private:
  const compare_arguments& m_arguments;
  const compared_graph& m_graph;
  double m_nats;
  sweep_setting m_setting;
  std::vector<record> m_runs;
};

/// Values to try under --max-download, those that download most first.
std::vector<double> values_of(const mechanism& m, epsilon total, double most_download) {
  if (m.knob == "max_download") return {most_download};
  std::vector<double> values = m.sweep(total);
  if (m.usual(total) == values.back()) std::ranges::reverse(values);
  return values;
}

/// Runs of the method's usual setting; with --max-download of that which reads most of those that
/// fit, by one run of each. None where none does.
std::optional<method_runs> choose_setting(const compare_arguments& a, const compared_graph& g, double nats,
                                          const mechanism& m) {
  const epsilon total = epsilon::from_nats(nats);
  std::vector<std::optional<double>> values;
  if (m.knob.empty())
    values.emplace_back();
  else if (!a.most_download)
    values.emplace_back(m.usual(total));
  else
    for (const double value : values_of(m, total, *a.most_download)) values.emplace_back(value);
  for (const std::optional<double>& value : values) {
    method_runs runs(a, g, nats, {&m, value});
    runs.play();
    if (!a.most_download || runs.download() <= *a.most_download) return runs;
  }
  return std::nullopt;
}

/// The same at the budget of a user at which a relationship loses this much: what a method makes of
/// a user's budget shows in one run.
std::optional<method_runs> choose_setting_at_equal(const compare_arguments& a, const compared_graph& g,
                                                   double nats, const mechanism& m) {
  std::optional<method_runs> runs = choose_setting(a, g, nats, m);
  if (!runs || !a.is_at_equal_relationship()) return runs;
  return choose_setting(a, g, nats / runs->price(), m);
}

record exact_of(const record& point, const sweep_subject& subject) {
  const auto truth = static_cast<double>(subject.truth);
  const record& predicted = point.at("predicted_rmse");
  record exact = exact_facts(subject.edges, subject.truth, point.at("rmse").get<double>());
  exact["rmse_low"] = point.at("rmse_low");
  exact["rmse_high"] = point.at("rmse_high");
  exact["predicted_relative_error"] =
      truth > 0.0 && !predicted.is_null() ? record(predicted.get<double>() / truth) : record(nullptr);
  add_cost(exact, point.at("seconds").get<double>());
  return exact;
}

/// What is known of a method's privacy.
void add_claim(record& r, const compare_arguments& a, const sweep_point& point) {
  const mechanism_role role = point.setting.what->role;
  if (role == mechanism_role::outside) {
    r["trusts"] = nullptr;
    r["private"] = nullptr;
    r["simulated"] = true;  // whoever handed out seeds knows them
    r["checked"] = false;
    return;
  }
  r["trusts"] = role == mechanism_role::central ? "curator" : "nobody";
  std::vector<std::string> flaws;
  if (point.result.at("private") != true) flaws.push_back(point.result.at("caveat").get<std::string>());
  add_guarantee(r, a.seed.has_value(), flaws);
  r["checked"] = true;
}

/// What was asked for, and what it means for a user by this method.
struct asked_budget {
  double nats, of_user;
};

record describe(const compare_arguments& a, const compared_graph& g, const asked_budget& asked,
                const sweep_point& point) {
  const record& from = point.result;
  const mechanism& m = *point.setting.what;
  record r = g.facts;
  r["epsilon"] = asked.of_user;
  r["at_equal"] = a.at_equal;
  r["epsilon_asked"] = asked.nats;
  r["method"] = m.name;
  for (const char* key : {"knob", "value", "estimate", "standard_error", "predicted_bias", "measured_spread",
                          "edge_ldp", "relationship_dp", "split", "codec", "alpha", "upload_bytes",
                          "download_bytes", "largest_download_bytes", "runs"})
    r[key] = from.at(key);
  if (m.role == mechanism_role::outside) r["predicted_bias"] = nullptr;
  add_claim(r, a, point);
  r["exact"] = exact_of(from, g.subject);
  return r;
}

/// Methods from outside, each under a name of its own.
/// Errors: invalid_parameter; those of methods_of_table.
outside_list outside_of(const compare_arguments& a) {
  outside_list all;
  for (const std::string& path : a.tables)
    std::ranges::move(methods_of_table(path, a.epsilons), std::back_inserter(all));
  std::ranges::move(methods_of_commands(a.commands, a.time_limit), std::back_inserter(all));
  for (auto one = all.begin(); one != all.end(); ++one)
    if (std::any_of(all.begin(), one, [&](const auto& before) { return before->name() == (*one)->name(); }))
      throw invalid_parameter(fmt::format(
          "two methods from outside are called '{}': a command may begin with NAME=", (*one)->name()));
  return all;
}

/// Why a method from outside, which is done, cannot stand beside others that keep to a limit; empty
/// where it can.
std::string fault_of(const compare_arguments& a, const record& point) {
  if (!a.most_download) return "";
  const record& bytes = point.at("download_bytes");
  if (bytes.is_null()) return "it does not say what a user reads";
  return bytes.get<double>() <= *a.most_download ? "" : "it reads more";
}

/// A comparison under way.
class comparison {
 public:
  comparison(const compare_arguments& a, output_style style)
      : m_arguments(a),
        m_style(style),
        m_graphs(a.graph.each()),
        m_methods(mechanisms_called(a.methods)),
        m_outside(outside_of(a)),
        m_screen(screen::of_stdout()),
        m_bar("runs", m_graphs.size() * a.epsilons.size() * (m_methods.size() + m_outside.size()) * a.runs) {
    for (graph_argument& graph : m_graphs) graph.is_told = false;
  }

  void run() {
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
      compared_graph g = load(m_graphs[i], i);
      for (const double nats : m_arguments.epsilons) run_block(g, nats);
    }
    m_bar.hide();
    if (m_arguments.plot.is_asked_for()) draw(figures_of(m_rows), m_arguments.plot);
    if (m_style == output_style::text) write_stdout(groups_text(m_rows, m_missing, m_screen));
    const auto is_local = [](const compared_row& row) { return row.method->role != mechanism_role::central; };
    if (m_rows.empty() && m_missing.empty())
      throw invalid_parameter("nothing was compared: no method was named");
    if (!m_missing.empty() && std::ranges::none_of(m_rows, is_local))
      throw invalid_parameter(
          fmt::format("nothing was compared: every method that users can play was left "
                      "out. The first, {}: {}",
                      m_missing.front().name, m_missing.front().why));
  }

 private:
  /// All methods on one graph at one budget: people get them in order of their errors.
  void run_block(compared_graph& g, double nats) {
    const std::size_t first = m_rows.size();
    for (const mechanism* m : m_methods) {
      try_method(g, nats, *m);
      m_note.say("what was printed is whole" + unfinished(first, nats));
    }
    for (const auto& m : m_outside) {
      try_outside(g, nats, *m);
      m_note.say("what was printed is whole" + unfinished(first, nats));
    }
    m_bar.hide();
    const std::span<const compared_row> rows = std::span(m_rows).subspan(first);
    if (m_style == output_style::text && !rows.empty()) write_stdout(block_text(rows, m_screen));
    m_note.say("what was printed is whole");
  }

  /// What people have not seen of a block yet.
  std::string unfinished(std::size_t first, double nats) const {
    const std::span<const compared_row> rows = std::span(m_rows).subspan(first);
    if (m_style != output_style::text || rows.empty()) return "";
    return fmt::format(" (and at epsilon {:g}: {})", nats, errors_so_far(rows));
  }

  /// A method that cannot be run here costs no other its row.
  void try_method(const compared_graph& g, double nats, const mechanism& m) {
    try {
      run_method(g, nats, m);
    } catch (const invalid_parameter& e) {
      leave_out(g, nats, m, e.what());
    }
  }

  void run_method(const compared_graph& g, double nats, const mechanism& m) {
    std::optional<method_runs> runs = choose_setting_at_equal(m_arguments, g, nats, m);
    if (!runs) return leave_out(g, nats, m, "no setting reads so little");
    m_bar.step();
    for (; !runs->is_done(); m_bar.step()) runs->play();
    add_row({g.number, &m, describe(m_arguments, g, {nats, runs->user_budget()}, runs->point())});
  }

  void try_outside(compared_graph& g, double nats, const outside_method& m) {
    try {
      run_outside(g, nats, m);
    } catch (const invalid_parameter& e) {
      leave_out(g, nats, m.row(), e.what());
    }
  }

  void run_outside(compared_graph& g, double nats, const outside_method& m) {
    if (m_arguments.is_at_equal_relationship())
      return leave_out(g, nats, m.row(), "it does not say what a relationship loses");
    const std::vector<record> runs = m.runs({.graph = g.graph,
                                             .file = g.file,
                                             .nats = nats,
                                             .runs = m_arguments.runs,
                                             .seed = m_arguments.seed,
                                             .step = [this] { m_bar.step(); }});
    const sweep_point point = summarize(g.subject, {&m.row(), std::nullopt}, runs);
    if (const std::string fault = fault_of(m_arguments, point.result); !fault.empty())
      return leave_out(g, nats, m.row(), fault);
    compared_row row{g.number, &m.row(), describe(m_arguments, g, {nats, nats}, point)};
    row.result["source"] = m.source();
    add_row(std::move(row));
  }

  void add_row(compared_row row) {
    m_rows.push_back(std::move(row));
    if (m_style == output_style::text) return;
    m_bar.hide();
    print_record(m_rows.back().result, m_style == output_style::json);
    if (m_style == output_style::fields) write_stdout("\n");
  }

  void leave_out(const compared_graph& g, double nats, const mechanism& m, const std::string& why) {
    const std::string name = fmt::format("{} ({}, epsilon {:g})", m.name, g.subject.graph, nats);
    m_missing.push_back({name, why});
    if (m_style != output_style::text)
      write_stderr(fmt::format("edgeldp: note: {} is left out: {}\n", name, why));
  }

  const compare_arguments& m_arguments;
  output_style m_style;
  std::vector<graph_argument> m_graphs;
  std::vector<const mechanism*> m_methods;
  outside_list m_outside;
  screen m_screen;
  progress m_bar;
  stop_note m_note{"no method was done"};
  std::vector<compared_row> m_rows;
  std::vector<left_out> m_missing;
};

void run_compare(const compare_arguments& a, output_style style) {
  require_drawable(a.plot);
  const file_to_come figure(a.plot.is_asked_for());
  if (a.question == "triangles") return comparison(a, style).run();
  if (a.methods != compare_arguments{}.methods || a.most_download || a.is_at_equal_relationship() ||
      a.has_outside())
    throw invalid_parameter(
        "--methods, --max-download, --with, --with-command and --at-equal are of --of triangles: cores are "
        "compared by two methods, ours and levels");
  compare_cores({a.graph.each(), a.epsilons, a.runs, a.seed, a.plot}, style);
}

/// What --methods takes; lists that are open to all are no methods.
std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const mechanism_family& family : mechanism_families()) all.emplace_back(family.name);
  for (const mechanism& m : all_mechanisms())
    if (m.role != mechanism_role::mark) all.emplace_back(m.name);
  return all;
}

}  // namespace

void add_compare(verb_options& verb, const common_arguments& common) {
  compare_arguments& a = acts_by(verb, common, run_compare);
  a.graph.add_several_files_to(verb);
  add_epsilons(verb, a.epsilons);
  verb.add_option("--of", a.question, "What is asked: triangles, or cores, the core numbers of all users")
      ->group(section::common)
      ->check(one_of({"triangles", "cores"}))
      ->capture_default_str();
  verb.add_option("--methods", a.methods,
                  "Names of methods, or of families such as ours, arr and grouprr; usual: a dozen known ones")
      ->group(section::common)
      ->check(one_of(names()))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  add_repeats(verb, a.runs, "every method").capture_default_str();
  add_simulation_seed(verb, a.seed);
  verb.add_option(
          "--max-download", a.most_download,
          "Methods by their best setting with which a user reads at most so many bytes; those without "
          "one are left out")
      ->check(above_zero());
  verb.add_option(
          "--at-equal", a.at_equal,
          "Whose loss --epsilon is, of every method: a user's, or a relationship's, which the two people "
          "whose it is both tell of")
      ->group(section::common)
      ->check(one_of({"user", "relationship"}))
      ->capture_default_str();
  verb.add_option(
          "--with", a.tables,
          "Methods of yours by their results: a table with the columns method, epsilon, run, estimate "
          "and perhaps bytes, what a user reads")
      ->group(section::common)
      ->type_name(value::file)
      ->allow_extra_args(false);
  verb.add_option(
          "--with-command", a.commands,
          "A method of yours as a program, such as 'my_method {graph} {epsilon} {seed}', run without "
          "a shell; it prints its estimate. {graph}: a file with an edge a line, ids from 0; {nodes}: "
          "how many")
      ->group(section::common)
      ->type_name("COMMAND")
      ->allow_extra_args(false);
  verb.add_option("--time-limit", a.time_limit, "Seconds that a run of --with-command may take")
      ->check(above_zero())
      ->capture_default_str();
  add_plot(
      verb, a.plot,
      "errors, measured and predicted, against the budgets of --epsilon; of one, against what users read");
}

}  // namespace edgeldp::cli
