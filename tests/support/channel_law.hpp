// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "support/output_law.hpp"

namespace edgeldp::test {

/// The exact law of a channel's report on one truth.
inline output_law<rational> report_law(const channel& c, std::size_t input) {
  output_law<rational> law;
  for (std::size_t y = 0; y < c.output_count(); ++y)
    if (c.weight(y, input) != 0) law[{y}] = rational(c.weight(y, input), channel::resolution);
  return law;
}

/// Whether any two truths' reports differ by a factor of exp(budget) at most, in both directions:
/// in rational arithmetic, without the channel's own loss().
inline bool keeps_to(const channel& c, epsilon budget) {
  const wide_float bound = exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
  for (std::size_t a = 0; a < c.input_count(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const std::optional<rational> ratio = largest_ratio(report_law(c, a), report_law(c, b));
      if (!ratio || wide_float(*ratio) > bound) return false;
    }
  }
  return true;
}

}  // namespace edgeldp::test
