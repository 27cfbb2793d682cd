// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// What a round costs its users by their rank, the place in a public order: the same from one step
/// to the next. Hubs come first and can spend on their rows what late users spend on counting.
/// Ranks are public, so prices are.
///
/// Example: 0.1 for the users of ranks 0 to 99, 0.3 for all later ones:
///     rank_budgets({{0, epsilon::from_nats(0.1)}, {100, epsilon::from_nats(0.3)}}).
/// Promise: at least one step, the first of rank 0, ranks increasing.
class rank_budgets {
 public:
  struct step {
    std::uint32_t first = 0;  ///< rank of its first user
    epsilon budget;           ///< may be zero: these users are not asked
    friend bool operator==(const step&, const step&) = default;
  };

  /// The same for everybody.
  // NOLINTNEXTLINE(google-explicit-constructor): a budget is one.
  rank_budgets(epsilon everybody = {}) : m_steps{{0, everybody}} {}
  /// Errors: invalid_parameter unless ranks begin at 0 and increase.
  explicit rank_budgets(std::vector<step> steps);

  epsilon at(std::uint32_t rank) const noexcept;
  std::span<const step> steps() const noexcept { return m_steps; }
  bool is_uniform() const noexcept { return m_steps.size() == 1; }
  /// What the user pays who pays most.
  epsilon largest() const noexcept;

  friend bool operator==(const rank_budgets&, const rank_budgets&) = default;

 private:
  std::vector<step> m_steps;
};

}  // namespace edgeldp
