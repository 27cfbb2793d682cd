// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

answer play_triangles(session& s, const settings& asked) {
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

constexpr question_simulation triangles_in_process{.exact = exact_triangles,
                                                   .tasks = [] { return simulated_centred_tasks(); }};

}  // namespace

constinit const question triangles{
    .name = "triangles",
    .has_rows = true,
    .play = play_triangles,
    .audit = "centred-triangles",
    .simulation = &triangles_in_process,
};

}  // namespace edgeldp::study
