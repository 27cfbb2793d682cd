// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "edgeldp/graph/protocol/tradeoff.hpp"

/// Figures of error against cost, drawn by gnuplot or, without it, by matplotlib.
namespace edgeldp::cli {

struct plot_curve {
  enum class look { line, front, point };
  std::string name;
  std::vector<tradeoff_point> points;  ///< positive, by cost
  look drawn_as = look::line;
  unsigned color = 0;  ///< number in a palette that repeats
  bool is_dashed = false;
};

/// Logarithmic axes. Names hold no line breaks.
struct figure {
  std::string title, cost_label, error_label;
  std::vector<plot_curve> curves;
  std::vector<plot_curve> marks;  ///< vertical lines at the cost of their first point
};

/// Errors: invalid_parameter unless the name ends in .svg, .png or .pdf.
void require_plot_name(const std::string& path);

/// Draws to a file whose extension says the format. Errors: io_error, which says what to install when neither
/// program is there.
void draw(const figure& f, const std::string& path);

}  // namespace edgeldp::cli
