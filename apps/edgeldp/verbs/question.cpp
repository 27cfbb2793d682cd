// SPDX-License-Identifier: MIT
#include "verbs/question.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/errors/interval.hpp"
#include "io/progress.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"

namespace edgeldp::cli {

namespace {

struct question_arguments : study_arguments {
  const study::question* asked = nullptr;
  layer_argument layers;
};

/// Empty where nobody wants them.
using exact_numbers = std::vector<study::exact_number>;

record exact_of(const exact_numbers& truth, const std::string& statistic) {
  const auto known = std::ranges::find(truth, statistic, &study::exact_number::statistic);
  return known == truth.end() ? record(nullptr) : known->value;
}

/// is_only: a number that needs no name.
found_number found(const study::number& n, const record& truth, bool is_only) {
  found_number f{is_only ? "" : n.statistic, {{n.value, 0.0, {}}}, truth};
  for (std::size_t i = 0; i < n.variances.size(); ++i) {
    f.parts_of_error.push_back(n.variances[i].first);
    f.values.front().variances.at(i) = n.variances[i].second;
  }
  return f;
}

findings found(const study::question& q, study::answer r, const exact_numbers& truth) {
  const run_record& run = r.run;
  findings f{{},        q.kind == study::input_kind::layers ? cost_with_items(run.spent) : cost_of(run.spent),
             r.sent,    run.told,
             run.flaws, r.key};
  const bool is_only = r.numbers.size() == 1;
  for (const study::number& n : r.numbers)
    f.numbers.push_back(found(n, exact_of(truth, n.statistic), is_only));
  f.released_edges = r.released_edges;
  f.keys = std::move(r.facts);
  if (r.published) f.add_rows(r.published, false);
  for (const auto& [where, value] : r.means) f.add_mean(where, value);
  if (std::ranges::any_of(r.numbers, [](const study::number& n) { return !n.variances.empty(); }))
    f.keys["error_parts"] = nullptr;
  for (std::size_t i = 1; i < f.numbers.size(); ++i)  // which nobody knows of these
    f.numbers[i].budget_that_would_do = [](const estimate&) { return std::optional<double>(); };
  if (r.half_width_at)
    f.budget_that_would_do = [at = std::move(r.half_width_at), total = run.spent.ceiling().nats()](
                                 const estimate&) { return least_usable_epsilon(total, at); };
  return f;
}

exact_numbers count_exactly(const question_arguments& a, const study::input& data) {
  if (a.no_exact) return {};
  const progress line("exact count");
  return a.asked->exact(data, {});
}

/// facts, edges: of the input.
void run_on_data(const question_arguments& a, const study::input& data, record facts, std::uint64_t edges,
                 study_results& to) {
  const exact_numbers truth = count_exactly(a, data);
  run({a,
       std::move(facts),
       edges,
       !a.no_exact,
       [&](const play& p) {
         study::settings settings{p.total()};
         if (a.asked->has_rows) settings.codec = a.protocol.codec_by_hand();
         return found(*a.asked, study::simulate(*a.asked, data, settings, p.key(), p.coins()), truth);
       },
       1,
       record::object(),
       false,
       {std::string(a.asked->name), ""}},
      to);
}

void run_question(const question_arguments& a, study_results& to) {
  if (a.asked->kind == study::input_kind::layers) {
    const layer users = a.layers.users();
    const read_bipartite_result input = a.graph.load_bipartite(users, a.layers.items_path);
    run_on_data(a, {.layers = &input.graph, .users = users}, facts_of(a.graph.name(), input, users),
                input.graph.edge_count(), to);
  } else {
    const read_graph_result input = a.graph.load();
    run_on_data(a, {.graph = &input.graph}, facts_of(a.graph.name(), input), input.graph.edge_count(), to);
  }
}

}  // namespace

void add_question(verb_options& verb, const common_arguments& common, const study::question& asked) {
  question_arguments& a = acts_on_graphs(verb, common, run_question);
  a.asked = &asked;
  a.graph.add_several_to(verb);
  if (asked.has_rows)
    a.protocol.add_rows_to(verb);
  else
    a.protocol.add_budget_to(verb);
  if (asked.kind == study::input_kind::layers) a.layers.add_to(verb);
  a.add_runs_to(verb);
}

}  // namespace edgeldp::cli
