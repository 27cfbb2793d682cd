// SPDX-License-Identifier: MIT
#include "study/questions/simulated_question.hpp"

#include <algorithm>
#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity_simulation.hpp"
#include "study/questions/rows.hpp"

namespace edgeldp::study {

namespace {

constexpr std::array all{&triangles,   &cycles_4,       &cycles_5,   &degrees,    &cores,       &centrality,
                         &mixing,      &communities,    &synthesis,  &clustering, &butterflies, &homophily,
                         &arc_degrees, &arc_centrality, &arc_mixing, &reciprocity};

answer simulate_on_lists(const question& q, const graph_view& view, const settings& asked, release_key key,
                         const coin_source& coins) {
  return simulate_run(view,
                      q.simulation->tasks == nullptr ? std::vector<simulated_task>() : q.simulation->tasks(),
                      asked.total, key, coins, [&](session& s) { return q.play(s, asked); });
}

answer simulate_on_attributes(const question& q, const input& data, settings asked, release_key key,
                              const coin_source& coins) {
  asked.attributes.clear();
  for (const user_attribute& a : data.attributes) asked.attributes.push_back({a.name, a.values});
  const graph_view view(*data.graph);
  const attributed_graph users{view, data.attributes};
  return simulate_run(simulated_profiles(users, coins), asked.total, key,
                      [&](session& s) { return q.play(s, asked); });
}

answer simulate_on_vectors(const question& q, const sparse_vectors& lists, settings asked, release_key key,
                           const coin_source& coins) {
  asked.shape = {lists.length(), lists.alphabet()};
  return simulate_run(q.simulation->users(lists, coins), asked.total, key,
                      [&](session& s) { return q.play(s, asked); });
}

}  // namespace

std::span<const question* const> questions() {
  return all;
}

const question* find_question(std::string_view name) noexcept {
  if (name == labels.name) return &labels;
  const auto found = std::ranges::find(all, name, &question::name);
  return found == all.end() ? nullptr : *found;
}

answer simulate(const question& q, const input& data, settings asked, release_key key,
                const coin_source& coins) {
  switch (q.kind) {
    case input_kind::graph:
      return simulate_on_lists(q, *data.graph, asked, key, coins);
    case input_kind::layers:
      return simulate_on_vectors(q, vectors_of(*data.layers, data.users), std::move(asked), key, coins);
    case input_kind::arcs:
      return q.simulation->users == nullptr
                 ? simulate_on_lists(q, data.arcs->out_lists(), asked, key, coins)
                 : simulate_on_vectors(q, rows_of(*data.arcs), std::move(asked), key, coins);
    case input_kind::attributed_graph:
      break;
  }
  if (data.graph->vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  return simulate_on_attributes(q, data, std::move(asked), key, coins);
}

}  // namespace edgeldp::study
