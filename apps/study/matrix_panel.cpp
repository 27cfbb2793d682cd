// SPDX-License-Identifier: MIT
#include "study/matrix_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/page.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr double page_side = 440.0, largest_cell = 80.0;  // of a matrix on a page, and of a cell, at most
constexpr std::string_view faint_color = "#b8b8b8";

/// From light to dark, each darker than the one before without colours too.
std::string shade_at(double place) {
  constexpr std::array<std::array<double, 3>, 3> stops = {
      {{235.0, 243.0, 250.0}, {107.0, 174.0, 214.0}, {8.0, 48.0, 107.0}}};
  const double along = std::clamp(place, 0.0, 1.0) * 2.0;
  const std::size_t from = along < 1.0 ? 0 : 1;
  const double part = along - static_cast<double>(from);
  std::string color = "#";
  for (std::size_t i = 0; i < 3; ++i)
    color += fmt::format("{:02x}", std::lround((1.0 - part) * stops[from][i] + part * stops[from + 1][i]));
  return color;
}

contour box(spot at, double width, double height) {
  return {{at, {at.x + width, at.y}, {at.x + width, at.y + height}, {at.x, at.y + height}}, true};
}

std::vector<double> shares_of(const figure& f) {
  std::vector<double> all;
  for (const shaded_matrix& m : f.matrices)
    for (const matrix_cell& c : m.cells)
      if (!c.is_lost) all.push_back(c.share);
  return all;
}

/// "12%", "0.4%": what a cell has room for.
std::string share_text(double share) {
  return significant(100.0 * share, share < 0.01 ? 1 : 2) + "%";
}

double largest_text(const std::vector<std::string>& texts, double size) {
  double widest = 0.0;
  for (const std::string& text : texts) widest = std::max(widest, text_width(text, size));
  return widest;
}

std::vector<std::string> sizes_of(const shaded_matrix& m) {
  std::vector<std::string> all;
  for (const std::uint64_t users : m.users) all.push_back(grouped(static_cast<double>(users)));
  return all;
}

constexpr const char *users_heading = "users", *lost_words = "no more than noise", *none_words = "no edges";

}  // namespace

matrix_panel::matrix_panel(const figure& f, double top, const sheet& on)
    : m_figure(f), m_on(on), m_title(f.title, on), m_shades({true, true}, shares_of(f)), m_panel_top(top) {
  measure_margin();
  lay_out();
}

/// Names, and behind them sizes.
void matrix_panel::measure_margin() {
  double sizes = text_width(users_heading, m_on.tick_size);
  m_names = text_width(m_figure.y_label, m_on.tick_size);
  for (const shaded_matrix& m : m_figure.matrices) {
    m_names = std::max(m_names, std::min(m_on.longest_mark, largest_text(m.names, m_on.tick_size)));
    sizes = std::max(sizes, largest_text(sizes_of(m), m_on.tick_size));
  }
  m_margin = m_names + m_on.gap + sizes + m_on.gap / 2.0;
}

void matrix_panel::lay_out() {
  std::size_t most = 0;
  for (const shaded_matrix& m : m_figure.matrices) most = std::max(most, m.names.size());
  const double across = m_on.legend_is_below ? 1.0 : static_cast<double>(m_figure.matrices.size());
  const double room = (m_on.width - 2.0 * m_on.edge - 2.0 * m_on.gap * (across - 1.0)) / across - m_margin;
  const double side = m_on.legend_is_below ? room : std::min(room, page_side);
  m_cell = std::min(side / static_cast<double>(most), largest_cell);
  std::vector<std::string> shares;
  for (const double share : shares_of(m_figure)) shares.push_back(share_text(share));
  m_has_shares = largest_text(shares, share_size()) < 0.95 * m_cell;
  double titles = 0.0;
  for (const shaded_matrix& m : m_figure.matrices)
    titles = std::max(titles, text_width(m.title, m_on.label_size));
  m_slot = std::min(std::max(m_cell * static_cast<double>(most), titles), room);
  place_matrices();
  m_bar_top = lowest() + m_on.label_base;
  m_end = m_bar_top + m_on.tick_size + m_on.tick_base + m_on.gap;
}

/// Beside each other, or below in a column.
void matrix_panel::place_matrices() {
  const double heading = m_on.tick_base + 0.4 * m_on.tick_size;
  spot at{m_on.edge + m_margin, m_panel_top + m_on.title_room + m_title.further_lines()};
  for (const shaded_matrix& m : m_figure.matrices) {
    m_placed.push_back({&m, {at.x, at.y + heading + (m.title.empty() ? 0.0 : m_on.tick_base)}});
    if (m_on.legend_is_below)
      at.y = lowest() + m_on.gap;
    else
      at.x += m_slot + 2.0 * m_on.gap + m_margin;
  }
}

/// The end of what is placed.
double matrix_panel::lowest() const {
  double end = 0.0;
  for (const placed& m : m_placed) end = std::max(end, m.at.y + side_of(*m.of));
  return end;
}

double matrix_panel::share_size() const {
  return m_on.legend_is_below ? m_on.tick_size : 0.75 * m_on.tick_size;
}

double matrix_panel::bar_width() const {
  return m_on.legend_is_below ? 130.0 : 220.0;
}

bool matrix_panel::has(blank what) const {
  for (const shaded_matrix& m : m_figure.matrices)
    for (const matrix_cell& c : m.cells)
      if (what == blank::lost ? c.is_lost : !c.is_lost && !m_shades.shows(c.share)) return true;
  return false;
}

void matrix_panel::draw_on(canvas& to) const {
  to.open({"panel", fmt::format("data-title=\"{}\"", escaped(m_figure.title))});
  m_title.draw_on(to, m_panel_top, m_on.edge);
  for (const placed& m : m_placed) draw_matrix(to, m);
  draw_legend(to);
  to.close();
}

void matrix_panel::draw_matrix(canvas& to, const placed& m) const {
  const std::size_t groups = m.of->names.size();
  to.open({"matrix", fmt::format("data-name=\"{}\"", escaped(m.of->title))});
  draw_margin(to, m);
  for (std::size_t a = 0; a < groups; ++a)
    for (std::size_t b = 0; b < groups; ++b)
      draw_cell(to, *m.of, a, b,
                {m.at.x + m_cell * static_cast<double>(b), m.at.y + m_cell * static_cast<double>(a)});
  to.path({box(m.at, side_of(*m.of), side_of(*m.of))}, {.stroke = frame_color, .width = m_on.weight},
          {"frame"});
  to.close();
}

void matrix_panel::draw_cell(canvas& to, const shaded_matrix& m, std::size_t row, std::size_t column,
                             spot at) const {
  const matrix_cell& c = m.cells[row * m.names.size() + column];
  const bool is_shaded = !c.is_lost && m_shades.shows(c.share);
  const double place = is_shaded ? m_shades.place(c.share) : 0.0;
  const std::string shade = is_shaded ? shade_at(place) : "#ffffff";
  const std::string said = c.is_lost ? lost_words : is_shaded ? share_text(c.share) : none_words;
  to.path({box(at, m_cell, m_cell)}, {.stroke = "#ffffff", .width = 0.5 * m_on.weight, .fill = shade},
          {c.is_lost ? "cell lost" : "cell",
           fmt::format("data-row=\"{}\" data-column=\"{}\" data-share=\"{:.9g}\"", row, column, c.share),
           fmt::format("{}, {}: {}", m.names[row], m.names[column], said)});
  if (c.is_lost) cross_out(to, at, m_cell);
  if (is_shaded && m_has_shares)
    to.text({at.x + m_cell / 2.0, at.y + m_cell / 2.0 + 0.34 * share_size()}, said,
            {.size = share_size(), .at = anchor::middle, .color = place > 0.6 ? "#ffffff" : "#222222"},
            {"share"});
}

void matrix_panel::draw_margin(canvas& to, const placed& m) const {
  const double size = m_on.tick_size, names = m.at.x - m_margin, users = m.at.x - m_on.gap / 2.0;
  const double above = m.at.y - 0.5 * size;
  if (!m.of->title.empty())
    to.text({m.at.x, above - m_on.tick_base}, fitted(m.of->title, m_slot, m_on.label_size),
            {.size = m_on.label_size}, {"matrix-name"});
  to.text({names, above}, m_figure.y_label, {.size = size}, {"label y"});
  to.text({users, above}, users_heading, {.size = size, .at = anchor::end}, {"label y"});
  const std::vector<std::string> sizes = sizes_of(*m.of);
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    const double along = m_cell * (static_cast<double>(a) + 0.5), line = m.at.y + along + 0.34 * size;
    const std::string name = fitted(m.of->names[a], m_names, size);
    to.text({names, line}, name, {.size = size}, {"tick y", "", tooltip(m.of->names[a], name)});
    to.text({users, line}, sizes[a], {.size = size, .at = anchor::end}, {"users"});
    if (text_width(m.of->names[a], size) < m_cell)
      to.text({m.at.x + along, above}, m.of->names[a], {.size = size, .at = anchor::middle}, {"tick x"});
  }
}

void matrix_panel::draw_legend(canvas& to) const {
  to.open({"legend"});
  to.text({m_on.edge, m_bar_top - 0.8 * m_on.tick_size},
          fitted(m_figure.x_label, m_on.width - 2.0 * m_on.edge, m_on.label_size), {.size = m_on.label_size},
          {"label x"});
  const double left = m_on.edge + 1.5 * m_on.tick_size;  // room for half of the first number
  draw_bar(to, {left, m_bar_top});
  spot sample{left + bar_width() + 2.0 * m_on.gap, m_bar_top};
  for (const blank what : {blank::lost, blank::none})
    if (has(what)) {
      draw_blank(to, what, sample);
      sample.x += m_on.tick_size + 2.0 * m_on.gap +
                  text_width(what == blank::lost ? lost_words : none_words, m_on.note_size);
    }
  to.close();
}

std::vector<tick> matrix_panel::ticks_of_bar() const {
  return m_shades.ticks([&](const std::vector<tick>& all) {
    for (std::size_t i = 1; i < all.size(); ++i)
      if ((m_shades.place(all[i].at) - m_shades.place(all[i - 1].at)) * bar_width() <
          (tick_width(all[i - 1].label, m_on.tick_size) + tick_width(all[i].label, m_on.tick_size)) / 2.0 +
              0.4 * m_on.gap)
        return false;
    return true;
  });
}

void matrix_panel::draw_bar(canvas& to, spot at) const {
  constexpr int steps = 26;
  const double step = bar_width() / steps;
  for (int i = 0; i < steps; ++i) {
    const std::string shade = shade_at((i + 0.5) / steps);
    to.path({box({at.x + step * i, at.y}, step, m_on.tick_size)},
            {.stroke = shade, .width = 0.5, .fill = shade}, {"shade"});
  }
  for (const tick& t : ticks_of_bar()) {
    const double x = at.x + bar_width() * m_shades.place(t.at);
    const double bottom = at.y + m_on.tick_size;
    to.path({{{{x, at.y}, {x, bottom + 0.3 * m_on.tick_size}}}},
            {.stroke = frame_color, .width = m_on.weight}, {"nib"});
    to.text({x, bottom + m_on.tick_base}, t.label.text,
            {.size = m_on.tick_size, .at = anchor::middle, .raised = t.label.exponent, .after = t.label.unit},
            {"tick shade"});
  }
}

void matrix_panel::draw_blank(canvas& to, blank what, spot at) const {
  to.path({box(at, m_on.tick_size, m_on.tick_size)},
          {.stroke = frame_color, .width = 0.7 * m_on.weight, .fill = "#ffffff"}, {"sample"});
  if (what == blank::lost) cross_out(to, at, m_on.tick_size);
  to.text({at.x + m_on.tick_size + m_on.gap / 2.0, at.y + 0.84 * m_on.note_size},
          what == blank::lost ? lost_words : none_words, {.size = m_on.note_size}, {"legend-name"});
}

void matrix_panel::cross_out(canvas& to, spot at, double side) const {
  const double inset = 0.2 * side;
  to.path({{{{at.x + inset, at.y + side - inset}, {at.x + side - inset, at.y + inset}}}},
          {.stroke = faint_color, .width = m_on.weight}, {"cross"});
}

}  // namespace edgeldp::cli
