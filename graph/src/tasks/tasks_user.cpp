// SPDX-License-Identifier: MIT
#include "edgeldp/graph/tasks/tasks_user.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/rounds/public_values_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "questions/butterflies/item_pair_round_user.hpp"
#include "questions/common_neighbors/partner_round_user.hpp"
#include "questions/cycles/weight_round_user.hpp"
#include "questions/reciprocity/return_round_user.hpp"

namespace edgeldp {

namespace {

/// A task that needs the list alone.
template <user_task (*task)()>
constexpr user_task_for<own_profile> on_list() {
  return {task().asks,
          [](const user_call& asked, const own_profile& me, const user_coins& coins) {
            return task().answer(asked, me.list, coins);
          },
          [](const user_call& asked, const own_profile& me) { return task().price(asked, me.list); }};
}

template <class Q>
constexpr user_task count() {
  return count_task<Q, own_list>();
}
template <class Q>
constexpr user_task_for<own_vector> count_in_vector() {
  return count_task<Q, own_vector>();
}

}  // namespace

std::span<const user_task> private_tasks() {
  static const std::array tasks{count<neighbor_count>(),
                                count<preceding_count<public_order>>(),
                                count<following_count<public_order>>(),
                                task_of<row_round>(),
                                count<counted_pairs>(),
                                count<centred_pairs<release>>(),
                                count<forward_pairs<release>>(),
                                count<column_count>(),
                                column_row_task(),
                                count<sampled_pairs>(),
                                count<cycle_weights>(),
                                count<forward_cycle_weights>(),
                                count<seen_by_partner<release>>(),
                                count<neighbor_sums>(),
                                count<earlier_neighbor_sums>(),
                                count<neighbor_h_index>(),
                                count<neighbor_groups>()};
  return tasks;
}

std::span<const user_task> private_tasks_on_excerpts() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all{
        count<preceding_count<order_excerpt>>(), count<following_count<order_excerpt>>(),
        task_of<row_round_on<layout_excerpt>>(), count<centred_pairs<release_excerpt>>(),
        count<forward_pairs<release_excerpt>>()};
    const auto is_there = [&](const user_task& task) {
      return ranges::find(all, task.asks, &user_task::asks) != all.end();
    };
    ranges::remove_copy_if(private_tasks(), std::back_inserter(all), is_there);
    return all;
  }();
  return tasks;
}

std::span<const user_task> open_tasks() {
  static constexpr std::array tasks{task_of<open_size_round>(), count<pairs_as_stated>()};
  return tasks;
}

std::span<const user_task_for<own_vector>> private_vector_tasks() {
  static const std::array tasks{count_in_vector<entry_count>(), entry_task(), count_in_vector<item_pairs>(),
                                count_in_vector<seen_by_partner<vector_release>>(),
                                count_in_vector<returned_arcs>()};
  return tasks;
}

std::span<const user_task_for<own_vector>> open_vector_tasks() {
  static constexpr std::array tasks{task_of<open_entry_count_round, own_vector>()};
  return tasks;
}

std::span<const user_task_for<own_profile>> private_profile_tasks() {
  static constexpr std::array tasks{task_of<report_round, own_profile>(),
                                    on_list<count<neighbors_by_report>>(), on_list<count<neighbor_count>>(),
                                    on_list<count<preceding_count<public_order>>>(),
                                    on_list<task_of<row_round, own_list>>()};
  return tasks;
}

}  // namespace edgeldp
