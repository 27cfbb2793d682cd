// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "cli/graph_argument.hpp"
#include "cli/progress.hpp"
#include "cli/protocol_arguments.hpp"
#include "cli/report.hpp"
#include "commands/commands.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/graph/estimate/triangles.hpp"
#include "edgeldp/graph/exact/triangles.hpp"
#include "edgeldp/graph/protocol/run_errors.hpp"

namespace edgeldp::cli {

namespace {

struct triangles_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::uint64_t runs = 1;
  bool each = false, no_exact = false;
  std::string release_path;
};

/// Sums over the runs of one sweep point; everything that is printed is a mean or a root of one.
struct tally {
  run_errors errors;  ///< without a known truth, of estimates of 0
  double standard_error = 0, bias = 0;
  double upload = 0, download = 0, edge_section = 0, response = 0, laplace = 0, clip = 0, margin = 0;
  double kappa_percent = 0;
  double degree = 0, size = 0, edges = 0, count = 0;

  explicit tally(double reference) : errors(reference) {}

  void add(const triangle_result& r) {
    errors.add(r.triangles.value);
    standard_error += r.triangles.standard_error;
    bias += r.triangles.bias;
    upload += r.traffic.upload_bytes;
    download += r.traffic.download_bytes;
    edge_section += r.traffic.edge_section_bytes;
    response += r.error.response_variance;
    laplace += r.error.laplace_variance;
    clip += r.error.clip_variance;
    margin += static_cast<double>(r.plan.cap.margin);
    kappa_percent += r.plan.cap.kappa_percent;
    degree += r.plan.budgets.degree.nats();
    size += r.plan.budgets.size.nats();
    edges += r.plan.budgets.edges.nats();
    count += r.plan.budgets.count.nats();
  }
  double mean(double sum) const { return sum / static_cast<double>(errors.runs()); }
};

struct context {
  const triangles_arguments& arguments;
  const read_graph_result& input;
  std::optional<count_type> truth;
  std::shared_ptr<const release> published;  ///< from --release
};

/// The beta that was used instead of the level.
std::optional<double> beta_of(const context& c) {
  return c.published ? std::nullopt
                     : c.arguments.protocol.options(c.arguments.protocol.epsilons.front()).codec.beta;
}

/// The result record of one sweep point, or of one run (a tally of one). `last` supplies the names that are
/// the same in every run; the anchor of the caps is the last run's.
record summarize(const context& c, const tally& t, const triangle_result& last, double seconds) {
  const edgeldp::estimate mean{t.errors.mean(), t.mean(t.standard_error), t.mean(t.bias)};
  const double rmse = t.errors.rmse();
  const double truth = c.truth ? static_cast<double>(*c.truth) : 0.0;
  const release_parameters& p = last.published->parameters();
  const auto edges = static_cast<double>(c.input.graph.edge_count());
  record r = {{"graph", c.arguments.graph.name()},
              {"nodes", c.input.graph.vertex_count()},
              {"edges", c.input.graph.edge_count()},
              {"truth", c.truth ? record(*c.truth) : record(nullptr)},
              {"estimate", mean.value},
              {"standard_error", mean.standard_error},
              {"interval", {mean.low(), mean.high()}},
              {"predicted_bias", mean.bias},
              {"rmse", optional_number(c.truth.has_value(), rmse)},
              {"relative_error", optional_number(c.truth.has_value() && truth > 0.0, rmse / truth)},
              {"measured_spread", optional_number(t.errors.runs() > 1, t.errors.spread())},
              {"epsilon", last.spent.total().nats()},
              {"edge_ldp", last.spent.edge_ldp().nats()},
              {"relationship_dp", last.spent.relationship_dp().nats()}};
  r["split"] = {{"degree", t.mean(t.degree)},
                {"size", t.mean(t.size)},
                {"edges", t.mean(t.edges)},
                {"count", t.mean(t.count)}};
  r["codec"] = name_of(p.codec);
  const bool ppr = p.codec == codec_kind::ppr;
  r["alpha"] = ppr ? record(p.alpha_milli / 1000.0) : record(nullptr);
  r["level"] = ppr && !beta_of(c) ? record(p.level) : record(nullptr);
  if (ppr && beta_of(c)) r["beta"] = *beta_of(c);
  if (p.codec == codec_kind::nullspace) r["field"] = p.field_order;
  r["order"] = name_of(p.order);
  r["chunk_rule"] = name_of(p.chunk_rule);
  const cap_rule& cap = last.plan.cap;
  r["cap"] = {{"anchor", name_of(cap.anchor)}, {"margin", t.mean(t.margin)}, {"clip", name_of(cap.kind)}};
  r["cap"]["kappa_percent"] =
      cap.kind == clip_kind::pairs ? record(t.mean(t.kappa_percent)) : record(nullptr);
  r["error_parts"] = {{"randomized_response", std::sqrt(t.mean(t.response))},
                      {"laplace", std::sqrt(t.mean(t.laplace))},
                      {"clipping", std::sqrt(t.mean(t.clip))}};
  r["upload_bytes"] = t.mean(t.upload);
  r["download_bytes"] = t.mean(t.download);
  r["bits_per_edge"] = edges > 0.0 ? 8.0 * t.mean(t.edge_section) / edges : 0.0;
  r["seconds"] = seconds;
  r["peak_memory_bytes"] = peak_memory_bytes();
  r["runs"] = t.errors.runs();
  r["private"] = last.is_private;
  if (p.simulated) r["simulated"] = true;
  r["key"] = t.errors.runs() == 1 ? record(hex(p.key.value)) : record(nullptr);
  return r;
}

/// One run: the whole protocol, or the count round alone when a release file was named.
triangle_result run_once(const context& c, const protocol_options& options, std::uint64_t run) {
  const protocol_arguments& protocol = c.arguments.protocol;
  if (c.published)
    return estimate_triangles_on(c.input.graph, c.published, protocol.clip_by_hand(), protocol.coins_of(run));
  return estimate_triangles(c.input.graph, options, protocol.key_of(run), protocol.coins_of(run));
}

void run_point(const context& c, double epsilon, std::uint64_t first_run, bool json) {
  const triangles_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  const double reference = c.truth ? static_cast<double>(*c.truth) : 0.0;
  const protocol_options options = a.protocol.options(epsilon);
  progress bar("runs", a.runs);
  tally all(reference);
  std::optional<triangle_result> last;
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    const double run_start = elapsed_seconds();
    last = run_once(c, options, first_run + run);
    all.add(*last);
    if (a.each && a.runs > 1) {
      tally one(reference);
      one.add(*last);
      print_record(summarize(c, one, *last, elapsed_seconds() - run_start), json);
    }
    bar.step();
  }
  warn_if_crowded(last->published->layout());
  print_record(summarize(c, all, *last, elapsed_seconds() - start), json);
}

void run_all(const triangles_arguments& a, bool json) {
  const read_graph_result input = a.graph.load();
  context c{a, input, std::nullopt, nullptr};
  if (!a.release_path.empty()) {
    for (const char* name : {"--epsilon", "--codec", "--alpha", "--level", "--beta", "--order", "--split",
                             "--chunk-rule", "--preset", "--key"})
      if (a.protocol.typed(name))
        throw invalid_parameter(std::string(name) + " is fixed by the release file of --release");
    if (a.runs > 1)
      throw invalid_parameter("--release counts once: its budget for counting must not be spent again");
    c.published = std::make_shared<const release>(release_reader(a.release_path).load());
  }
  if (!a.no_exact) c.truth = count_triangles(input.graph);
  a.protocol.require_key_for(a.runs * a.protocol.epsilons.size());
  std::uint64_t first_run = 0;
  for (const double epsilon : a.protocol.epsilons) {
    run_point(c, epsilon, first_run, json);
    first_run += a.runs;
  }
}

}  // namespace

void add_triangles(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "triangles",
      "Estimate the number of triangles by the two-step protocol; --runs repeats and reports the error");
  auto a = std::make_shared<triangles_arguments>();
  a->graph.add_to(*verb);
  a->protocol.add_to(*verb);
  verb->add_option("--runs", a->runs, "Repeat with fresh randomness and print one aggregate")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb->add_flag("--each", a->each, "Print every run before the aggregate");
  verb->add_flag("--no-exact", a->no_exact, "Do not count exactly: truth and errors are null");
  verb->add_option(
      "--release", a->release_path,
      "Count against this release file with the budget it reserved, which each call spends anew; "
      "nothing else is randomized again");
  verb->callback([a, &common] { run_all(*a, common.json); });
}

}  // namespace edgeldp::cli
