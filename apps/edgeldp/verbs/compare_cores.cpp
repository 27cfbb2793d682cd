// SPDX-License-Identifier: MIT
#include "verbs/compare_cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "edgeldp/rivals/cores/level_cores_simulation.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "study/plot.hpp"
#include "study/study.hpp"

namespace edgeldp::cli {

namespace {

/// The factor between numbers is also taken of users whose core number is at least this.
constexpr std::uint64_t deep_from = 10;

/// One graph, and what is exact there.
struct known_cores {
  csr_graph graph;
  std::vector<std::uint64_t> truth;
  record facts;
};

known_cores load(const graph_argument& named) {
  read_graph_result input = named.load();
  const progress line("exact core numbers");
  std::vector<std::uint64_t> truth = exact::core_numbers(input.graph);
  record facts = facts_of(named.name(), input);
  return {std::move(input.graph), std::move(truth), std::move(facts)};
}

/// A run, as both methods return it.
struct played_cores {
  std::vector<double> cores;
  run_record run;
  std::uint64_t rounds;  ///< users who pay differently answer at once: the record may have more
};

struct core_method {
  const char *name, *about;
  bool is_ours;
  played_cores (*play)(const graph_view&, epsilon user, release_key, const coin_source&);
};

played_cores play_ours(const graph_view& g, epsilon user, release_key key, const coin_source& coins) {
  core_result r = estimate_cores(g, core_options{user}, key, coins);
  const std::uint64_t rounds = r.run.rounds.size();
  return {std::move(r.cores), std::move(r.run), rounds};
}

/// Both ends of an edge answer, so that a user spends half of what the method allows an edge.
played_cores play_levels(const graph_view& g, epsilon user, release_key key, const coin_source& coins) {
  level_cores_result r = estimate_cores(g, level_cores{epsilon::from_units(2 * user.units())}, key, coins);
  return {std::move(r.cores), std::move(r.run), r.rounds};
}

constexpr std::array methods = {
    core_method{"ours", "ours repeats the h-index of contacts' released numbers (`edgeldp cores`)", true,
                play_ours},
    core_method{
        "levels",
        "levels is the method of Mundra et al. (VLDB 2025) as its program dpgraph has it, with the best "
        "of 18 settings: users climb levels, and a core number is a power of 1.5",
        false, play_levels}};

/// Means over users of what separates found numbers from exact ones; numbers below 1 count as 1 in
/// a factor.
struct core_errors {
  double absolute = 0.0, factor = 0.0, factor_of_deep = 0.0;
};

core_errors errors_of(std::span<const double> found, std::span<const std::uint64_t> truth) {
  core_errors sums;
  double deep = 0.0;
  for (std::size_t u = 0; u < truth.size(); ++u) {
    const auto exact = static_cast<double>(truth[u]);
    const double up = std::max(1.0, found[u]) / std::max(1.0, exact), factor = std::max(up, 1.0 / up);
    sums.absolute += std::abs(found[u] - exact);
    sums.factor += factor;
    if (truth[u] < deep_from) continue;
    sums.factor_of_deep += factor;
    deep += 1.0;
  }
  const auto users = static_cast<double>(truth.size());
  return {sums.absolute / users, sums.factor / users, deep > 0.0 ? sums.factor_of_deep / deep : 1.0};
}

/// A method's runs at one budget on one graph; a row is their mean.
class runs_of_cores {
 public:
  runs_of_cores(const core_method& method, const known_cores& on) : m_method(method), m_on(on) {}

  void play(epsilon user, release_key key, const coin_source& coins) {
    const double start = elapsed_seconds();
    played_cores played = m_method.play(m_on.graph, user, key, coins);
    m_seconds += elapsed_seconds() - start;
    const core_errors e = errors_of(played.cores, m_on.truth);
    m_absolute.push_back(e.absolute);
    m_sums.factor += e.factor;
    m_sums.factor_of_deep += e.factor_of_deep;
    m_upload += static_cast<double>(played.run.upload_bytes);
    m_rounds += static_cast<double>(played.rounds);
    m_download = static_cast<double>(played.run.download_bytes);
    m_cost = cost_of(played.run.spent);
    m_flaws = std::move(played.run.flaws);
  }

  record row(double nats, bool simulated) const {
    const auto runs = static_cast<double>(m_absolute.size());
    double mean = 0.0, squares = 0.0;
    for (const double x : m_absolute) mean += x / runs;
    for (const double x : m_absolute) squares += (x - mean) * (x - mean);
    record r = m_on.facts;
    r["question"] = "cores";
    r["epsilon"] = nats;
    r["method"] = m_method.name;
    r["edge_ldp"] = m_cost.edge_ldp.nats();
    r["relationship_dp"] = m_cost.relationship_dp.nats();
    r["rounds"] = m_rounds / runs;
    r["upload_bytes"] = m_upload / runs / static_cast<double>(m_on.truth.size());
    r["download_bytes"] = m_download;
    r["runs"] = m_absolute.size();
    add_guarantee(r, simulated, m_flaws);
    record exact = {{"mean_core_number", mean_of_truth()},
                    {"mean_absolute_error", mean},
                    {"mean_absolute_error_spread",
                     runs > 1.0 ? record(std::sqrt(squares / (runs - 1.0))) : record(nullptr)},
                    {"mean_factor", m_sums.factor / runs},
                    {"mean_factor_from_10", m_sums.factor_of_deep / runs}};
    add_cost(exact, m_seconds);
    r["exact"] = std::move(exact);
    return r;
  }

 private:
  double mean_of_truth() const {
    double sum = 0.0;
    for (const std::uint64_t k : m_on.truth) sum += static_cast<double>(k);
    return sum / static_cast<double>(m_on.truth.size());
  }

  const core_method& m_method;
  const known_cores& m_on;
  std::vector<double> m_absolute;
  core_errors m_sums;
  run_cost m_cost{};
  std::vector<std::string> m_flaws;
  double m_upload = 0.0, m_download = 0.0, m_rounds = 0.0, m_seconds = 0.0;
};

double error(const record& row, const char* key) {
  return number_of(row.at("exact"), key);
}

/// The rows of one graph at one budget, the least error first.
std::string block_text(std::vector<record> rows, const screen& on) {
  std::ranges::sort(rows, {}, [](const record& row) { return error(row, "mean_absolute_error"); });
  std::vector<table_row> lines = {
      {{"method"}, {"off by"}, {"factor"}, {"from 10"}, {"rounds"}, {"sends"}, {"edge"}}};
  for (const record& row : rows)
    lines.push_back({{text_of(row, "method"), text_of(row, "method") == "ours" ? tint::strong : tint::plain},
                     {significant(error(row, "mean_absolute_error"), 3), tint::strong},
                     {fmt::format("{:.2f}", error(row, "mean_factor"))},
                     {fmt::format("{:.2f}", error(row, "mean_factor_from_10"))},
                     {significant(number_of(row, "rounds"), 3)},
                     {fmt::format("{} B", significant(number_of(row, "upload_bytes"), 3))},
                     {fmt::format("{:.2f}", number_of(row, "relationship_dp"))}});
  const record& first = rows.front();
  const std::string title = fmt::format(
      "{}: core numbers of {}, {} on average, epsilon {:g}, {}", text_of(first, "graph"),
      counted(number_of(first, "nodes"), "user"), significant(error(first, "mean_core_number"), 3),
      number_of(first, "epsilon"), counted(number_of(first, "runs"), "run"));
  return paragraph("", title, on) + "\n" + table_text(lines, on) + "\n";
}

std::string groups_text(const screen& on) {
  return paragraph(
             "Error",
             "`off by` is the mean distance of a user's number from the exact one, `factor` how many times "
             "too large or too small it is on average, and `from 10` the same of users whose core number is "
             "10 or more. Means over runs.",
             on) +
         paragraph(
             "Cost",
             "Both methods take the same epsilon of a user. `edge` is what all messages together tell of one "
             "edge, in nats: both of its ends answer. In each of the `rounds` every user answers once; "
             "`sends` is what it sends in all of them.",
             on) +
         paragraph("Private", "Both: each user adds its noise before anything leaves it.", on) +
         paragraph("Methods", fmt::format("{}. {}.", methods[0].about, methods[1].about), on) +
         paragraph("Next",
                   "-e 0.5,1,2 sweeps budgets, --plot FILE.svg draws them; `edgeldp cores` gives the answer "
                   "of ours.",
                   on);
}

/// A panel a graph, a curve a method.
std::vector<figure> figures_of(std::span<const std::vector<record>> blocks) {
  std::vector<figure> panels;
  std::string graph;
  for (const std::vector<record>& rows : blocks) {
    if (text_of(rows.front(), "graph") != graph || panels.empty()) {
      graph = text_of(rows.front(), "graph");
      panels.push_back({fmt::format("{}: core numbers, means of {}", graph,
                                    counted(number_of(rows.front(), "runs"), "run")),
                        "epsilon of a user", "mean absolute error of a user's number"});
      panels.back().logarithmic();
      for (std::size_t m = 0; m < methods.size(); ++m) {
        plot_curve curve{methods[m].name, {}};
        curve.color = static_cast<unsigned>(m);
        panels.back().curves.push_back(std::move(curve));
      }
    }
    panels.back().x.values.push_back(number_of(rows.front(), "epsilon"));
    for (std::size_t m = 0; m < rows.size(); ++m)
      panels.back().curves[m].points.push_back(
          {number_of(rows[m], "epsilon"), error(rows[m], "mean_absolute_error")});
  }
  for (figure& f : panels)
    for (plot_curve& c : f.curves) std::ranges::sort(c.points, {}, &plot_point::x);
  return panels;
}

}  // namespace

void compare_cores(const cores_to_compare& asked, output_style style) {
  progress bar("runs", asked.graphs.size() * asked.epsilons.size() * asked.runs);
  std::vector<std::vector<record>> blocks;
  for (const graph_argument& named : asked.graphs) {
    const known_cores on = load(named);
    for (const double nats : asked.epsilons) {
      std::vector<runs_of_cores> all;
      for (const core_method& m : methods) all.emplace_back(m, on);
      for (std::uint64_t run = 0; run < asked.runs; ++run, bar.step())
        for (runs_of_cores& one : all)
          one.play(epsilon::from_nats(nats), key_of_run(asked.seed, run), coins_of_run(asked.seed, run));
      blocks.emplace_back();
      for (const runs_of_cores& one : all) blocks.back().push_back(one.row(nats, asked.seed.has_value()));
      bar.hide();
      if (style == output_style::text) {
        write_stdout(block_text(blocks.back(), screen::of_stdout()));
        continue;
      }
      for (const record& row : blocks.back()) {
        print_record(row, style == output_style::json);
        if (style == output_style::fields) write_stdout("\n");
      }
    }
  }
  if (asked.plot.is_asked_for()) draw(figures_of(blocks), asked.plot);
  if (style == output_style::text) write_stdout(groups_text(screen::of_stdout()));
}

}  // namespace edgeldp::cli
