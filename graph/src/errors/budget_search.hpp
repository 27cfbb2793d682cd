// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "edgeldp/core/privacy/budget_shares.hpp"

/// What planners of budgets share.
namespace edgeldp {

/// Minimises f on (low, high) by golden sections: 12 steps leave 0.3% of the interval.
template <class F>
double minimize_near(double low, double high, F&& f) {
  constexpr double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = f(a), at_b = f(b);
  for (int i = 0; i < 12; ++i) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      at_a = f(a = high - golden * (high - low));
    } else {
      low = a;
      a = b;
      at_a = at_b;
      at_b = f(b = low + golden * (high - low));
    }
  }
  return at_a < at_b ? a : b;
}

/// Minimises f on (low, high): the best of 16 equal steps, then near it. The steps are for
/// nullspace, whose field changes with the budget: several minima.
template <class F>
double minimize(double low, double high, F&& f) {
  constexpr int steps = 16;
  const double step = (high - low) / steps;
  double best = low, least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < steps; ++i) {
    const double x = low + (i + 0.5) * step, value = f(x);
    if (value < least) {
      least = value;
      best = x;
    }
  }
  return minimize_near(std::max(low, best - step), std::min(high, best + step), f);
}

}  // namespace edgeldp
