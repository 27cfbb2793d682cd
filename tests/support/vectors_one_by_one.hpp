// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/users_one_by_one.hpp"

namespace edgeldp::test {

using vector_user_tasks = std::vector<user_task_for<own_vector>>;

/// Some tasks, and those whose answers are not private.
inline vector_user_tasks with_open_tasks(std::span<const user_task_for<own_vector>> tasks) {
  vector_user_tasks all(tasks.begin(), tasks.end());
  all.insert(all.end(), open_vector_tasks().begin(), open_vector_tasks().end());
  return all;
}

/// Users who hold a vector, each with a copy of its own. As in a simulation the replayed coins of a
/// row are those of its number in the layout.
inline users_one_by_one vectors_one_by_one(const sparse_vectors& data, std::uint64_t coins,
                                           std::span<const user_task_for<own_vector>> tasks) {
  std::vector<remote_user> users;
  for (std::uint64_t u = 0; u < data.users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    const std::span<const row_entry> row = data.row(u);
    users.emplace_back(
        user, coins,
        [user, shape = vector_shape{data.length(), data.alphabet()},
         mine = std::vector<row_entry>(row.begin(), row.end()),
         known = vector_user_tasks(tasks.begin(), tasks.end()),
         replayed = coin_source::simulated(coins)](const user_call& asked, const user_coins& own) {
          const user_coins of_row(replayed, static_cast<vertex_id>(asked.number));
          return answer_call<own_vector>(known, asked, own_vector{user, shape, mine},
                                         asked.asks == entry_round::asks ? of_row : own);
        });
  }
  return users_one_by_one(std::move(users));
}

}  // namespace edgeldp::test
