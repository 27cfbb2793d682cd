// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

/// Figures, drawn by gnuplot or, without it, by matplotlib.
namespace edgeldp::cli {

struct plot_point {
  double x = 0.0, y = 0.0;
};

struct plot_curve {
  enum class look { line, front, point, dots };
  std::string name;
  std::vector<plot_point> points;  ///< positive where axes are logarithmic; lines: by x
  look drawn_as = look::line;
  unsigned color = 0;  ///< number in a palette that repeats
  bool is_dashed = false;
};

enum class plot_axes { linear, logarithmic };

/// Names hold no line breaks.
struct figure {
  std::string title, x_label, y_label;
  std::vector<plot_curve> curves;
  std::vector<plot_curve> marks;  ///< vertical lines at the x of their first point
  plot_axes axes = plot_axes::logarithmic;
  std::vector<plot_curve> levels = {};  ///< horizontal lines at the y of their first point
};

/// Errors: invalid_parameter unless the name ends in .svg, .png or .pdf.
void require_plot_name(const std::string& path);

/// Draws figures (at least one) below each other into one file whose extension says the format.
/// Errors: io_error, which says what to install when neither program is there.
void draw(std::span<const figure> figures, const std::string& path);

}  // namespace edgeldp::cli
