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
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// All users in one process, for experiments.
namespace edgeldp {

/// What all users asked do at once, who hold the parts of a `Data`: the same messages as their
/// user-side function makes one by one.
template <class Data>
struct simulated_task_on {
  std::string_view asks;
  std::function<void(const call&, const Data&, const coin_source&, message_sink&)> play;
};

/// The users behind a Data. Everybody is present.
///
/// Promise: the same answers for every thread count, and with the same replayed coins the same as
///     from users one by one.
template <class Data>
class simulated_population final : public population {
 public:
  /// The data outlive the population.
  simulated_population(const Data& data, std::uint64_t users, const coin_source& coins,
                       std::vector<simulated_task_on<Data>> tasks)
      : m_data(data), m_users(users), m_coins(coins), m_tasks(std::move(tasks)) {}

  std::uint64_t users() const override { return m_users; }
  bool is_simulated() const override { return m_coins.is_simulated(); }
  /// Errors: internal_error for a question that is none of the tasks'.
  void answer(const call& asked, message_sink& sink) override {
    const auto task = std::ranges::find(m_tasks, asked.asks, &simulated_task_on<Data>::asks);
    if (task == m_tasks.end())
      throw internal_error("no simulated user answers '" + std::string(asked.asks) + "'");
    task->play(asked, m_data, m_coins, sink);
  }

 private:
  const Data& m_data;
  std::uint64_t m_users;
  coin_source m_coins;
  std::vector<simulated_task_on<Data>> m_tasks;
};

/// Calls f(number, user) for every user asked, in parallel.
template <class F>
void for_each_user(const roster& who, F&& f) {
  constexpr std::uint64_t grain = 64;
  parallel_for(0, who.size(), grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t number = first; number < last; ++number) f(number, who.user(number));
  });
}

}  // namespace edgeldp
