// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/homophily.hpp"

#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

void add_ratio(answer& to, std::string statistic, const std::optional<mixing_number>& ratio) {
  if (!ratio) return;
  to.numbers.push_back({std::move(statistic), ratio->estimate});
  to.numbers.back().is_count = false;
}

answer play_homophily(session& s, const settings& asked) {
  homophily_options options;
  options.total = asked.total;
  options.method = homophily_method::counts;
  std::vector<channel::labels> values;
  for (const asked_attribute& a : asked.attributes) values.push_back(a.values);
  const homophily_result r = estimate_homophily(s, values, options);
  answer found{
      .run = r.run, .sent = r.communication, .losses = losses_after(r.run, 0), .lies = lies_of(r.lies)};
  for (std::size_t i = 0; i < asked.attributes.size(); ++i) {
    const mixing_estimate& mixing = r.attributes[i];
    const std::string& name = asked.attributes[i].name;
    const mixing_influence most = influence_of(r, i);
    found.numbers.push_back({"edges within " + name, mixing.within().estimate, most.within});
    found.numbers.push_back({"edges across " + name, mixing.across().estimate, most.across});
    add_ratio(found, "fraction within " + name, mixing.fraction_within());
    add_ratio(found, "assortativity " + name, mixing.assortativity());
  }
  return found;
}

std::vector<exact_number> exact_homophily(const input& data, const settings&) {
  std::vector<exact_number> known;
  for (const user_attribute& a : data.attributes) {
    const exact::mixing m = exact::measure_mixing(*data.graph, a);
    known.push_back({"edges within " + a.name, m.within});
    known.push_back({"edges across " + a.name, m.edges - m.within});
    if (m.fraction_within) known.push_back({"fraction within " + a.name, *m.fraction_within});
    if (m.assortativity) known.push_back({"assortativity " + a.name, *m.assortativity});
  }
  return known;
}

constexpr question_simulation homophily_in_process{.exact = exact_homophily};

}  // namespace

constinit const question homophily{
    .name = "homophily",
    .kind = input_kind::attributed_graph,
    .play = play_homophily,
    .simulation = &homophily_in_process,
};

}  // namespace edgeldp::study
