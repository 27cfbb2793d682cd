// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/triangles/exact.hpp"
#include "io/claims.hpp"
#include "study/counting_runs.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

counted_run counted_triangles(const triangle_result& r) {
  counted_run run = counted(r, r.triangles);
  const round_budgets& b = r.plan.budgets;
  run.budgets = {{"degree", budget(b.degree)},
                 {"size", budget(b.size)},
                 {"edges", budget(b.edges)},
                 {"count", budget(b.count)}};
  run.told = told_of(r);
  run.details = {static_cast<double>(r.plan.cap.margin), static_cast<double>(r.plan.cap.kappa_percent),
                 r.law_floor};
  return run;
}

void run_triangles(const counting_arguments& a, bool json) {
  bound_rule cap;  // of the last run: its names are the same in all
  const auto remember = [&cap](const triangle_result& r, const two_step& options) {
    cap = r.plan.cap;
    counted_run run = counted_triangles(r);
    run.budget_that_would_do = [published = r.published, closure = r.closure, options](const estimate&) {
      return least_usable_epsilon(options.total.nats(), [&](double total) {
        return predict_relative_half_width(*published, closure, options, total);
      });
    };
    return run;
  };
  counting what;
  what.truth = [](const csr_graph& g) { return exact::count_triangles(g); };
  what.estimate = [&](const csr_graph& g, const two_step& options, release_key key,
                      const coin_source& coins) {
    return remember(estimate_triangles(g, options, key, coins), options);
  };
  what.estimate_on = [&](const csr_graph& g, std::shared_ptr<const release> published,
                         const coin_source& coins) {
    two_step options;
    options.total = published->parameters().total;
    options.clip = a.protocol.clip_by_hand();
    return remember(estimate_triangles_on(g, std::move(published), options.clip, coins), options);
  };
  what.describe = [&](record& r, const std::vector<double>& details) {
    r["cap"] = {{"anchor", name_of(cap.anchor)}, {"margin", details[0]}, {"clip", name_of(cap.kind)}};
    r["cap"]["kappa_percent"] = cap.kind == bound_kind::pairs ? record(details[1]) : record(nullptr);
    r["law_floor"] = details[2];
  };
  run_counting(a, what, json);
}

}  // namespace

void add_triangles(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "triangles",
      "Estimate the number of triangles by the two-step protocol; --runs repeats and reports the error");
  auto a = std::make_shared<counting_arguments>();
  a->add_to(*verb);
  verb->callback([a, &common] { run_triangles(*a, common.json); });
}

}  // namespace edgeldp::cli
