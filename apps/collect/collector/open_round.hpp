// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/collector/collection.hpp"
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/protocol/roster.hpp"

namespace edgeldp::collect {

/// Which number each user has in a round.
class asked_numbers {
 public:
  explicit asked_numbers(const roster& who) : m_users(who.users()) {
    if (who.is_everybody()) return;
    m_numbers.assign(who.users(), 0);
    for (std::uint64_t number = 0; number < who.size(); ++number)
      m_numbers[who.user(number)] = static_cast<std::uint32_t>(number + 1);
    m_is_everybody = false;
  }

  /// Nothing for users who are not asked.
  std::optional<std::uint64_t> of(vertex_id user) const noexcept {
    if (user >= m_users) return std::nullopt;
    if (m_is_everybody) return user;
    if (m_numbers[user] == 0) return std::nullopt;
    return m_numbers[user] - 1U;
  }

 private:
  std::uint64_t m_users;
  bool m_is_everybody = true;
  std::vector<std::uint32_t> m_numbers;  ///< from 1; 0: not asked
};

/// The round whose answers are taken now.
struct collection::open_round {
  announcement said;
  std::string name;  ///< of the announcement
  asked_numbers numbers;
  message_check check;
};

}  // namespace edgeldp::collect
