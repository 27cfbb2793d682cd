// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

/// The density that there would be of a set is each run's own: of its set.
std::vector<exact_number> exact_cores(const input& data, const settings&) {
  return {{"degeneracy", exact::degeneracy(*data.graph)}};
}

results::record facts_of(const core_result& r) {
  results::record sizes = results::record::array();
  for (const core_size& size : r.sizes)
    sizes.push_back({{"k", size.k}, {"users", size.users}, {"at_most", size.at_most}});
  return {{"rounds_of_h_index", r.plan.steps.size()},
          {"core_sizes", std::move(sizes)},
          {"densest",
           {{"members", r.dense.members.size()},
            {"at_least", std::max(0.0, r.dense.density.low())},
            {"at_most", r.degeneracy.high()}}}};
}

answer play_cores(session& s, const settings& asked) {
  core_result r = estimate_cores(s, {asked.total});
  answer found{
      .numbers = {{"degeneracy", r.degeneracy}, {"density of the chosen set", r.dense.density}},
      .run = r.run,
      .sent = r.communication,
      .losses = losses_after(r.run, r.plan.steps.size()),  // behind degrees; who is in sets is known then
      .lies = lies_of(r.lies),
      .facts = facts_of(r)};
  found.numbers.front().is_count = false;
  found.means = {{"/unfinished", r.unfinished}};
  found.of_users.push_back({"core number", std::move(r.cores), r.error_of_a_user, [](const input& data) {
                              const std::vector<std::uint64_t> cores = exact::core_numbers(*data.graph);
                              return std::vector<double>(cores.begin(), cores.end());
                            }});
  found.exact = [members = std::move(r.dense.members)](const input& data) {
    std::vector<exact_number> known = exact_cores(data, {});
    known.push_back({"density of the chosen set", exact::density(*data.graph, members)});
    return known;
  };
  return found;
}

constexpr question_simulation cores_in_process{.exact = exact_cores, .tasks = simulated_core_tasks};

}  // namespace

constinit const question cores{
    .name = "cores",
    .play = play_cores,
    .of_users = "core number",
    .audit = "neighbor-h-index",  // and groups
    .simulation = &cores_in_process,
};

}  // namespace edgeldp::study
