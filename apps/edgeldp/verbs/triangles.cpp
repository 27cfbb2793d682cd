// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/triangles/centred/centred_triangles_simulation.hpp"
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

findings found(const centred_result& r, const two_step& options) {
  const release_parameters& p = r.published->parameters();
  findings f{{{"", {{r.triangles, 0.0, {}}}}}, r.spent, r.communication, r.run.told};
  f.numbers[0].values[0].variances = {r.error.response_variance, r.error.laplace_variance,
                                      r.error.clip_variance};
  f.numbers[0].parts_of_error = {"randomized_response", "laplace", "sizes"};
  f.flaws = flaws_of_chunks(r.is_private);
  add_split_by_rank(f, p);
  add_two_step(f, {}, r.published, options.codec);
  f.keys["cap"] = nullptr;  // limits are by rank and group
  add_centred(f, r);
  f.add_mean("/closure", r.closure);
  f.add_mean("/law_floor", r.law_floor);
  f.budget_that_would_do = [published = r.published, closure = r.closure, options](const estimate&) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_centred_half_width(*published, closure, options.degree_share, total);
    });
  };
  return f;
}

void run_triangles(const counting_arguments& a, bool json) {
  counting what;
  what.truth = [](const csr_graph& g) { return exact::count_triangles(g); };
  what.estimate = [&](const csr_graph& g, const two_step& options, const play& p) {
    if (a.protocol.is_centred()) {
      const centred_options centred{options.total, options.codec, options.degree_share};
      return found(estimate_centred_triangles(g, centred, p.key(), p.coins()), options);
    }
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
  a.protocol.has_centred = true;
  a.add_to(verb);
}

}  // namespace edgeldp::cli
