// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "options/verb_options.hpp"
#include "study/counting_runs.hpp"
#include "verbs/acts_on_graphs.hpp"

namespace edgeldp::cli {

namespace {

findings found(const triangle_result& r, const two_step& options) {
  const round_budgets& b = r.plan.budgets;
  const bound_rule& cap = r.plan.cap;
  findings f =
      counted(r, r.triangles,
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

struct triangles_arguments : counting_arguments {
  std::optional<double> most_download;

  sampled_options sampled_at(double total) const { return {epsilon::from_nats(total), *most_download}; }
};

findings found(sampled_result r, const triangles_arguments& a) {
  findings f{{{"", {{r.triangles, 0.0, {}}}}}, cost_of(r.run.spent), r.communication, r.run.told};
  f.numbers[0].values[0].variances = {r.error.response_variance, r.error.laplace_variance,
                                      r.error.clip_variance};
  f.numbers[0].parts_of_error = {"randomized_response", "laplace", "sampling"};
  f.add_mean_split({{"degree", r.degree}, {"size", r.size}, {"edges", r.edges}, {"count", r.count}});
  if (r.published) {
    f.key = r.published->parameters().key;
    f.released_edges = 0.0;  // that the rows hold
    for (const std::int64_t size : r.published->layout().sizes())
      *f.released_edges += static_cast<double>(size);
    add_codec_fields(f.keys, r.published->parameters());
  }
  f.keys["sample"] = {
      {"rows", nullptr}, {"candidates", nullptr}, {"columns", nullptr}, {"counters", nullptr}};
  f.add_mean("/sample/rows", static_cast<double>(r.owners.size()));
  f.add_mean("/sample/candidates", r.roles.candidate_chance());
  f.add_mean("/sample/columns", r.roles.column_chance());
  f.add_mean("/sample/counters", static_cast<double>(r.counters));
  f.add_mean("/closure", r.closure);
  f.budget_that_would_do = [&a, run = std::make_shared<const sampled_result>(std::move(r))](const estimate&) {
    const double total = run->run.spent.ceiling().nats();
    return least_usable_epsilon(
        total, [&](double other) { return predict_sampled_half_width(*run, a.sampled_at(total), other); });
  };
  return f;
}

/// A sample has settings of its own.
void refuse_beside_download(const triangles_arguments& a) {
  for (const char* name : {"--codec", "--prefer", "--alpha", "--level", "--beta", "--preset", "--split",
                           "--order", "--clip", "--margin", "--kappa", "--chunk-rule", "--max-upload",
                           "--max-error", "--key", "--release", "--relationship"})
    if (a.protocol.typed(name))
      throw invalid_parameter(std::string(name) +
                              " does not go with --max-download, which plans a sample of rows");
}

void run_triangles(const triangles_arguments& a, study_results& to) {
  if (a.most_download) refuse_beside_download(a);
  counting what;
  what.words = {"triangles",
                a.most_download
                    ? "Without --max-download users read all rows: less error."
                    : "--max-download 5000 lets users read 5 kB, --codec ppr makes rows smaller: both with "
                      "more error. `edgeldp tune` compares settings."};
  what.truth = [](const csr_graph& g) { return exact::count_triangles(g); };
  what.estimate = [&](const csr_graph& g, const two_step& options, const play& p) {
    if (a.most_download)
      return found(estimate_sampled_triangles(g, a.sampled_at(p.nats), p.key(), p.coins()), a);
    if (a.protocol.is_centred()) {
      const centred_options centred = a.protocol.centred(options);
      return counted_centred(estimate_centred_triangles(g, centred, p.key(), p.coins()), centred);
    }
    return found(estimate_triangles(g, options, p.key(), p.coins()), options);
  };
  what.estimate_on = [&](const csr_graph& g, std::shared_ptr<const release> published, const play& p) {
    two_step options;
    options.total = published->parameters().total;
    options.clip = a.protocol.clip_by_hand();
    return found(estimate_triangles(g, std::move(published), options.clip, p.coins()), options);
  };
  run_counting(a, what, to);
}

}  // namespace

void add_triangles(verb_options& verb, const common_arguments& common) {
  triangles_arguments& a = acts_on_graphs(verb, common, run_triangles);
  a.protocol.has_centred = true;
  a.add_to(verb);
  add_relationship(verb, a.protocol.relationship);
  verb.add_option("--max-download", a.most_download,
                  "Users read a public sample of rows of about so many bytes, not the whole release: less to "
                  "download, more error")
      ->check(above_zero());
}

}  // namespace edgeldp::cli
