// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "budget_shares.hpp"

/// What planners of budgets share.
namespace edgeldp {

/// Minimises f on (low, high): the best of 16 equal steps, then golden sections around it (20 steps give 1e-5
/// of the interval). The steps are for functions with several minima (nullspace changes its field).
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
  constexpr double golden = 0.6180339887498949;
  low = std::max(low, best - step);
  high = std::min(high, best + step);
  for (int i = 0; i < 20; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return 0.5 * (low + high);
}

}  // namespace edgeldp
