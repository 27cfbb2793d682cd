// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/tune_curator.hpp"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/option_kinds.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// Ten times the users take ten times as long.
constexpr std::uint64_t largest_made_up = 10'000'000;

struct tune_arguments {
  graph_argument graph;
  const CLI::App* verb = nullptr;
  std::vector<double> epsilons = {1.0};
  std::uint64_t nodes = 0, seed = 1;
  double average_degree = 20.0, tail = 2.5, closure = assumed_closure;
  std::optional<unsigned> draws;
  bool all = false;
  tuning_limit limit;

  bool synthetic() const { return verb->count("--nodes") > 0; }
};

struct described_subject {
  std::string name;
  tuning_subject subject;
  double edges = 0.0;
  bool from_file = false;
};

described_subject make_subject(const tune_arguments& a) {
  if (!a.synthetic()) {
    for (const char* name : {"--average-degree", "--tail", "--closure"})
      if (a.verb->count(name) > 0)
        throw invalid_parameter(std::string(name) + " describes a graph without a file: give --nodes too");
    const read_graph_result input = a.graph.load();
    const progress line("exact count");
    // The subject keeps the graph for the sizes that follow from an order.
    const auto kept = std::make_shared<const csr_graph>(input.graph);
    tuning_subject subject = tuning_subject_of(*kept, static_cast<double>(exact::count_triangles(*kept)));
    subject.sizes = [kept, sizes = std::move(subject.sizes)](std::span<const std::uint32_t> rank) {
      return sizes(rank);
    };
    return {a.graph.name(), std::move(subject), static_cast<double>(kept->edge_count()), true};
  }
  if (!a.graph.path.empty())
    throw invalid_parameter("--nodes describes a graph without a file: leave the file out");
  progress bar("users", 1);
  described_subject made{
      fmt::format("{} users, average degree {}, tail {}", a.nodes, a.average_degree, a.tail),
      make_tuning_subject(a.nodes, a.average_degree, a.tail, a.closure), 0.0, false};
  for (const std::int64_t d : made.subject.degrees) made.edges += 0.5 * static_cast<double>(d);
  return made;
}

record describe(const described_subject& d, const tuning_point& p, double epsilon, bool chosen) {
  record r = {
      {"graph", d.name}, {"nodes", d.subject.degrees.size()}, {"edges", d.edges}, {"epsilon", epsilon}};
  add_codec(r, p.codec);
  r.update({{"field", p.field_order != 0 ? record(p.field_order) : record(nullptr)},
            {"split", split_record(p.plan.budgets)},
            {"edge_factor", p.edge_factor},
            {"relative_error", p.relative_error},
            {"standard_error", p.error.standard_error()},
            {"predicted_bias", p.error.bias},
            {"upload_bytes", p.cost.upload_bytes},
            {"edge_report_bytes", p.cost.edge_report_bytes},
            {"download_bytes", p.cost.download_bytes},
            {"bits_per_edge", d.edges > 0.0 ? 8.0 * p.cost.edge_section_bytes / d.edges : 0.0},
            {"encode_seconds", p.cost.encode_seconds},
            {"chosen", chosen}});
  std::vector<std::string> flaws;
  if (d.from_file) flaws.emplace_back("predicted from the true graph");
  add_guarantee(r, false, flaws);
  return r;
}

std::string table_row(const tuning_point& p, bool chosen) {
  const record alpha = codec_number(p.codec.fields(), "alpha"),
               level = codec_number(p.codec.fields(), "level");
  return fmt::format("{:<10}{:>6}{:>7}{:>9.3f}{:>9.3f}{:>9.3f}{:>11.4f}{:>11.2f}{:>13.0f}{:>12.2e}  {}\n",
                     p.codec.name(), alpha.is_null() ? "-" : fmt::format("{:.1f}", alpha.get<double>()),
                     level.is_null() ? "-" : level.dump(), p.plan.budgets.size.nats(),
                     p.plan.budgets.edges.nats(), p.plan.budgets.count.nats(), p.relative_error,
                     p.cost.upload_bytes, p.cost.download_bytes, p.cost.encode_seconds,
                     chosen ? "chosen" : "");
}

void tune_at(const tune_arguments& a, const described_subject& d, double epsilon_nats, bool json) {
  two_step options;
  options.total = epsilon::from_nats(epsilon_nats);
  const std::vector<codec_spec> codecs = tuning_codecs();
  // Sums over so many users hardly differ from draw to draw, and each setting lays out all their
  // rows.
  const bool is_large = d.subject.degrees.size() > 20000;
  const std::vector<double> factors = is_large ? std::vector{1.0} : std::vector{0.6, 1.0, 1.4};
  const unsigned draws = a.draws.value_or(is_large ? 1 : 2);
  progress bar("settings", codecs.size() * factors.size() * draws);
  std::vector<tuning_point> points =
      evaluate_tuning(d.subject, options, codecs, factors, draws, a.seed, [&] { bar.step(); });
  const auto best = best_under(points, a.limit);
  std::vector<bool> shown(points.size(), true);
  if (!a.all) shown = pareto_front(points);
  if (best) shown[*best] = true;
  if (!json)
    write_stdout(
        fmt::format("{}, total epsilon {}\n{:<10}{:>6}{:>7}{:>9}{:>9}{:>9}{:>11}{:>11}{:>13}{:>12}\n", d.name,
                    epsilon_nats, "codec", "alpha", "level", "size", "edges", "count", "rel.error",
                    "upload B", "download B", "encode s"));
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(points[i].relative_error, i); });
  for (const std::size_t i : order) {
    if (!shown[i]) continue;
    if (json) {
      print_record(describe(d, points[i], epsilon_nats, best == i), true);
    } else {
      write_stdout(table_row(points[i], best == i));
    }
  }
  if (!best) throw invalid_parameter("nothing is predicted to meet the limits");
}

}  // namespace

void add_tune(CLI::App& verb, const common_arguments& common) {
  auto a = std::make_shared<tune_arguments>();
  a->verb = &verb;
  a->graph.add_file_to(verb);
  add_epsilons(verb, a->epsilons);
  verb.add_option("--nodes", a->nodes,
                  "Make up a graph of so many users instead of reading one; a million take half a minute")
      ->check(between(std::uint64_t{2}, largest_made_up));
  verb.add_option("--average-degree", a->average_degree, "Average degree of the made-up graph")
      ->capture_default_str();
  verb.add_option("--tail", a->tail, "Exponent of its degree distribution's density, above 2")
      ->capture_default_str();
  verb.add_option("--closure", a->closure, "Triangles over counted pairs in it")->capture_default_str();
  add_limits(verb, a->limit, section::own);
  verb.add_option("--max-seconds", a->limit.encode_seconds,
                  "At most so many seconds to encode a user's row (mean, measured on this machine: the "
                  "choice may differ on another)")
      ->check(above_zero());
  verb.add_option(
          "--draws", a->draws,
          "Draws of the released numbers to average over; otherwise 2, or 1 beyond 20 000 users, where "
          "edge budgets are the planner's alone")
      ->check(between(1U, 1000U));
  add_seed(verb, a->seed, "the draws and of the made-up graph");
  verb.add_flag("--all", a->all, "Print every setting tried")->group(section::output);
  verb.callback([a, &common] {
    const described_subject subject = make_subject(*a);
    for (const double epsilon : a->epsilons) tune_at(*a, subject, epsilon, common.json);
  });
}

}  // namespace edgeldp::cli
