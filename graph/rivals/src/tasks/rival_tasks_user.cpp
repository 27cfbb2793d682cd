// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/tasks/rival_tasks_user.hpp"

#include <array>

#include "cycles/middle_round_user.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "stars/star_round_user.hpp"

namespace edgeldp {

std::span<const user_task> rival_tasks() {
  static constexpr std::array tasks{count_task<middle_pairs, own_list>(),
                                    count_task<clipped_stars, own_list>()};
  return tasks;
}

}  // namespace edgeldp
