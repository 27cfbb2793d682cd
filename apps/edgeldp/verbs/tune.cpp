// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tune_curator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/played_methods.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// Ten times the users take ten times as long.
constexpr std::uint64_t largest_made_up = 10'000'000;

struct tune_arguments {
  graph_argument graph;
  const verb_options* verb = nullptr;
  std::vector<double> epsilons = {1.0};
  std::uint64_t nodes = 0, seed = 1;
  double average_degree = 20.0, tail = 2.5, closure = assumed_closure;
  unsigned draws = 1;
  bool all = false;
  tuning_limit limit;

  bool synthetic() const { return verb->count("--nodes") > 0; }
};

struct described_subject {
  std::string name;
  tuning_subject subject;
  double edges = 0.0;
  std::shared_ptr<const csr_graph> graph = nullptr;  ///< none of a made-up one

  bool from_file() const { return graph != nullptr; }
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
    return {a.graph.name(), std::move(subject), static_cast<double>(kept->edge_count()), kept};
  }
  if (!a.graph.path.empty())
    throw invalid_parameter("--nodes describes a graph without a file: leave the file out");
  progress bar("users", 1);
  described_subject made{
      fmt::format("{} users, average degree {}, tail {}", a.nodes, a.average_degree, a.tail),
      make_tuning_subject(a.nodes, a.average_degree, a.tail, a.closure)};
  for (const std::int64_t d : made.subject.degrees) made.edges += 0.5 * static_cast<double>(d);
  return made;
}

record describe_graph(const described_subject& d, double epsilon) {
  return {{"graph", d.name}, {"nodes", d.subject.degrees.size()}, {"edges", d.edges}, {"epsilon", epsilon}};
}

void add_flaws(record& r, const described_subject& d) {
  std::vector<std::string> flaws;
  if (d.from_file()) flaws.emplace_back("predicted from the true graph");
  add_guarantee(r, false, flaws);
}

record describe(const described_subject& d, const played_method& m, double epsilon, bool chosen) {
  record r = describe_graph(d, epsilon);
  add_codec(r, m.codec);
  r.update({{"options", m.options},
            {"relationship", m.relationship},
            {"relative_error", m.relative_error},
            {"upload_bytes", m.upload_bytes},
            {"download_bytes", m.download_bytes},
            {"chosen", chosen}});
  add_flaws(r, d);
  return r;
}

record describe(const described_subject& d, const tuning_point& p, double epsilon, bool chosen) {
  record r = describe_graph(d, epsilon);
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
  add_flaws(r, d);
  return r;
}

// --- as a table of all settings (-v)

std::string wide_heading(const described_subject& d, double epsilon) {
  return fmt::format("{}, total epsilon {}\n{:<10}{:>6}{:>7}{:>9}{:>9}{:>9}{:>11}{:>11}{:>13}{:>12}\n",
                     d.name, epsilon, "codec", "alpha", "level", "size", "edges", "count", "rel.error",
                     "upload B", "download B", "encode s");
}

std::string wide_row(const tuning_point& p, bool chosen) {
  const record alpha = codec_number(p.codec.fields(), "alpha"),
               level = codec_number(p.codec.fields(), "level");
  return fmt::format("{:<10}{:>6}{:>7}{:>9.3f}{:>9.3f}{:>9.3f}{:>11.4f}{:>11.2f}{:>13.0f}{:>12.2e}  {}\n",
                     p.codec.name(), alpha.is_null() ? "-" : fmt::format("{:.1f}", alpha.get<double>()),
                     level.is_null() ? "-" : level.dump(), p.plan.budgets.size.nats(),
                     p.plan.budgets.edges.nats(), p.plan.budgets.count.nats(), p.relative_error,
                     p.cost.upload_bytes, p.cost.download_bytes, p.cost.encode_seconds,
                     chosen ? "chosen" : "");
}

/// Budgets differ by rank.
std::string wide_row(const played_method& m, bool chosen) {
  return fmt::format("{:<10}{:>6}{:>7}{:>9}{:>9}{:>9}{:>11.4f}{:>11.2f}{:>13.0f}{:>12}  triangles{}{}{}\n",
                     m.codec.name(), "-", "-", "-", "-", "-", m.relative_error, m.upload_bytes,
                     m.download_bytes, "-", m.options.empty() ? "" : " ", m.options,
                     chosen ? ", chosen" : "");
}

// --- the answer for people

/// What was tried at one budget: what `triangles` plays, first as it comes, and settings with one
/// budget for all users: the places of those to show, by error, and of the best.
struct tuned {
  std::vector<played_method> played;
  bool usual_is_chosen = false;  ///< and not the best
  std::vector<tuning_point> points;
  std::vector<std::size_t> shown;
  std::optional<std::size_t> best;
};

/// "ppr, alpha 2, level 5, 0.4 for rows": the budget where a row has not what is predicted best.
std::string setting_name(const tuning_point& p) {
  std::string name(p.codec.name());
  for (const char* key : {"alpha", "level"})
    if (const record x = codec_number(p.codec.fields(), key); !x.is_null())
      name += fmt::format(", {} {:g}", key, x.get<double>());
  if (p.edge_factor != 1.0) name += fmt::format(", {:.2g} for rows", p.plan.budgets.edges.nats());
  return name;
}

/// Options of `triangles` that give this setting. Shares are rounded down, so that they fit.
std::string options_of(const tuning_point& p, double epsilon) {
  std::string options = "--codec " + std::string(p.codec.name());
  for (const char* key : {"alpha", "level"})
    if (const record x = codec_number(p.codec.fields(), key); !x.is_null())
      options += fmt::format(" --{} {:g}", key, x.get<double>());
  if (p.edge_factor == 1.0) return options + " --preset uniform";
  const auto share = [&](edgeldp::epsilon part) { return std::floor(1e4 * part.nats() / epsilon) / 1e4; };
  const round_budgets& b = p.plan.budgets;
  return options + fmt::format(" --split {:g},{:g},{:g},{:g}", share(b.degree), share(b.size), share(b.edges),
                               share(b.count));
}

/// Places of all settings, by error.
std::vector<std::size_t> by_error(std::span<const tuning_point> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(points[i].relative_error, i); });
  return order;
}

/// What people need to see, whatever a clock says: each sends or reads a twentieth less than all
/// that err less.
std::vector<std::size_t> worth_reading(const tuned& t) {
  constexpr double worth = 0.95;
  std::vector<std::size_t> kept;
  for (const std::size_t i : by_error(t.points)) {
    const auto saves = [&, &mine = t.points[i].cost](std::size_t j) {
      const message_cost& other = t.points[j].cost;
      return mine.upload_bytes < worth * other.upload_bytes ||
             mine.download_bytes < worth * other.download_bytes;
    };
    if (t.best == i || std::ranges::all_of(kept, saves)) kept.push_back(i);
  }
  return kept;
}

std::vector<table_row> setting_rows(const tuned& t, std::span<const std::size_t> shown) {
  std::vector<table_row> rows = {{{"method"}, {"error"}, {"a user sends"}, {"and reads"}, {""}}};
  for (const played_method& m : t.played) {
    const bool is_chosen = t.usual_is_chosen && m.options.empty();
    const tint color = is_chosen ? tint::strong : tint::plain;
    rows.push_back({{m.options.empty() ? "triangles, as it comes" : "triangles " + m.options, color},
                    {percent(m.relative_error), color},
                    {byte_count(m.upload_bytes), color},
                    {byte_count(m.download_bytes), color},
                    {is_chosen ? "chosen" : "", tint::good}});
  }
  for (const std::size_t i : shown) {
    const tuning_point& p = t.points[i];
    const bool is_chosen = !t.usual_is_chosen && t.best == i;
    const tint color = is_chosen ? tint::strong : tint::plain;
    rows.push_back({{setting_name(p), color},
                    {percent(p.relative_error), color},
                    {byte_count(p.cost.upload_bytes), color},
                    {byte_count(p.cost.download_bytes), color},
                    {is_chosen ? "chosen" : "", tint::good}});
  }
  return rows;
}

/// Of a setting by hand, or of the usual method: both have these numbers.
std::string choice_text(const tune_arguments& a, const std::string& name, double error, double upload,
                        double download) {
  const tuning_limit& limit = a.limit;
  const bool is_limited = limit.upload_bytes || limit.encode_seconds;
  const std::string rule =
      limit.relative_error ? "the fewest bytes that suffice for the error that --max-error allows"
                           : "the fewest bytes to send among the settings whose error is nearly the least";
  return fmt::format("{} has {}{}: an error of {} of the count is predicted, a user sends {} and reads {}.",
                     name, is_limited ? "within the limits " : "", rule, percent(error), byte_count(upload),
                     byte_count(download));
}

std::string file_of(const tune_arguments& a) {
  if (a.synthetic()) return " GRAPH";
  return a.graph.path.empty() || a.graph.path == "-" ? "" : " " + as_typed(a.graph.path);
}

std::string use_text(const tune_arguments& a, const tuning_point& p, double epsilon) {
  const std::string file = file_of(a);
  return fmt::format(
      "`edgeldp triangles{0} -e {1:g} --codec {3}` sends such rows under budgets that follow the rank of "
      "users, "
      "which errs less than is said here. Exactly this setting is `edgeldp triangles{0} -e {1:g} {2}`.",
      file, epsilon, options_of(p, epsilon), p.codec.name());
}

void print_answer(const tune_arguments& a, const described_subject& d, const tuned& t, double epsilon) {
  page p(fmt::format("{}: settings of a triangle count, epsilon {:g}", d.name, epsilon),
         a.graph.reading(true));
  p.table(setting_rows(t, a.all ? t.shown : worth_reading(t)));
  if (t.usual_is_chosen) {
    const played_method& m = t.played.front();
    p.group("Chosen", {choice_text(a, fmt::format("`triangles` as it comes, which takes {},", m.codec.name()),
                                   m.relative_error, m.upload_bytes, m.download_bytes)})
        .group("Use", {fmt::format("`edgeldp triangles{} -e {:g}`.", file_of(a), epsilon),
                       "--relationship lets an edge lose more, for less error; --max-download lets "
                       "everybody read a sample of rows alone."});
  } else if (t.best) {
    const tuning_point& chosen = t.points[*t.best];
    p.group("Chosen", {choice_text(a, setting_name(chosen), chosen.relative_error, chosen.cost.upload_bytes,
                                   chosen.cost.download_bytes)})
        .group("Use", {use_text(a, chosen, epsilon)});
  }
  p.group("Privacy",
          {d.from_file() ? "Not private: errors are predicted from the true graph. Choose settings on a "
                           "public graph like yours, or with --nodes."
                         : "The graph is made up: nothing private is used."});
  p.group("Method",
          {t.played.empty()
               ? ""
               : "The rows of `triangles` were played once. Those below have one budget for all users.",
           counted(static_cast<double>(t.points.size()), "setting") + " were tried.",
           a.all ? ""
                 : "Shown are those that send or read at least a twentieth less than all that err less; "
                   "--all shows every one.",
           "-v tells budgets and times, --json every field."});
  write_stdout(p.text());
}

/// By the rule of best_under, which chose the best of the settings by hand. Nobody took the time of
/// encoding.
bool is_usual_better(const played_method& usual, const tuning_point* best, const tuning_limit& limit) {
  if (limit.encode_seconds || usual.upload_bytes > limit.upload_bytes.value_or(usual.upload_bytes) ||
      usual.relative_error > limit.relative_error.value_or(usual.relative_error))
    return false;
  if (best == nullptr) return true;
  const bool has_fewer = usual.upload_bytes <= best->cost.upload_bytes;
  if (limit.relative_error) return has_fewer;
  return best->relative_error > error_tolerance * usual.relative_error ||
         (has_fewer && usual.relative_error <= error_tolerance * best->relative_error);
}

tuned tune_at(const tune_arguments& a, const described_subject& d, double epsilon_nats) {
  two_step options;
  options.total = epsilon::from_nats(epsilon_nats);
  const std::vector<codec_spec> codecs = tuning_codecs();
  // Sums over so many users hardly differ from draw to draw, and each setting lays out all their
  // rows.
  const bool is_large = d.subject.degrees.size() > 20000;
  const std::vector<double> factors = is_large ? std::vector{1.0} : std::vector{0.6, 1.0, 1.4};
  const bool is_playable = d.from_file() && d.subject.triangles > 0.0;
  progress bar("settings", codecs.size() * factors.size() * a.draws + (is_playable ? played_methods : 0));
  tuned t;
  if (is_playable)
    t.played = play_methods(*d.graph, d.subject.triangles, options.total, a.seed, [&] { bar.step(); });
  t.points = evaluate_tuning(d.subject, options, {codecs, factors}, {a.draws, a.seed}, [&] { bar.step(); });
  t.best = best_under(t.points, a.limit);
  t.usual_is_chosen =
      !t.played.empty() && is_usual_better(t.played.front(), t.best ? &t.points[*t.best] : nullptr, a.limit);
  std::vector<bool> shown(t.points.size(), true);
  if (!a.all) shown = pareto_front(t.points);
  if (t.best) shown[*t.best] = true;
  for (const std::size_t i : by_error(t.points))
    if (shown[i]) t.shown.push_back(i);
  return t;
}

void print_settings(const tune_arguments& a, const described_subject& d, const tuned& t, double epsilon,
                    output_style style) {
  if (style == output_style::text) return print_answer(a, d, t, epsilon);
  if (style == output_style::fields) write_stdout(wide_heading(d, epsilon));
  for (const played_method& m : t.played) {
    const bool is_chosen = t.usual_is_chosen && m.options.empty();
    if (style == output_style::json)
      print_record(describe(d, m, epsilon, is_chosen), true);
    else
      write_stdout(wide_row(m, is_chosen));
  }
  for (const std::size_t i : t.shown) {
    const bool is_chosen = !t.usual_is_chosen && t.best == i;
    if (style == output_style::json)
      print_record(describe(d, t.points[i], epsilon, is_chosen), true);
    else
      write_stdout(wide_row(t.points[i], is_chosen));
  }
}

void run_tune(const tune_arguments& a, output_style style) {
  const described_subject subject = make_subject(a);
  for (const double epsilon : a.epsilons) {
    const tuned t = tune_at(a, subject, epsilon);
    if (epsilon != a.epsilons.front() && style == output_style::text) write_stdout("\n");
    print_settings(a, subject, t, epsilon, style);
    if (!t.best && !t.usual_is_chosen) throw invalid_parameter("nothing is predicted to meet the limits");
  }
}

}  // namespace

void add_tune(verb_options& verb, const common_arguments& common) {
  tune_arguments& a = acts_by(verb, common, run_tune);
  a.verb = &verb;
  a.graph.add_file_to(verb);
  add_epsilons(verb, a.epsilons);
  verb.add_option("--nodes", a.nodes,
                  "Make up a graph of so many users instead of reading one; a million take half a minute")
      ->check(between(std::uint64_t{2}, largest_made_up));
  verb.add_option("--average-degree", a.average_degree, "Average degree of the made-up graph")
      ->capture_default_str();
  verb.add_option("--tail", a.tail, "Exponent of its degree distribution's density, above 2")
      ->capture_default_str();
  verb.add_option("--closure", a.closure, "Triangles over counted pairs in it")->capture_default_str();
  add_limits(verb, a.limit, section::own);
  verb.add_option("--max-seconds", a.limit.encode_seconds,
                  "At most so many seconds to encode a user's row (mean, measured on this machine: the "
                  "choice may differ on another)")
      ->check(above_zero());
  verb.add_option("--draws", a.draws, "Draws of the released numbers that predicted errors are a mean of")
      ->check(between(1U, 1000U))
      ->capture_default_str();
  add_seed(verb, a.seed, "the draws and of the made-up graph");
  verb.add_flag("--all", a.all, "Print every setting tried")->group(section::output);
}

}  // namespace edgeldp::cli
