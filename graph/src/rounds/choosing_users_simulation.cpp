// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/choosing_users_simulation.hpp"

#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

void choosing_users::answer(const call& asked, message_sink& sink) {
  const user_task& task = task_for(m_tasks, asked.asks);
  for_each_asked(asked.who, m_graph, [&](std::uint64_t number, own_list me) {
    me.part = m_chosen.of(me.user);
    const byte_string mine = asked.said_to ? asked.said_to(number) : byte_string();
    sink.put(number, task.answer({asked.asks, asked.said, asked.published, number, mine}, me,
                                 user_coins(m_coins, me.user)));
  });
}

}  // namespace edgeldp
