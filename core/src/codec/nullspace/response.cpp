// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/rounding.hpp"

namespace edgeldp {

namespace {

void check_field(unsigned q) {
  if (ranges::find(nullspace_response::field_orders, q) == nullspace_response::field_orders.end())
    throw invalid_parameter("field order = " + std::to_string(q) +
                            ": must be one of 2, 3, 4, 5, 7, 8, 11, 13, 16");
}

}  // namespace

nullspace_response::nullspace_response(std::uint64_t threshold, unsigned field_order)
    : m_threshold(threshold), m_field_order(field_order) {
  // q - r (q - 1) = 1 + (1 - r) (q - 1); log1p keeps both exact where the loss is small.
  const double kept = static_cast<double>(resolution - threshold) / static_cast<double>(resolution);
  m_loss = std::max(-std::log1p(-kept), std::log1p(kept * (field_order - 1)));
}

nullspace_response nullspace_response::from_threshold(std::uint64_t threshold, unsigned field_order) {
  check_field(field_order);
  if (threshold < 1 || threshold >= resolution)
    throw invalid_parameter("drop threshold = " + std::to_string(threshold) + ": must lie in [1, 2^40 - 1]");
  return {threshold, field_order};
}

nullspace_response nullspace_response::for_budget(epsilon budget, unsigned field_order) {
  check_field(field_order);
  const double e = budget.nats();
  if (!(e > 0.0) || !(e <= 25.0))
    throw invalid_parameter("budget = " + std::to_string(e) + ": must lie in (0, 25] nats");
  const double q = field_order;
  const double drop = std::max(std::exp(-e), 1.0 - std::expm1(e) / (q - 1.0));
  auto threshold = static_cast<std::uint64_t>(std::ceil(std::ldexp(drop, resolution_bits)));
  // Both constraints are lower bounds on r, so up is the safe side; doubles may have rounded either
  // way.
  while (threshold < resolution &&
         !is_surely_within(nullspace_response(threshold, field_order).loss_nats(), e))
    ++threshold;
  if (threshold >= resolution)
    throw invalid_parameter("budget = " + std::to_string(e) + ": below what 40-bit thresholds can express");
  return {threshold, field_order};
}

nullspace_response nullspace_response::for_budget(epsilon budget) {
  nullspace_response best = for_budget(budget, field_orders.front());
  for (const unsigned q : field_orders) {
    const nullspace_response candidate = for_budget(budget, q);
    if (candidate.law().non_edge_variance() < best.law().non_edge_variance()) best = candidate;
  }
  return best;
}

}  // namespace edgeldp
