// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "results/codec_facts.hpp"
#include "results/costs.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

double released_entries(const vector_release& published) {
  double sum = 0.0;
  for (const std::int64_t size : published.layout().sizes()) sum += static_cast<double>(size);
  return sum;
}

results::record split(const butterfly_budgets& b) {
  return {{"size", results::budget(b.size)},
          {"entries", results::budget(b.entries)},
          {"pilot", results::budget(b.pilot)},
          {"count", results::budget(b.count)}};
}

answer play_butterflies(session& s, const settings& asked) {
  const auto r = std::make_shared<const butterfly_result>(
      estimate_butterflies(s, asked.shape, {asked.total, asked.codec}));
  answer found{.run = r->run, .sent = r->communication, .losses = losses_of(*r), .lies = lies_of(r->lies)};
  found.numbers.push_back({"butterflies", r->butterflies, r->lies.influence()});
  found.numbers.back().variances = {{"randomized_response", r->error.response_variance},
                                    {"laplace", r->error.laplace_variance}};
  found.key = r->published->parameters().key;
  found.released_edges = released_entries(*r->published);
  found.facts["split"] = split(r->budgets);
  results::add_codec_fields(found.facts, r->published->parameters());
  found.means.emplace_back("/pilot", r->pilot);
  found.half_width_at = [r, codec = asked.codec](double total) {
    return predict_relative_half_width(*r, {epsilon::from_nats(total), codec}, total);
  };
  return found;
}

std::vector<exact_number> exact_butterflies(const input& data, const settings&) {
  return {{"butterflies", exact::count_butterflies(*data.layers)}};
}

constexpr question_simulation butterflies_in_process{.exact = exact_butterflies,
                                                     .users = simulated_butterfly_users};

}  // namespace

constinit const question butterflies{
    .name = "butterflies",
    .kind = input_kind::layers,
    .has_rows = true,
    .play = play_butterflies,
    .simulation = &butterflies_in_process,
};

}  // namespace edgeldp::study
