// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

template <unsigned length>
std::string cycle_statistic() {
  return "cycles of length " + std::to_string(length);
}

template <unsigned length>
answer play_cycles(session& s, const settings& asked) {
  two_step options;
  options.total = asked.total;
  options.codec = asked.codec;
  if (asked.relationship > 1.0) {
    options.relationship = asked.relationship;
    options.rows = endpoint::earlier;
  }
  const cycle_result r = estimate_cycles(s, length, options);
  return {.numbers = {{cycle_statistic<length>(), r.cycles, r.lies.influence()}},
          .run = r.run,
          .published = r.published,
          .sent = r.communication,
          .losses = losses_of(r),
          .lies = lies_of(r.lies)};
}

template <unsigned length>
std::vector<exact_number> exact_cycles(const input& data, const settings&) {
  return {{cycle_statistic<length>(), exact::count_cycles(*data.graph, length)}};
}

constexpr question_simulation cycles_4_in_process{.exact = exact_cycles<4>, .tasks = simulated_cycle_tasks};
constexpr question_simulation cycles_5_in_process{.exact = exact_cycles<5>, .tasks = simulated_cycle_tasks};

}  // namespace

constinit const question cycles_4{
    .name = "cycles-4",
    .has_rows = true,
    .play = play_cycles<4>,
    .audit = "cycles",
    .simulation = &cycles_4_in_process,
};

constinit const question cycles_5{
    .name = "cycles-5",
    .has_rows = true,
    .play = play_cycles<5>,
    .audit = "cycles",
    .simulation = &cycles_5_in_process,
};

}  // namespace edgeldp::study
