// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"

/// The noise of users who each spend the part of a round's budget that it chose. All of it follows
/// from public numbers.
namespace edgeldp {

/// Unbiased functions of numbers of sensitivity 1, of each by its user's own law.
class own_filters {
 public:
  /// chosen outlives it.
  own_filters(epsilon budget, const chosen_parts& chosen)
      : m_chosen(chosen),
        m_by_part{inverse_filter(budget), inverse_filter(part_of(budget, chosen_part::half)),
                  inverse_filter(part_of(budget, chosen_part::quarter))} {}
  own_filters(epsilon, chosen_parts&&) = delete;

  const inverse_filter& of(vertex_id user) const noexcept {
    return m_by_part[static_cast<std::size_t>(m_chosen.of(user))];
  }

 private:
  const chosen_parts& m_chosen;
  std::array<inverse_filter, all_parts.size()> m_by_part;
};

/// How many times the variance of who spends all the noise of a user has.
class relative_noise {
 public:
  /// Everybody adds the same.
  relative_noise() = default;
  relative_noise(uint128 sensitivity, epsilon budget, chosen_parts chosen) : m_chosen(std::move(chosen)) {
    if (m_chosen.are_all_whole()) return;
    const double whole = discrete_laplace(sensitivity, budget).variance();
    for (const chosen_part part : {chosen_part::half, chosen_part::quarter})
      if (const epsilon own = part_of(budget, part); !own.is_zero())  // nobody chose what is nothing
        m_by_part[static_cast<std::size_t>(part)] = discrete_laplace(sensitivity, own).variance() / whole;
  }

  double of(vertex_id user) const noexcept { return m_by_part[static_cast<std::size_t>(m_chosen.of(user))]; }
  const chosen_parts& chosen() const noexcept { return m_chosen; }

 private:
  chosen_parts m_chosen;
  std::array<double, all_parts.size()> m_by_part{1.0, 1.0, 1.0};
};

}  // namespace edgeldp
