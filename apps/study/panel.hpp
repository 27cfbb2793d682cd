// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/canvas.hpp"
#include "study/plot.hpp"
#include "study/plot_scale.hpp"

namespace edgeldp::cli {

/// Sizes of a figure's parts, in pixels.
struct sheet {
  double width, edge, least_height;
  double title_size, label_size, tick_size, note_size;
  double title_base, title_room;        ///< below the top: the title's line, and the frame without marks
  double tick_base, label_base, below;  ///< below the frame: lines of text, and the end of the panel
  double legend_row, sample_width, gap;
  double longest_legend, longest_level, longest_mark;
  double weight;         ///< of points and lines
  bool legend_is_below;  ///< of the frame, not beside it
};

const sheet& sheet_of(plot_width width);

constexpr std::string_view frame_color = "#555555";

/// The whole of a name where less of it is shown, which is then its tooltip.
std::string tooltip(const std::string& name, const std::string& shown);

double tick_width(const tick_label& label, double size);

/// Of a panel, in at most two lines.
class panel_title {
 public:
  panel_title(const std::string& text, const sheet& on);

  /// Of lines beyond the first.
  double further_lines() const;
  /// Above what begins at `left`, or where it is too long for that from the edge.
  void draw_on(canvas& to, double panel_top, double left) const;

 private:
  const std::string& m_text;
  const sheet& m_on;
  std::vector<std::string> m_lines;
};

/// One figure of curves in a document.
class panel {
 public:
  panel(const figure& f, double top, const sheet& on);

  double bottom() const noexcept { return m_end; }
  void draw_on(canvas& to) const;

 private:
  struct legend_place {
    const plot_curve* curve;
    spot at;  ///< of the sample's beginning
  };

  void lay_out();
  void lay_out_legend(double top);
  std::vector<tick> x_ticks() const;
  std::vector<const plot_curve*> named_curves() const;
  std::vector<std::string> y_label_lines(double height) const;
  bool marks_are_upright() const;
  double mark_room() const;

  double x_at(double x) const { return m_left + (m_right - m_left) * m_x.place(x); }
  double y_at(double y) const { return m_bottom - (m_bottom - m_top) * m_y.place(y); }
  spot at(const plot_point& p) const { return {x_at(p.x), y_at(p.y)}; }
  bool shows(const plot_point& p) const { return m_x.shows(p.x) && m_y.shows(p.y); }

  void draw_grid(canvas& to) const;
  void draw_labels(canvas& to) const;
  void draw_levels(canvas& to) const;
  void draw_marks(canvas& to) const;
  void draw_curve(canvas& to, const plot_curve& c) const;
  void draw_line(canvas& to, const plot_curve& c) const;
  void draw_bars(canvas& to, const plot_curve& c) const;
  void draw_band(canvas& to, const plot_curve& c) const;
  void draw_point(canvas& to, const plot_curve& c, const plot_point& p) const;
  void draw_legend(canvas& to) const;

  ink line_across() const;
  ink line_ink(const plot_curve& c) const;
  ink point_ink(const plot_curve& c) const;
  double dot_radius(const plot_curve& c) const;

  const figure& m_figure;
  const sheet& m_on;
  panel_title m_title;
  plot_scale m_x, m_y;
  double m_panel_top, m_top = 0.0, m_bottom = 0.0, m_left = 0.0, m_right = 0.0, m_end = 0.0;
  std::vector<tick> m_x_ticks, m_y_ticks;
  std::vector<plot_line> m_levels, m_marks;
  std::vector<legend_place> m_legend;
  bool m_is_empty = true;
};

}  // namespace edgeldp::cli
