// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/protocol/shards_simulation.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// All users in one process, for experiments.
namespace edgeldp {

/// What all users asked do at once, who hold the parts of a `Data`: the same messages as their
/// user-side function makes one by one.
template <class Data>
struct simulated_task_on {
  using play_all = std::function<void(const call&, const Data&, const coin_source&, message_sink&)>;
  using predict_work = std::function<work_by_number(const call&, const Data&)>;

  std::string_view asks;
  play_all play;
  predict_work work;  ///< of each answer (shardable_users); empty: alike

  simulated_task_on(std::string_view question, play_all all_at_once, predict_work predicted = nullptr)
      : asks(question), play(std::move(all_at_once)), work(std::move(predicted)) {}
};

/// The users behind a Data. Everybody is present.
///
/// Promise: the same answers for every thread count, and with the same replayed coins the same as
///     from users one by one.
template <class Data>
class simulated_population final : public shardable_users {
 public:
  /// The data outlive the population.
  simulated_population(const Data& data, std::uint64_t users, const coin_source& coins,
                       std::vector<simulated_task_on<Data>> tasks)
      : m_data(data), m_users(users), m_coins(coins), m_tasks(std::move(tasks)) {}

  std::uint64_t users() const override { return m_users; }
  bool is_simulated() const override { return m_coins.is_simulated(); }
  const coin_source& coins() const noexcept override { return m_coins; }
  /// Errors: internal_error for a question that is none of the tasks'.
  void answer(const call& asked, message_sink& sink) override { play(asked, m_coins, sink); }
  void play(const call& asked, const coin_source& coins, message_sink& sink) const override {
    task_of(asked).play(asked, m_data, coins, sink);
  }
  work_by_number work_of(const call& asked) const override {
    const simulated_task_on<Data>& task = task_of(asked);
    if (task.work) return task.work(asked, m_data);
    return [](std::uint64_t) { return std::uint64_t{0}; };
  }

 private:
  const simulated_task_on<Data>& task_of(const call& asked) const {
    const auto task = ranges::find(m_tasks, asked.asks, &simulated_task_on<Data>::asks);
    if (task == m_tasks.end())
      throw internal_error("no simulated user answers '" + std::string(asked.asks) + "'");
    return *task;
  }

  const Data& m_data;
  std::uint64_t m_users;
  coin_source m_coins;
  std::vector<simulated_task_on<Data>> m_tasks;
};

/// Calls f(number, user) for every user asked, in parallel.
template <class F>
void for_each_user(const roster& who, F&& f) {
  constexpr std::uint64_t grain = 64;
  parallel_for(who.first_number(), who.end_number(), grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t number = first; number < last; ++number) f(number, who.user(number));
  });
}

}  // namespace edgeldp
