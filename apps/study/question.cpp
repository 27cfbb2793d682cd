// SPDX-License-Identifier: MIT
#include "study/question.hpp"

#include <algorithm>
#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "study/questions/rows.hpp"

namespace edgeldp::study {

namespace {

constexpr std::array all{&triangles,  &cycles_4, &cycles_5,   &degrees,     &cores,
                         &centrality, &mixing,   &clustering, &butterflies, &homophily};

answer simulate_on_graph(const question& q, const csr_graph& g, const settings& asked, release_key key,
                         const coin_source& coins) {
  const graph_view view(g);
  return simulate_run(view, q.tasks == nullptr ? std::vector<simulated_task>() : q.tasks(), asked.total, key,
                      coins, [&](session& s) { return q.play(s, asked); });
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

answer simulate_on_layers(const question& q, const input& data, settings asked, release_key key,
                          const coin_source& coins) {
  const sparse_vectors lists = vectors_of(*data.layers, data.users);
  asked.shape = {lists.length(), lists.alphabet()};
  return simulate_run(q.users(lists, coins), asked.total, key, [&](session& s) { return q.play(s, asked); });
}

}  // namespace

std::span<const question* const> questions() {
  return all;
}

const question* find_question(std::string_view name) noexcept {
  const auto found = std::ranges::find(all, name, &question::name);
  return found == all.end() ? nullptr : *found;
}

answer simulate(const question& q, const input& data, settings asked, release_key key,
                const coin_source& coins) {
  if (q.kind == input_kind::graph) return simulate_on_graph(q, *data.graph, asked, key, coins);
  if (q.kind == input_kind::layers) return simulate_on_layers(q, data, std::move(asked), key, coins);
  if (data.graph->vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  return simulate_on_attributes(q, data, std::move(asked), key, coins);
}

}  // namespace edgeldp::study
