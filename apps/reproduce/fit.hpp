// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "study/plot.hpp"

namespace edgeldp::cli {

/// The straight line of least squares, and the share of y's variance that it explains.
struct linear_fit {
  double slope = 0.0, intercept = 0.0, r_squared = 0.0;
};

/// points is not empty; a line through equal x is level.
inline linear_fit fit_line(std::span<const plot_point> points) {
  const auto n = static_cast<double>(points.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
  for (const plot_point& p : points) {
    mean_x += p.x / n;
    mean_y += p.y / n;
  }
  for (const plot_point& p : points) {
    xx += (p.x - mean_x) * (p.x - mean_x);
    xy += (p.x - mean_x) * (p.y - mean_y);
    yy += (p.y - mean_y) * (p.y - mean_y);
  }
  const double slope = xx > 0.0 ? xy / xx : 0.0;
  return {slope, mean_y - slope * mean_x, xx > 0.0 && yy > 0.0 ? xy * xy / (xx * yy) : 0.0};
}

/// The smallest value that at least a share q of the values does not exceed. values is not empty.
inline double quantile(std::vector<double> values, double q) {
  const double place = std::ceil(q * static_cast<double>(values.size())) - 1.0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max(place, 0.0));
  std::ranges::nth_element(values, at);
  return *at;
}

}  // namespace edgeldp::cli
