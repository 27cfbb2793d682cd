// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/clustering/clustering.hpp"

#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

answer play_clustering(session& s, const settings& asked) {
  const centred_clustering_result r =
      estimate_clustering(s, centred_options{asked.total, asked.codec, clustering_degree_share});
  answer found{.run = r.run.run,
               .published = r.run.published,
               .sent = r.run.communication,
               .losses = losses_of(r.run),
               .lies = lies_of(r.run.lies)};
  found.numbers.push_back({"clustering", r.clustering});
  found.numbers.back().is_count = false;
  return found;
}

std::vector<exact_number> exact_clustering(const input& data, const settings&) {
  return {{"clustering", exact::global_clustering(*data.graph)}};
}

constexpr question_simulation clustering_in_process{.exact = exact_clustering,
                                                    .tasks = [] { return simulated_centred_tasks(); }};

}  // namespace

constinit const question clustering{
    .name = "clustering",
    .has_rows = true,
    .play = play_clustering,
    .audit = "centred-triangles",
    .simulation = &clustering_in_process,
};

}  // namespace edgeldp::study
