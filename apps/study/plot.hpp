// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "options/plot_argument.hpp"
#include "study/plot_scale.hpp"

/// Figures as SVG, and as PDF where the system has Cairo. A sweep with intervals and the truth is
///
///   figure f{"wiki-Vote: triangles", "epsilon", "estimate"};
///   f.x.is_logarithmic = true;
///   for (...) curve.points.push_back({epsilon, estimate, plot_interval{low, high}});
///   f.curves.push_back(curve);
///   f.levels.push_back({"exact", truth});
///   draw({&f, 1}, {"figure.svg"});
namespace edgeldp::cli {

struct plot_interval {
  double low = 0.0, high = 0.0;  ///< infinite ones end at the frame
};

struct plot_point {
  double x = 0.0, y = 0.0;
  std::optional<plot_interval> interval = {};  ///< about y
};

/// Points that are not finite, or not positive where an axis is logarithmic, are left out; a line
/// has a gap there.
struct plot_curve {
  enum class look { line, thin, front, point, dots };
  enum class spread { bars, band };
  std::string name;
  std::vector<plot_point> points;  ///< lines: by x
  look drawn_as = look::line;
  unsigned color = 0;  ///< number in a palette; where that repeats, shapes of points differ
  bool is_dashed = false;
  spread intervals_as = spread::bars;
  bool is_hollow = false;  ///< its points are; of methods it says that they are not private
  bool is_strong = false;  ///< what the figure is about: broad, and above the others
};

/// A line across the figure, named in its margin.
struct plot_line {
  std::string name;
  double at = 0.0;
};

/// A share that a cell is shaded by, on a logarithmic scale: 0 and what is not finite is white.
struct matrix_cell {
  double share = 0.0;
  bool is_lost = false;  ///< in the noise: crossed out instead
};

/// Groups against groups.
struct shaded_matrix {
  std::string title;  ///< of this one where there are several; may be empty
  std::vector<std::string> names;
  std::vector<std::uint64_t> users;  ///< one a group, in the margin
  std::vector<matrix_cell> cells;    ///< a row a group
};

/// Fills the cells of a symmetric matrix: cell_of(a, b, pairs) for a <= b, with the pairs of users
/// of both groups.
template <class F>
void fill_shares(shaded_matrix& m, F&& cell_of) {
  const std::size_t groups = m.names.size();
  m.cells.resize(groups * groups);
  for (std::size_t a = 0; a < groups; ++a)
    for (std::size_t b = a; b < groups; ++b) {
      const auto of_a = static_cast<double>(m.users[a]), of_b = static_cast<double>(m.users[b]);
      const double pairs = a == b ? of_a * (of_a - 1.0) / 2.0 : of_a * of_b;
      m.cells[a * groups + b] = m.cells[b * groups + a] = cell_of(a, b, pairs);
    }
}

struct figure {
  std::string title, x_label, y_label;
  std::vector<plot_curve> curves = {};
  std::vector<plot_line> marks = {};   ///< vertical
  std::vector<plot_line> levels = {};  ///< horizontal
  plot_axis x = {}, y = {};
  /// In place of curves: beside each other, or below in a column, in the same shades. The labels
  /// then say what shades are of, and what rows are.
  std::vector<shaded_matrix> matrices = {};

  /// Makes both axes logarithmic.
  void logarithmic() { x.is_logarithmic = y.is_logarithmic = true; }
};

/// How wide figures are. page: 1000 pixels, names of curves beside the frame. column: 3.33 inches,
/// as papers have two of, in letters of 7 and 8 points, names of curves below the frame.
enum class plot_width { page, column };

/// Panels below each other as an SVG document. Whatever names hold, it is well-formed; what is too
/// long for its place is cut and whole in a tooltip. For readers of the document: an element of
/// class `panel` a figure; in it `curve` with `point`s (`dot`s) that have data-x and data-y, and
/// with `interval`s or a `band`; `mark` and `level`; or `matrix` with `cell`s that have data-row,
/// data-column (from 0) and data-share, and with `lost` ones.
std::string svg_of(std::span<const figure> figures, plot_width width = plot_width::page);
/// The same as an element of a web page, which needs no name of SVG; with these attributes.
std::string svg_element(std::span<const figure> figures, std::string_view attributes = "",
                        plot_width width = plot_width::page);

/// The same as one page of PDF, whose size is the figure's: three quarters of a point a pixel.
/// Figures that are alike give the same bytes on one system.
/// Errors: io_error or invalid_parameter where this program cannot draw PDF.
std::string pdf_of(std::span<const figure> figures, plot_width width = plot_width::page);

/// Before work that a figure shows.
/// Errors: invalid_parameter unless the name ends in .svg or .pdf, and for a width without a
/// figure; io_error where there is no such folder; those of pdf_of.
void require_drawable(const plot_argument& wanted);

/// Writes figures (at least one) into the file that is asked for, if there is one.
/// Errors: those of require_drawable; io_error.
void draw(std::span<const figure> figures, const plot_argument& wanted);

}  // namespace edgeldp::cli
