// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/triangles/exact.hpp"
#include "study/counting_runs.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

findings found(const triangle_result& r, const two_step& options) {
  const round_budgets& b = r.plan.budgets;
  const bound_rule& cap = r.plan.cap;
  findings f =
      counted(r, r.triangles, told_of(r),
              {{"degree", b.degree}, {"size", b.size}, {"edges", b.edges}, {"count", b.count}}, options);
  f.keys["cap"] = {{"anchor", name_of(cap.anchor)},
                   {"margin", nullptr},
                   {"clip", name_of(cap.kind)},
                   {"kappa_percent", nullptr}};
  f.add_mean("/cap/margin", static_cast<double>(cap.margin));
  if (cap.kind == bound_kind::pairs) f.add_mean("/cap/kappa_percent", cap.kappa_percent);
  f.add_mean("/law_floor", r.law_floor);
  f.budget_that_would_do = [published = r.published, closure = r.closure, options](const estimate&) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_relative_half_width(*published, closure, options, total);
    });
  };
  return f;
}

void run_triangles(const counting_arguments& a, bool json) {
  counting what;
  what.truth = [](const csr_graph& g) { return exact::count_triangles(g); };
  what.estimate = [](const csr_graph& g, const two_step& options, const play& p) {
    return found(estimate_triangles(g, options, p.key(), p.coins()), options);
  };
  what.estimate_on = [&](const csr_graph& g, std::shared_ptr<const release> published, const play& p) {
    two_step options;
    options.total = published->parameters().total;
    options.clip = a.protocol.clip_by_hand();
    return found(estimate_triangles(g, std::move(published), options.clip, p.coins()), options);
  };
  run_counting(a, what, json);
}

}  // namespace

void add_triangles(CLI::App& verb, const common_arguments& common) {
  counting_arguments& a = acts_by(verb, common, run_triangles);
  a.add_to(verb);
}

}  // namespace edgeldp::cli
