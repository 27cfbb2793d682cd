// SPDX-License-Identifier: MIT
#include "study/counting_runs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/protocol/run_errors.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/release_file.hpp"
#include "io/spent_file.hpp"

namespace edgeldp::cli {

namespace {

/// Sums over the runs of one sweep point; everything that is printed is a mean or a root of one.
struct tally {
  run_errors errors;  ///< without a known truth, of estimates of 0
  estimate_means value;
  double upload = 0, download = 0, edge_section = 0, edges = 0, response = 0, laplace = 0, clip = 0;
  std::vector<double> budgets, details;

  explicit tally(double reference) : errors(reference) {}

  void add(const counted_run& r) {
    errors.add(r.value.value);
    value.add(r.value);
    upload += r.communication.upload_bytes;
    download += r.communication.download_bytes;
    edge_section += r.communication.edge_section_bytes;
    edges += estimate_edges(degrees_of(*r.published)).value;
    response += r.error.response_variance;
    laplace += r.error.laplace_variance;
    clip += r.error.clip_variance;
    budgets.resize(r.budgets.size());
    for (std::size_t i = 0; i < budgets.size(); ++i) budgets[i] += r.budgets[i].second;
    details.resize(r.details.size());
    for (std::size_t i = 0; i < details.size(); ++i) details[i] += r.details[i];
  }
  double mean(double sum) const { return sum / static_cast<double>(errors.runs()); }
};

struct context {
  const counting_arguments& arguments;
  const counting& what;
  const read_graph_result& input;
  std::optional<count_type> truth;
  std::shared_ptr<const release> published;  ///< from --release
  spending spent;                            ///< so far
};

/// The beta that was used instead of the level.
std::optional<double> beta_of(const context& c) {
  return c.published ? std::nullopt
                     : c.arguments.protocol.options(c.arguments.protocol.epsilons.front()).codec.beta;
}

/// The result record of one sweep point, or of one run (a tally of one). `last` supplies the names
/// that are the same in every run; the anchor of the caps is the last run's.
record summarize(const context& c, const tally& t, const counted_run& last, double seconds) {
  const edgeldp::estimate mean = t.value.mean();
  const release_parameters& p = last.published->parameters();
  record r = {{"graph", c.arguments.graph.name()},
              {"nodes", c.input.graph.vertex_count()},
              {"users_declared", c.input.users_are_declared},
              {"estimate", mean.value},
              {"standard_error", mean.standard_error},
              {"predicted_bias", mean.bias},
              {"measured_spread", optional_number(t.errors.runs() > 1, t.errors.spread())}};
  add_interval_fields(r, mean, last.budget_that_would_do);
  r["epsilon"] = budget(last.spent.total());
  r["edge_ldp"] = budget(last.spent.edge_ldp());
  r["relationship_dp"] = budget(last.spent.relationship_dp(), shares_of_a_run);
  r["spent"] = c.spent.fields();
  r["split"] = record::object();
  for (std::size_t i = 0; i < t.budgets.size(); ++i) r["split"][last.budgets[i].first] = t.mean(t.budgets[i]);
  r["codec"] = name_of(p.codec);
  const bool ppr = p.codec == codec_kind::ppr;
  r["alpha"] = ppr ? record(p.alpha_milli / 1000.0) : record(nullptr);
  r["level"] = ppr && !beta_of(c) ? record(p.level) : record(nullptr);
  if (ppr && beta_of(c)) r["beta"] = *beta_of(c);
  if (p.codec == codec_kind::nullspace) r["field"] = p.field_order;
  r["order"] = name_of(p.order);
  r["chunk_rule"] = name_of(p.chunk_rule);
  std::vector<double> details = t.details;
  for (double& detail : details) detail = t.mean(detail);
  c.what.describe(r, details);
  r["error_parts"] = {{"randomized_response", std::sqrt(t.mean(t.response))},
                      {"laplace", std::sqrt(t.mean(t.laplace))},
                      {"clipping", std::sqrt(t.mean(t.clip))}};
  r["upload_bytes"] = t.mean(t.upload);
  r["download_bytes"] = t.mean(t.download);
  r["bits_per_edge"] = bits_per_edge(t.mean(t.edge_section), t.mean(t.edges));
  r["runs"] = t.errors.runs();
  add_guarantee(r, p.simulated, flaws_of_chunks(last.is_private));
  r["key"] = t.errors.runs() == 1 ? record(hex(p.key.value)) : record(nullptr);
  r["told"] = t.errors.runs() == 1 ? record(last.told.hex()) : record(nullptr);
  if (c.truth) {
    r["exact"] = exact_facts(c.input.graph.edge_count(), *c.truth, t.errors.rmse());
    add_cost(r["exact"], seconds);
  }
  return r;
}

/// What a count on a release adds to what the release has cost: its own rounds.
spending count_of(const ledger& whole) {
  spending rounds_of_count;
  for (const ledger::entry& e : whole.entries())
    if (e.round == rounds::count || e.round == "pilot") rounds_of_count.add(e.spent, e.spent, e.spent);
  return rounds_of_count;
}

/// One run: the whole protocol, or the count round alone when a release file was named.
counted_run run_once(const context& c, const two_step& options, std::uint64_t run) {
  const protocol_arguments& protocol = c.arguments.protocol;
  if (c.published) return c.what.estimate_on(c.input.graph, c.published, protocol.coins_of(run));
  return c.what.estimate(c.input.graph, options, protocol.key_of(run), protocol.coins_of(run));
}

/// Before coins are drawn. The ceiling is the release's own total unless --epsilon was typed.
void enter_count(context& c) {
  const release_parameters& p = c.published->parameters();
  const protocol_arguments& protocol = c.arguments.protocol;
  const spent_file account(c.arguments.release_path, p);
  if (c.input.graph.vertex_count() != p.users)
    throw invalid_parameter(
        fmt::format("the graph has {} vertices, the release {}", c.input.graph.vertex_count(), p.users));
  c.spent = account.so_far();
  if (protocol.seed) return;  // the library refuses replayed coins for a release that is none
  account.enter_count(protocol.typed("--epsilon") ? epsilon::from_nats(protocol.epsilons.front()) : p.total);
}

void run_point(context& c, double epsilon, std::uint64_t first_run, bool json) {
  const counting_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  const double reference = c.truth ? static_cast<double>(*c.truth) : 0.0;
  const two_step options = a.protocol.options(epsilon);
  progress bar("runs", a.runs);
  tally all(reference);
  std::optional<counted_run> last;
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    const double run_start = elapsed_seconds();
    last = run_once(c, options, first_run + run);
    all.add(*last);
    c.published ? c.spent.add(count_of(last->spent)) : c.spent.add(last->spent);
    if (a.each && a.runs > 1) {
      tally one(reference);
      one.add(*last);
      bar.hide();
      print_record(summarize(c, one, *last, elapsed_seconds() - run_start), json);
    }
    bar.step();
  }
  warn_if_crowded(last->published->layout());
  note_if_unspent(last->published->parameters());
  print_record(summarize(c, all, *last, elapsed_seconds() - start), json);
}

}  // namespace

told_digest told_of(const triangle_result& r) {
  const bound_rule& cap = r.plan.cap;
  told_digest d = told(r.published->layout());
  return d.add("count", r.plan.budgets.count.units())
      .add("anchor", static_cast<std::uint64_t>(cap.anchor))
      .add("margin", static_cast<std::uint64_t>(cap.margin))
      .add("clip", static_cast<std::uint64_t>(cap.kind))
      .add("kappa_percent", cap.kappa_percent);
}

void counting_arguments::add_to(CLI::App& verb) {
  graph.add_to(verb);
  protocol.add_to(verb);
  verb.add_option("--runs", runs, "Repeat with fresh randomness and print one aggregate")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb.add_flag("--each", each, "Print every run before the aggregate");
  verb.add_flag("--no-exact", no_exact, no_exact_help);
  verb.add_option("--release", release_path,
                  "Count against this release file with the budget it reserved; nothing else is randomized "
                  "again. FILE.spent keeps account, and a count beyond the release's total, or beyond "
                  "--epsilon, is refused");
}

void run_counting(const counting_arguments& a, const counting& what, bool json) {
  const read_graph_result input = a.graph.load();
  context c{a, what, input, std::nullopt, nullptr, {}};
  if (!a.release_path.empty()) {
    for (const char* name : {"--codec", "--alpha", "--level", "--beta", "--order", "--split", "--chunk-rule",
                             "--preset", "--key"})
      if (a.protocol.typed(name))
        throw invalid_parameter(std::string(name) + " is fixed by the release file of --release");
    if (a.runs > 1)
      throw invalid_parameter("--release counts once: its budget for counting must not be spent again");
    a.protocol.clip_by_hand();  // refuses what does not go together, before anything is entered as spent
    if (a.protocol.epsilons.size() > 1) throw invalid_parameter("--epsilon: a release has one ceiling");
    c.published = reading_release(a.release_path, [&] {
      return std::make_shared<const release>(release_reader(a.release_path).load());
    });
    // Before its budget is entered as spent.
    if (const std::uint64_t users = c.published->layout().users(); users != input.graph.vertex_count())
      throw invalid_parameter(
          fmt::format("{} is of {} users, the graph {} has {}: name the graph whose users it is of",
                      a.release_path, users, a.graph.name(), input.graph.vertex_count()));
  }
  if (c.published) enter_count(c);
  if (!a.no_exact) c.truth = what.truth(input.graph);
  a.protocol.require_key_for(a.runs * a.protocol.epsilons.size());
  std::uint64_t first_run = 0;
  for (const double epsilon : a.protocol.epsilons) {
    run_point(c, epsilon, first_run, json);
    first_run += a.runs;
  }
}

}  // namespace edgeldp::cli
