// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// All users of a graph in one process, each of whom spends the part that it chose: for
/// experiments. Everybody is present, and answers as its own program would, by one of `tasks`.
/// Promise: the same answers for every thread count.
class choosing_users final : public population {
 public:
  /// The view and the tasks outlive it.
  /// Requires: a part for each user, or none of which all are whole.
  choosing_users(const graph_view& g, chosen_parts chosen, const coin_source& coins,
                 std::span<const user_task> tasks)
      : m_graph(g), m_chosen(std::move(chosen)), m_coins(coins), m_tasks(tasks) {}
  choosing_users(graph_view&&, chosen_parts, const coin_source&, std::span<const user_task>) = delete;

  std::uint64_t users() const override { return m_graph.vertex_count(); }
  bool is_simulated() const override { return m_coins.is_simulated(); }
  const chosen_parts& chosen() const override { return m_chosen; }
  /// Errors: format_error for a question that is none of the tasks'.
  void answer(const call& asked, message_sink& sink) override;

 private:
  const graph_view& m_graph;
  chosen_parts m_chosen;
  coin_source m_coins;
  std::span<const user_task> m_tasks;
};

}  // namespace edgeldp
