// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace edgeldp::cli {

/// An interval about an estimate, with the words for all three numbers.
struct drawn_interval {
  std::string name;            ///< of the number
  std::string said, from, to;  ///< the estimate and the ends; an end without a word may be empty
  double low = 0.0, estimate = 0.0, high = 0.0;
  std::optional<double> exact = {};  ///< the number as it is, where that may be shown
  bool is_lost = false;  ///< in the noise: grey, without an estimate, and `said` is the word for it
};

/// An SVG element for a web page (web_page.hpp has its style): the interval, its estimate and its
/// ends on a line that begins at 0 or below. The exact number is an upright line without a word.
/// Requires: finite numbers.
std::string interval_figure(const drawn_interval& of);

}  // namespace edgeldp::cli
