// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/rank_budgets.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

rank_budgets::rank_budgets(std::vector<step> steps) : m_steps(std::move(steps)) {
  if (m_steps.empty() || m_steps.front().first != 0)
    throw invalid_parameter("budgets by rank must begin at rank 0");
  if (ranges::adjacent_find(m_steps, std::greater_equal(), &step::first) != m_steps.end())
    throw invalid_parameter("budgets by rank must be in increasing order of ranks");
}

epsilon rank_budgets::at(std::uint32_t rank) const noexcept {
  return std::prev(ranges::upper_bound(m_steps, rank, {}, &step::first))->budget;
}

epsilon rank_budgets::largest() const noexcept {
  return ranges::max_element(m_steps, {}, &step::budget)->budget;
}

}  // namespace edgeldp
