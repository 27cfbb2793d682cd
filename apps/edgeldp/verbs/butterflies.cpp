// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/butterflies/exact.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/protocol/run_errors.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct butterflies_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::string items_path, side = "left";
  std::uint64_t runs = 1;
  bool each = false, no_exact = false;
};

struct context {
  const butterflies_arguments& arguments;
  read_bipartite_result input;
  layer users = layer::left;
  std::optional<count_type> truth;
  spending spent;  ///< so far
};

/// Sums over the runs of one sweep point; everything that is printed is a mean or a root of one.
struct tally {
  run_errors errors;  ///< without a known truth, of estimates of 0
  estimate_means value;
  double upload = 0.0, download = 0.0, entries = 0.0, released = 0.0, response = 0.0, laplace = 0.0,
         pilot = 0.0;

  explicit tally(double reference) : errors(reference) {}

  void add(const butterfly_result& r) {
    errors.add(r.butterflies.value);
    value.add(r.butterflies);
    upload += r.communication.upload_bytes;
    download += r.communication.download_bytes;
    entries += r.communication.edge_section_bytes;
    for (const std::int64_t size : r.published->layout().sizes()) released += static_cast<double>(size);
    response += r.error.response_variance;
    laplace += r.error.laplace_variance;
    pilot += r.pilot;
  }
  double mean(double sum) const { return sum / static_cast<double>(errors.runs()); }
};

butterfly_options options_at(const butterflies_arguments& a, double total) {
  return {epsilon::from_nats(total), a.protocol.codec_by_hand()};
}

void add_input(record& r, const context& c) {
  const bipartite_graph& g = c.input.graph;
  r["nodes"] = g.vertex_count(layer::left) + g.vertex_count(layer::right);
  r["left"] = g.vertex_count(layer::left);
  r["right"] = g.vertex_count(layer::right);
  r["layer"] = c.arguments.side;
  r["users_declared"] = c.input.are_declared[static_cast<std::size_t>(c.users)];
  r["items_declared"] = c.input.are_declared[static_cast<std::size_t>(opposite(c.users))];
}

void add_codec(record& r, const vector_parameters& p) {
  r["codec"] = name_of(p.codec);
  const bool ppr = p.codec == codec_kind::ppr;
  r["alpha"] = ppr ? record(p.alpha_milli / 1000.0) : record(nullptr);
  r["level"] = ppr ? record(p.level) : record(nullptr);
  if (p.codec == codec_kind::nullspace) r["field"] = p.field_order;
}

/// The result of one sweep point, or of one run (a tally of one). `last` supplies what is the same
/// in every run.
record summarize(const context& c, const tally& t, const butterfly_result& last, double seconds) {
  const edgeldp::estimate mean = t.value.mean();
  const vector_parameters& p = last.published->parameters();
  record r = {{"graph", c.arguments.graph.name()}};
  add_input(r, c);
  r["estimate"] = mean.value;
  r["standard_error"] = mean.standard_error;
  r["predicted_bias"] = mean.bias;
  r["measured_spread"] = optional_number(t.errors.runs() > 1, t.errors.spread());
  add_interval_fields(r, mean, [&](const edgeldp::estimate&) {
    return least_usable_epsilon(last.spent.total().nats(), [&](double total) {
      return predict_relative_half_width(last, options_at(c.arguments, total), total);
    });
  });
  r["epsilon"] = budget(last.spent.total());
  r["edge_ldp"] = budget(last.spent.edge_ldp());
  r["relationship_dp"] = budget(last.spent.relationship_dp(), shares_of_a_run);
  r["spent"] = c.spent.fields();
  r["split"] = {{"size", budget(last.budgets.size)},
                {"entries", budget(last.budgets.entries)},
                {"pilot", budget(last.budgets.pilot)},
                {"count", budget(last.budgets.count)}};
  add_codec(r, p);
  r["pilot"] = t.mean(t.pilot);
  r["error_parts"] = {{"randomized_response", std::sqrt(t.mean(t.response))},
                      {"laplace", std::sqrt(t.mean(t.laplace))}};
  r["upload_bytes"] = t.mean(t.upload);
  r["download_bytes"] = t.mean(t.download);
  r["bits_per_edge"] = bits_per_edge(t.mean(t.entries), t.mean(t.released));
  r["runs"] = t.errors.runs();
  add_guarantee(r, p.simulated, last.run.flaws);
  r["key"] = t.errors.runs() == 1 ? record(hex(p.key.value)) : record(nullptr);
  r["told"] = t.errors.runs() == 1 ? record(last.run.told) : record(nullptr);
  if (c.truth) {
    r["exact"] = exact_facts(c.input.graph.edge_count(), *c.truth, t.errors.rmse());
    add_cost(r["exact"], seconds);
  }
  return r;
}

void run_point(context& c, double total, std::uint64_t first_run, bool json) {
  const butterflies_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  const double reference = c.truth ? static_cast<double>(*c.truth) : 0.0;
  progress bar("runs", a.runs);
  tally all(reference);
  std::optional<butterfly_result> last;
  for (std::uint64_t run = first_run; run < first_run + a.runs; ++run) {
    const double run_start = elapsed_seconds();
    last = estimate_butterflies(c.input.graph, c.users, options_at(a, total), a.protocol.key_of(run),
                                a.protocol.coins_of(run));
    all.add(*last);
    c.spent.add(last->spent);
    if (a.each && a.runs > 1) {
      tally one(reference);
      one.add(*last);
      bar.hide();
      print_record(summarize(c, one, *last, elapsed_seconds() - run_start), json);
    }
    bar.step();
  }
  print_record(summarize(c, all, *last, elapsed_seconds() - start), json);
}

void run_butterflies(const butterflies_arguments& a, bool json) {
  context c{a, {}, a.side == "right" ? layer::right : layer::left, std::nullopt, {}};
  c.input = a.graph.load_bipartite(c.users, a.items_path);
  if (!a.no_exact) c.truth = exact::count_butterflies(c.input.graph);
  a.protocol.require_key_for(a.runs * a.protocol.epsilons.size());
  std::uint64_t first_run = 0;
  for (const double total : a.protocol.epsilons) {
    run_point(c, total, first_run, json);
    first_run += a.runs;
  }
}

}  // namespace

void add_butterflies(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "butterflies",
      "Estimate the number of butterflies of a bipartite graph: two users who have the same two items");
  auto a = std::make_shared<butterflies_arguments>();
  a->graph.add_to(*verb);
  a->protocol.add_rows_to(*verb);
  verb->add_option("--items", a->items_path,
                   "File with one id a line, the items; otherwise those of the file");
  verb->add_option("--layer", a->side, "The column whose vertices are users")
      ->check(CLI::IsMember({"left", "right"}))
      ->capture_default_str();
  verb->add_option("--runs", a->runs, "Repeat with fresh randomness and print one aggregate")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb->add_flag("--each", a->each, "Print every run before the aggregate");
  verb->add_flag("--no-exact", a->no_exact, no_exact_help);
  verb->callback([a, &common] { run_butterflies(*a, common.json); });
}

}  // namespace edgeldp::cli
