// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "io/progress.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"

namespace edgeldp::cli {

namespace {

struct butterflies_arguments : study_arguments {
  layer_argument layers;

  butterfly_options options_at(double total) const {
    return {epsilon::from_nats(total), protocol.codec_by_hand()};
  }
};

findings found(const butterflies_arguments& a, butterfly_result r, const record& truth) {
  const vector_parameters& p = r.published->parameters();
  findings f{{{"", {{r.butterflies, 0.0, {r.error.response_variance, r.error.laplace_variance}}}, truth}},
             cost_with_items(r.run.spent),
             r.communication,
             r.run.told,
             r.run.flaws,
             p.key};
  f.numbers.front().parts_of_error = {"randomized_response", "laplace"};
  double released = 0.0;
  for (const std::int64_t size : r.published->layout().sizes()) released += static_cast<double>(size);
  f.released_edges = released;
  f.keys["split"] = {{"size", budget(r.budgets.size)},
                     {"entries", budget(r.budgets.entries)},
                     {"pilot", budget(r.budgets.pilot)},
                     {"count", budget(r.budgets.count)}};
  add_codec_fields(f.keys, p);
  f.add_mean("/pilot", r.pilot);
  f.keys["error_parts"] = nullptr;
  f.budget_that_would_do =
      [&a, run = std::make_shared<const butterfly_result>(std::move(r))](const edgeldp::estimate&) {
        return least_usable_epsilon(run->run.spent.ceiling().nats(), [&](double total) {
          return predict_relative_half_width(*run, a.options_at(total), total);
        });
      };
  return f;
}

void run_butterflies(const butterflies_arguments& a, study_results& to) {
  const layer users = a.layers.users();
  const read_bipartite_result input = a.graph.load_bipartite(users, a.layers.items_path);
  const bipartite_graph& g = input.graph;
  const auto count = [&] {
    const progress line("exact count");
    return record(exact::count_butterflies(g));
  };
  const record truth = a.no_exact ? record(nullptr) : count();
  run({a,
       facts_of(a.graph.name(), input, users),
       g.edge_count(),
       !a.no_exact,
       [&](const play& p) {
         return found(a, estimate_butterflies(g, users, a.options_at(p.nats), p.key(), p.coins()), truth);
       },
       1,
       record::object(),
       false,
       {"butterflies", ""}},
      to);
}

}  // namespace

void add_butterflies(verb_options& verb, const common_arguments& common) {
  butterflies_arguments& a = acts_on_graphs(verb, common, run_butterflies);
  a.graph.add_several_to(verb);
  a.protocol.add_rows_to(verb);
  a.layers.add_to(verb);
  a.add_runs_to(verb);
}

}  // namespace edgeldp::cli
