// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/canvas.hpp"
#include "study/panel.hpp"
#include "study/plot.hpp"
#include "study/plot_scale.hpp"

namespace edgeldp::cli {

/// One figure of matrices in a document: groups against groups in square cells. Shades go from
/// light to dark, so that they are in the same order where there are no colours.
class matrix_panel {
 public:
  /// Requires: matrices, none of which is empty.
  matrix_panel(const figure& f, double top, const sheet& on);

  double bottom() const noexcept { return m_end; }
  void draw_on(canvas& to) const;

 private:
  struct placed {
    const shaded_matrix* of;
    spot at;  ///< of the first cell's corner
  };
  /// What a cell may be without a shade.
  enum class blank { lost, none };

  void measure_margin();
  void lay_out();
  void place_matrices();
  double lowest() const;
  bool has(blank what) const;
  double side_of(const shaded_matrix& m) const { return m_cell * static_cast<double>(m.names.size()); }
  double share_size() const;
  double bar_width() const;
  std::vector<tick> ticks_of_bar() const;

  void draw_matrix(canvas& to, const placed& m) const;
  void draw_cell(canvas& to, const shaded_matrix& m, std::size_t row, std::size_t column, spot at) const;
  void draw_margin(canvas& to, const placed& m) const;
  void draw_legend(canvas& to) const;
  void draw_bar(canvas& to, spot at) const;
  void draw_blank(canvas& to, blank what, spot at) const;
  void cross_out(canvas& to, spot at, double side) const;

  const figure& m_figure;
  const sheet& m_on;
  panel_title m_title;
  plot_scale m_shades;
  double m_panel_top, m_cell = 0.0, m_names = 0.0, m_margin = 0.0, m_slot = 0.0, m_bar_top = 0.0, m_end = 0.0;
  bool m_has_shares = false;  ///< in the cells, as numbers, where all of them fit
  std::vector<placed> m_placed;
};

}  // namespace edgeldp::cli
