// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/paid_sum.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

paid_sum::halves& paid_sum::in(std::uint64_t order) {
  const auto at = ranges::lower_bound(m_halves, order, {}, &halves::order);
  if (at != m_halves.end() && at->order == order) return *at;
  return *m_halves.insert(at, halves{order});
}

void paid_sum::add(std::uint64_t units, endpoint answers, std::uint64_t order) {
  if ((answers == endpoint::unknown) != (order == 0))
    throw invalid_parameter("a round of half a list needs an order of the users, and no other round has one");
  (order == 0 ? m_whole : in(order).of(answers)) += units;
}

std::uint64_t paid_sum::most() const noexcept {
  std::uint64_t units = m_whole;
  for (const halves& h : m_halves) units += h.larger();
  return units;
}

std::uint64_t paid_sum::room(std::uint64_t ceiling, endpoint answers, std::uint64_t order) const noexcept {
  const std::uint64_t left = ceiling - most();
  const auto at = ranges::lower_bound(m_halves, order, {}, &halves::order);
  if (answers == endpoint::unknown || at == m_halves.end() || at->order != order) return left;
  halves same = *at;
  return left + same.larger() - same.of(answers);
}

paid_sum operator+(const paid_sum& a, const paid_sum& b) {
  paid_sum sum = a;
  sum.m_whole += b.m_whole;
  for (const paid_sum::halves& h : b.m_halves) {
    paid_sum::halves& same = sum.in(h.order);
    same.preceding += h.preceding;
    same.later += h.later;
  }
  return sum;
}

}  // namespace edgeldp
