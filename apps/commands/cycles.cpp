// SPDX-License-Identifier: MIT
#include "edgeldp/graph/estimate/cycles.hpp"

#include <memory>
#include <utility>

#include "cli/counting_runs.hpp"
#include "commands/commands.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/graph/exact/cycles.hpp"

namespace edgeldp::cli {

namespace {

struct cycles_arguments : counting_arguments {
  unsigned length = 4;
};

counted_run counted_cycles(const cycle_result& r) {
  counted_run run = counted(r, r.cycles);
  const cycle_budgets& b = r.budgets;
  run.budgets = {{"degree", b.degree.nats()},
                 {"size", b.size.nats()},
                 {"edges", b.edges.nats()},
                 {"pilot", b.pilot.nats()},
                 {"count", b.count.nats()}};
  run.details = {static_cast<double>(r.kappa_percent)};
  return run;
}

void run_cycles(const cycles_arguments& a, bool json) {
  for (const char* name : {"--clip", "--margin", "--kappa", "--preset"})
    if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " belongs to the verb triangles");
  if (a.length != 3 && a.protocol.typed("--max-error"))
    throw invalid_parameter("--max-error limits the predicted error of triangles: --length 3 only");
  counting what;
  what.truth = [&](const csr_graph& g) { return count_cycles(g, a.length); };
  what.estimate = [&](const csr_graph& g, const protocol_options& options, release_key key,
                      const coin_source& coins) {
    return counted_cycles(estimate_cycles(g, a.length, options, key, coins));
  };
  what.estimate_on = [&](const csr_graph& g, std::shared_ptr<const release> published,
                         const coin_source& coins) {
    return counted_cycles(estimate_cycles_on(g, a.length, std::move(published), coins));
  };
  what.describe = [&](record& r, const std::vector<double>& details) {
    r["length"] = a.length;
    r["kappa_percent"] = details[0];
  };
  run_counting(a, what, json);
}

}  // namespace

void add_cycles(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "cycles", "Estimate the number of cycles of length 3, 4 or 5 by the two-step protocol; --runs repeats");
  auto a = std::make_shared<cycles_arguments>();
  a->add_to(*verb);
  verb->add_option("--length", a->length, "Length of the cycles")
      ->check(CLI::Range(3U, 5U))
      ->capture_default_str();
  verb->callback([a, &common] { run_cycles(*a, common.json); });
}

}  // namespace edgeldp::cli
