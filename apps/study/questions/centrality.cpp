// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/centrality/centrality_simulation.hpp"
#include "edgeldp/graph/questions/centrality/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

/// Of walks that are counted: nobody knows what longer ones would change.
std::string recall_by(const char* what, unsigned steps) {
  return fmt::format("recall, {} ({} steps)", what, steps);
}

/// Which scores there are depends on what each run released.
std::vector<exact_number> exact_centrality(const input&, const settings&) {
  return {};
}

/// Walks follow arcs where there are some.
graph_view lists_of(const input& data) {
  return data.arcs != nullptr ? data.arcs->out_lists() : graph_view(*data.graph);
}

/// What a run ranks, and what the truth is of it.
struct ranked_run {
  unsigned steps;
  double factor, damping;
  std::uint64_t top;
  std::vector<double> katz, eigenvector;

  std::vector<double> true_katz(const input& data) const {
    return exact::katz(lists_of(data), steps, factor, damping);
  }
  std::vector<double> true_eigenvector(const input& data) const {
    return exact::walks(lists_of(data), steps);
  }
};

answer play_centrality(session& s, const settings& asked) {
  const centrality_options options{asked.total};
  centrality_result r = estimate_centrality(s, options);
  const auto run = std::make_shared<const ranked_run>(
      ranked_run{options.steps, r.factor, options.damping, r.katz.top, r.katz.scores, r.eigenvector.scores});
  answer found{.numbers = {{recall_by("Katz", options.steps), r.katz.recall},
                           {recall_by("eigenvector", options.steps), r.eigenvector.recall}},
               .run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, r.run.rounds.size()),
               .lies = lies_of(r.lies),
               .facts = {{"steps", options.steps}, {"top_users", r.katz.top}}};
  found.means = {{"/growth", r.growth}, {"/factor", r.factor}};
  found.of_users.push_back({"Katz", std::move(r.katz.scores), r.katz.standard_error,
                            [run](const input& data) { return run->true_katz(data); }});
  found.of_users.push_back({"eigenvector", std::move(r.eigenvector.scores), r.eigenvector.standard_error,
                            [run](const input& data) { return run->true_eigenvector(data); }});
  found.exact = [run](const input& data) -> std::vector<exact_number> {
    return {{recall_by("Katz", run->steps), recall_of(run->true_katz(data), run->katz, run->top)},
            {recall_by("eigenvector", run->steps),
             recall_of(run->true_eigenvector(data), run->eigenvector, run->top)}};
  };
  return found;
}

constexpr question_simulation centrality_in_process{.exact = exact_centrality,
                                                    .tasks = simulated_centrality_tasks};
constexpr question_simulation arc_centrality_in_process{.exact = exact_centrality,
                                                        .tasks = simulated_centrality_tasks};

}  // namespace

constinit const question centrality{
    .name = "centrality",
    .play = play_centrality,
    .of_users = "centrality by Katz and by eigenvector",
    .audit = "neighbor-sums",
    .simulation = &centrality_in_process,
    .of_arcs = &arc_centrality,
};

constinit const question arc_centrality{
    .name = "directed-centrality",
    .kind = input_kind::arcs,
    .play = play_centrality,
    .of_users = "centrality by Katz and by eigenvector, along arcs",
    .audit = "neighbor-sums",
    .simulation = &arc_centrality_in_process,
};

}  // namespace edgeldp::study
