// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/rounds_simulation.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

namespace {

/// Calls f(session, users) for a run of one round at this budget.
template <class F>
auto run_alone(const graph_view& g, release_key key, epsilon budget, const coin_source& coins, F&& f) {
  return simulate_run(simulated_users(g, coins), budget, key,
                      [&](session& s) { return f(s, charge{budget, s.everybody()}); });
}

}  // namespace

released_numbers release_degrees(const graph_view& g, epsilon budget, const coin_source& coins) {
  return run_alone(g, release_key{}, budget, coins, [&](session& s, const charge& paid) {
    released_values answers = s.ask(degree_round{budget}, paid);
    return released_numbers{std::move(answers.values), s.upload_bytes()};
  });
}

released_numbers release_sizes_of_rows(const graph_view& g, std::shared_ptr<const public_order> order,
                                       epsilon budget, const coin_source& coins) {
  return run_alone(g, order->key(), budget, coins, [&](session& s, const charge& paid) {
    released_values answers = s.ask(size_round{budget, {s.publish(std::move(order))}}, paid);
    return released_numbers{std::move(answers.values), s.upload_bytes()};
  });
}

std::vector<std::int64_t> true_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank) {
  std::vector<std::int64_t> sizes(g.vertex_count());
  for_each_asked(roster::everybody(g.vertex_count()), g, [&](std::uint64_t number, const own_list& me) {
    sizes[number] = ranges::count_if(me.neighbors, [&](vertex_id v) { return rank[v] < rank[me.user]; });
  });
  return sizes;
}

published_rows release_edges(const graph_view& g, release_layout layout, const coin_source& coins) {
  const release_parameters& p = layout.parameters();
  return run_alone(g, p.key, p.edge_budgets().largest(), coins, [&](session& s, const charge& most) {
    if (layout.parameters().has_laws_by_position())
      throw invalid_parameter("rows whose bits cost by whom they are about have no round of their own here");
    auto shared = std::make_shared<const release_layout>(std::move(layout));
    const std::vector<charge> paid =
        charges_by_rank(shared->parameters().edge_budgets(), shared->ranks(), most.who);
    row_round::answers answers = s.ask(row_round{s.publish(std::move(shared))}, std::span(paid));
    return published_rows{std::move(answers).publish(), s.upload_bytes()};
  });
}

}  // namespace edgeldp
