// SPDX-License-Identifier: MIT
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

answer play_on_sample(session& s, const settings& asked) {
  const sampled_result r =
      estimate_sampled_triangles(s, {.total = asked.total, .download_bytes = asked.download_bytes});
  answer found{.numbers = {{"triangles", r.triangles, r.lies.influence()}},
               .run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, r.run.rounds.size()),
               .lies = lies_of(r.lies)};
  found.facts["sample"] = {{"rows", r.owners.size()},
                           {"candidates", r.roles.candidate_chance()},
                           {"columns", r.roles.column_chance()},
                           {"counters", r.counters}};
  return found;
}

answer play_triangles(session& s, const settings& asked) {
  if (asked.download_bytes > 0.0) return play_on_sample(s, asked);
  centred_options options{asked.total, asked.codec};
  if (asked.relationship > 1.0) {
    options.relationship = asked.relationship;
    options.rows = endpoint::earlier;
  }
  const centred_result r = estimate_centred_triangles(s, options);
  return {.numbers = {{"triangles", r.triangles, r.lies.influence()}},
          .run = r.run,
          .published = r.published,
          .sent = r.communication,
          .losses = losses_of(r),
          .lies = lies_of(r.lies)};
}

std::vector<exact_number> exact_triangles(const input& data, const settings&) {
  return {{"triangles", exact::count_triangles(*data.graph)}};
}

/// Of all rows, and of a sample of them.
std::vector<simulated_task> tasks_of_users() {
  std::vector<simulated_task> tasks = simulated_centred_tasks();
  for (simulated_task& task : simulated_sample_tasks()) tasks.push_back(std::move(task));
  return tasks;
}

constexpr question_simulation triangles_in_process{.exact = exact_triangles, .tasks = tasks_of_users};

}  // namespace

constinit const question triangles{
    .name = "triangles",
    .has_rows = true,
    .play = play_triangles,
    .audit = "centred-triangles",
    .simulation = &triangles_in_process,
};

}  // namespace edgeldp::study
