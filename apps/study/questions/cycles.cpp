// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "study/questions/rows.hpp"

namespace edgeldp::study {

namespace {

template <unsigned length>
std::string statistic() {
  return "cycles of length " + std::to_string(length);
}

template <unsigned length>
answer play(session& s, const settings& asked) {
  two_step options;
  options.total = asked.total;
  options.codec = asked.codec;
  const cycle_result r = estimate_cycles(s, length, options);
  return {.numbers = {{statistic<length>(), r.cycles, r.lies.influence()}},
          .run = r.run,
          .published = r.published,
          .sent = r.communication,
          .losses = losses_of(r),
          .lies = lies_of(r.lies)};
}

template <unsigned length>
std::vector<exact_number> count(const input& data, const settings&) {
  return {{statistic<length>(), exact::count_cycles(*data.graph, length)}};
}

}  // namespace

constinit const question cycles_4{
    .name = "cycles-4",
    .has_rows = true,
    .play = play<4>,
    .exact = count<4>,
    .tasks = simulated_cycle_tasks,
    .audit = "cycles",
};

constinit const question cycles_5{
    .name = "cycles-5",
    .has_rows = true,
    .play = play<5>,
    .exact = count<5>,
    .tasks = simulated_cycle_tasks,
    .audit = "cycles",
};

}  // namespace edgeldp::study
