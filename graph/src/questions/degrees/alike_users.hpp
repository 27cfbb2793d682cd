// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"

/// Released numbers by the part of the budget that users chose: by law of noise.
namespace edgeldp {

/// Users who are present and have one law of noise: those who chose the same part. Of their numbers
/// it does not matter whose they are, but how often each occurs.
class alike_users {
 public:
  alike_users(const number_counts& numbers, chosen_part part, epsilon budget)
      : m_part(part), m_budget(budget), m_counts(numbers.sorted()), m_users(0) {
    for (const auto& [number, times] : m_counts) m_users += times;
  }

  chosen_part part() const noexcept { return m_part; }
  /// What each spent.
  epsilon budget() const noexcept { return m_budget; }
  std::uint64_t users() const noexcept { return m_users; }
  /// In increasing order.
  std::span<const number_counts::entry> counts() const noexcept { return m_counts; }
  /// Requires: users.
  std::int64_t largest() const noexcept { return m_counts.back().number; }
  void forget_largest() {
    --m_users;
    if (--m_counts.back().times == 0) m_counts.pop_back();
  }

  /// largest: the degree that there may be at most.
  degree_posterior posterior(std::uint64_t largest) const {
    number_counts numbers;
    for (const auto& [number, times] : m_counts) numbers.add(number, times);
    return {numbers, m_budget, largest};
  }

 private:
  chosen_part m_part;
  epsilon m_budget;
  std::vector<number_counts::entry> m_counts;
  std::uint64_t m_users;
};

/// Groups without users are left out.
inline std::vector<alike_users> by_part(const released_degrees& released) {
  std::array<number_counts, all_parts.size()> numbers;
  for_each_user_but(released.absent, released.values.size(), [&](vertex_id user) {
    numbers[static_cast<std::size_t>(released.chosen.of(user))].add(released.values[user]);
  });
  std::vector<alike_users> groups;
  for (const chosen_part part : all_parts) {
    alike_users group(numbers[static_cast<std::size_t>(part)], part, part_of(released.budget, part));
    if (group.users() > 0) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace edgeldp
