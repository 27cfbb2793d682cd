// SPDX-License-Identifier: MIT
#include "study/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr sheet of_a_page = {.width = 1000.0,
                             .edge = 20.0,
                             .least_height = 400.0,
                             .title_size = 16.0,
                             .label_size = 13.0,
                             .tick_size = 12.0,
                             .note_size = 12.0,
                             .title_base = 26.0,
                             .title_room = 42.0,
                             .tick_base = 20.0,
                             .label_base = 43.0,
                             .below = 58.0,
                             .legend_row = 21.0,
                             .sample_width = 30.0,
                             .gap = 16.0,
                             .longest_legend = 250.0,
                             .longest_level = 150.0,
                             .longest_mark = 130.0,
                             .weight = 1.0,
                             .legend_is_below = false};

// 3.33 inches; letters of 8 points in the title, and of 7 elsewhere.
constexpr sheet of_a_column = {.width = 3.33 * 96.0,
                               .edge = 4.0,
                               .least_height = 190.0,
                               .title_size = 8.0 / 0.75,
                               .label_size = 7.0 / 0.75,
                               .tick_size = 7.0 / 0.75,
                               .note_size = 7.0 / 0.75,
                               .title_base = 13.0,
                               .title_room = 21.0,
                               .tick_base = 14.0,
                               .label_base = 27.0,
                               .below = 34.0,
                               .legend_row = 13.0,
                               .sample_width = 20.0,
                               .gap = 8.0,
                               .longest_legend = 280.0,
                               .longest_level = 80.0,
                               .longest_mark = 80.0,
                               .weight = 0.7,
                               .legend_is_below = true};

constexpr double line_height = 1.25;  // of lines of one text, as a part of its size
constexpr double bold_width = 1.06;   // of bold letters

/// Apart for readers who see colours differently too (Okabe and Ito, without their yellow).
constexpr std::array<std::string_view, 7> palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#333333"};
constexpr std::string_view note_color = "#444444";

/// Circle, square, triangle, diamond, triangle downwards, plus, cross.
const sign& sign_of(const plot_curve& c) {
  static const std::array<sign, 7> signs = {{
      {},
      {{{-3.6, -3.6}, {3.6, -3.6}, {3.6, 3.6}, {-3.6, 3.6}}},
      {{{0, -4.8}, {4.5, 3.4}, {-4.5, 3.4}}},
      {{{0, -5}, {5, 0}, {0, 5}, {-5, 0}}},
      {{{0, 4.8}, {4.5, -3.4}, {-4.5, -3.4}}},
      {{{-1.4, -4.6},
        {1.4, -4.6},
        {1.4, -1.4},
        {4.6, -1.4},
        {4.6, 1.4},
        {1.4, 1.4},
        {1.4, 4.6},
        {-1.4, 4.6},
        {-1.4, 1.4},
        {-4.6, 1.4},
        {-4.6, -1.4},
        {-1.4, -1.4}}},
      {{{-4.2, -2.4},
        {-2.4, -4.2},
        {0, -1.8},
        {2.4, -4.2},
        {4.2, -2.4},
        {1.8, 0},
        {4.2, 2.4},
        {2.4, 4.2},
        {0, 1.8},
        {-2.4, 4.2},
        {-4.2, 2.4},
        {-1.8, 0}}},
  }};
  return signs[(c.color + c.color / palette.size()) % signs.size()];  // others where colors repeat
}

std::string_view color_of(const plot_curve& c) {
  return c.drawn_as == plot_curve::look::front ? "#d0d0d0" : palette[c.color % palette.size()];
}

bool is_joined(const plot_curve& c) {
  return c.drawn_as != plot_curve::look::point && c.drawn_as != plot_curve::look::dots;
}

bool has_dots(const plot_curve& c) {
  return c.drawn_as == plot_curve::look::dots || c.drawn_as == plot_curve::look::thin;
}

/// Places of things of given sizes, close to where they want to be, in this order, none upon
/// another.
std::vector<double> spread_out(const std::vector<double>& wanted, std::vector<double> sizes, double low,
                               double high) {
  const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  for (double& s : sizes) s *= std::min(1.0, (high - low) / all);
  std::vector<double> places = wanted;
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] =
        std::max(places[i], i == 0 ? low + sizes[0] / 2.0 : places[i - 1] + (sizes[i - 1] + sizes[i]) / 2.0);
  for (std::size_t i = places.size(); i-- > 0;)
    places[i] = std::min(places[i], i + 1 == places.size() ? high - sizes[i] / 2.0
                                                           : places[i + 1] - (sizes[i] + sizes[i + 1]) / 2.0);
  return places;
}

std::vector<double> xs_of(const figure& f) {
  std::vector<double> all;
  for (const plot_curve& c : f.curves)
    for (const plot_point& p : c.points) all.push_back(p.x);
  for (const plot_line& m : f.marks) all.push_back(m.at);
  return all;
}

/// An interval that comes close to zero does not take decades of a logarithmic axis.
std::vector<double> ys_of(const figure& f) {
  std::vector<double> all;
  for (const plot_curve& c : f.curves)
    for (const plot_point& p : c.points) all.push_back(p.y);
  for (const plot_line& l : f.levels) all.push_back(l.at);
  const plot_scale points(f.y, all);
  double least = INFINITY;
  for (const double y : all)
    if (points.shows(y)) least = std::min(least, y);
  for (const plot_curve& c : f.curves)
    for (const plot_point& p : c.points)
      if (p.interval && points.shows(p.y)) {
        all.push_back(f.y.is_logarithmic ? std::max(p.interval->low, least / 10.0) : p.interval->low);
        all.push_back(p.interval->high);
      }
  return all;
}

std::vector<plot_line> shown(std::vector<plot_line> lines, const plot_scale& scale) {
  std::erase_if(lines, [&](const plot_line& l) { return !scale.shows(l.at); });
  std::ranges::sort(lines, {}, &plot_line::at);
  return lines;
}

}  // namespace

const sheet& sheet_of(plot_width width) {
  return width == plot_width::column ? of_a_column : of_a_page;
}

std::string tooltip(const std::string& name, const std::string& shown) {
  return shown == readable(name) ? "" : name;
}

double tick_width(const tick_label& label, double size) {
  return text_width(label.text + label.unit, size) + text_width(label.exponent, raised_size * size);
}

panel_title::panel_title(const std::string& text, const sheet& on)
    : m_text(text),
      m_on(on),
      m_lines(wrapped(text, on.width - 2.0 * on.edge, bold_width * on.title_size, 2)) {}

double panel_title::further_lines() const {
  return line_height * m_on.title_size * static_cast<double>(m_lines.size() - 1);
}

void panel_title::draw_on(canvas& to, double panel_top, double left) const {
  double widest = 0.0;
  for (const std::string& line : m_lines)
    widest = std::max(widest, text_width(line, bold_width * m_on.title_size));
  const double begin = std::max(m_on.edge, std::min(left, m_on.width - m_on.edge - widest));
  const std::string whole = fmt::format("{}", fmt::join(m_lines, " "));
  double y = panel_top + m_on.title_base;
  for (const std::string& line : m_lines) {
    to.text({begin, y}, line, {.size = m_on.title_size, .is_bold = true},
            {"title", "", tooltip(m_text, whole)});
    y += line_height * m_on.title_size;
  }
}

panel::panel(const figure& f, double top, const sheet& on)
    : m_figure(f), m_on(on), m_title(f.title, on), m_x(f.x, xs_of(f)), m_y(f.y, ys_of(f)), m_panel_top(top) {
  for (const plot_curve& c : f.curves)
    for (const plot_point& p : c.points) m_is_empty = m_is_empty && !shows(p);
  m_levels = shown(f.levels, m_y);
  m_marks = shown(f.marks, m_x);
  lay_out();
}

std::vector<const plot_curve*> panel::named_curves() const {
  std::vector<const plot_curve*> named;
  for (const plot_curve& c : m_figure.curves)
    if (!c.name.empty()) named.push_back(&c);
  return named;
}

std::vector<std::string> panel::y_label_lines(double height) const {
  return wrapped(m_figure.y_label, height, m_on.label_size, 2);
}

void panel::lay_out() {
  const auto named = named_curves();
  const double rows = m_on.legend_is_below ? 0.0 : static_cast<double>(named.size());
  const double height = std::max(m_on.least_height, m_on.legend_row * rows);
  m_y_ticks = m_y.ticks([&](const std::vector<tick>& all) {
    for (std::size_t i = 1; i < all.size(); ++i)
      if ((m_y.place(all[i].at) - m_y.place(all[i - 1].at)) * height < 2.2 * m_on.tick_size) return false;
    return true;
  });
  double widest_tick = 0.0, level_room = 0.0, legend_room = 0.0;
  for (const tick& t : m_y_ticks) widest_tick = std::max(widest_tick, tick_width(t.label, m_on.tick_size));
  for (const plot_line& l : m_levels)
    level_room =
        std::max(level_room, m_on.gap + std::min(m_on.longest_level, text_width(l.name, m_on.note_size)));
  for (const plot_curve* c : named)
    if (!m_on.legend_is_below)
      legend_room =
          std::max(legend_room, m_on.gap + m_on.sample_width + m_on.gap / 2.0 +
                                    std::min(m_on.longest_legend, text_width(c->name, m_on.note_size)));
  const auto label_lines = static_cast<double>(y_label_lines(height).size());
  m_left = m_on.edge + m_on.label_size * (1.0 + line_height * (label_lines - 1.0)) + 0.9 * m_on.gap +
           widest_tick + m_on.gap / 2.0;
  m_right = m_on.width - m_on.edge - level_room - legend_room;
  m_x_ticks = x_ticks();
  // The last number of the axis is on the page, too.
  if (!m_x_ticks.empty()) {
    const tick& last = m_x_ticks.back();
    const double end = x_at(last.at) + tick_width(last.label, m_on.tick_size) / 2.0;
    m_right -= std::max(0.0, end - (m_on.width - m_on.edge));
    m_x_ticks = x_ticks();
  }
  m_top = m_panel_top + m_on.title_room + mark_room() + m_title.further_lines();
  m_bottom = m_top + height;
  m_end = m_bottom + m_on.below;
  lay_out_legend(m_on.legend_is_below ? m_end : m_top);
}

std::vector<tick> panel::x_ticks() const {
  return m_x.ticks([&](const std::vector<tick>& all) {
    for (std::size_t i = 1; i < all.size(); ++i)
      if (x_at(all[i].at) - x_at(all[i - 1].at) <
          (tick_width(all[i].label, m_on.tick_size) + tick_width(all[i - 1].label, m_on.tick_size)) / 2.0 +
              0.9 * m_on.gap)
        return false;
    return true;
  });
}

/// Beside the frame a curve a line; below it as many side by side as there is room for.
void panel::lay_out_legend(double top) {
  const auto named = named_curves();
  if (named.empty()) return;
  double widest = 0.0;
  for (const plot_curve* c : named)
    widest = std::max(widest, std::min(m_on.longest_legend, text_width(c->name, m_on.note_size)));
  widest += m_on.sample_width + m_on.gap / 2.0;
  const double left = m_on.legend_is_below ? m_on.edge : m_on.width - m_on.edge - widest;
  const double room = m_on.width - m_on.edge - left;
  const auto side_by_side =
      static_cast<std::size_t>(std::max(1.0, std::floor((room + m_on.gap) / (widest + m_on.gap))));
  const std::size_t rows = (named.size() + side_by_side - 1) / side_by_side;
  for (std::size_t i = 0; i < named.size(); ++i)
    m_legend.push_back({named[i],
                        {left + static_cast<double>(i / rows) * (widest + m_on.gap),
                         top + (static_cast<double>(i % rows) + 0.5) * m_on.legend_row}});
  if (m_on.legend_is_below) m_end = top + static_cast<double>(rows) * m_on.legend_row + m_on.edge;
}

/// Names of marks stand above the frame, upright where they do not fit beside each other.
bool panel::marks_are_upright() const {
  double all = 0.0;
  for (const plot_line& m : m_marks)
    all += std::min(m_on.longest_mark, text_width(m.name, m_on.note_size)) + m_on.gap;
  return all > m_right - m_left;
}

double panel::mark_room() const {
  double longest = 0.0;
  for (const plot_line& m : m_marks)
    longest = std::max(longest, std::min(m_on.longest_mark, text_width(m.name, m_on.note_size)));
  return m_marks.empty() ? 0.0 : 0.9 * m_on.gap + (marks_are_upright() ? longest : m_on.note_size);
}

void panel::draw_on(canvas& to) const {
  to.open({"panel", fmt::format("data-title=\"{}\"", escaped(m_figure.title))});
  m_title.draw_on(to, m_panel_top, m_left);
  draw_grid(to);
  draw_labels(to);
  draw_levels(to);
  draw_marks(to);
  for (const bool strong : {false, true})
    for (const plot_curve& c : m_figure.curves)
      if (c.is_strong == strong) draw_curve(to, c);
  if (m_is_empty)
    to.text({(m_left + m_right) / 2.0, (m_top + m_bottom) / 2.0}, "no points to draw",
            {.size = m_on.label_size, .at = anchor::middle, .color = "#777777"}, {"empty"});
  draw_legend(to);
  to.close();
}

void panel::draw_grid(canvas& to) const {
  std::vector<contour> faint, clear;
  const double nib = 0.4 * m_on.tick_size;
  for (const double x : m_x.minor_lines()) faint.push_back({{{x_at(x), m_top}, {x_at(x), m_bottom}}});
  for (const double y : m_y.minor_lines()) faint.push_back({{{m_left, y_at(y)}, {m_right, y_at(y)}}});
  for (const tick& t : m_x_ticks) clear.push_back({{{x_at(t.at), m_top}, {x_at(t.at), m_bottom + nib}}});
  for (const tick& t : m_y_ticks) clear.push_back({{{m_left - nib, y_at(t.at)}, {m_right, y_at(t.at)}}});
  to.path(faint, {.stroke = "#f2f2f2", .width = m_on.weight}, {"minor grid"});
  to.path(clear, {.stroke = "#dcdcdc", .width = m_on.weight}, {"grid"});
  to.path({{{{m_left, m_top}, {m_left, m_bottom}, {m_right, m_bottom}}}},
          {.stroke = frame_color, .width = m_on.weight}, {"frame"});
}

void panel::draw_labels(canvas& to) const {
  const auto name_tick = [&](const tick& t, spot at, anchor side, std::string_view kind) {
    to.text(at, t.label.text,
            {.size = m_on.tick_size, .at = side, .raised = t.label.exponent, .after = t.label.unit}, {kind});
  };
  for (const tick& t : m_x_ticks)
    name_tick(t, {x_at(t.at), m_bottom + m_on.tick_base}, anchor::middle, "tick x");
  for (const tick& t : m_y_ticks)
    name_tick(t, {m_left - 0.75 * m_on.tick_size, y_at(t.at) + 0.34 * m_on.tick_size}, anchor::end, "tick y");
  const std::string below = fitted(m_figure.x_label, m_right - m_left, m_on.label_size);
  to.text({(m_left + m_right) / 2.0, m_bottom + m_on.label_base}, below,
          {.size = m_on.label_size, .at = anchor::middle}, {"label x", "", tooltip(m_figure.x_label, below)});
  const std::vector<std::string> lines = y_label_lines(m_bottom - m_top);
  const std::string whole = fmt::format("{}", fmt::join(lines, " "));
  double x = m_on.edge + m_on.label_size;
  for (const std::string& line : lines) {
    to.text({x, (m_top + m_bottom) / 2.0}, line,
            {.size = m_on.label_size, .at = anchor::middle, .reads_upwards = true},
            {"label y", "", tooltip(m_figure.y_label, whole)});
    x += line_height * m_on.label_size;
  }
}

/// Levels have their names to the right.
void panel::draw_levels(canvas& to) const {
  std::vector<double> wanted;
  for (const plot_line& l : m_levels) wanted.insert(wanted.begin(), y_at(l.at));
  const std::vector<double> places =
      spread_out(wanted, std::vector<double>(wanted.size(), 1.3 * m_on.note_size), m_top, m_bottom);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const plot_line& level = m_levels[m_levels.size() - 1 - i];
    const double end = m_right + 0.7 * m_on.gap;
    to.path({{{{m_left, wanted[i]}, {m_right, wanted[i]}, {end, places[i]}}}}, line_across(),
            {"level", fmt::format("data-y=\"{:.9g}\"", level.at)});
    const std::string name = fitted(level.name, m_on.longest_level, m_on.note_size);
    to.text({end + 0.2 * m_on.gap, places[i] + 0.34 * m_on.note_size}, name,
            {.size = m_on.note_size, .color = note_color}, {"level-name", "", tooltip(level.name, name)});
  }
}

void panel::draw_marks(canvas& to) const {
  const bool upright = marks_are_upright();
  std::vector<double> wanted, sizes;
  for (const plot_line& m : m_marks) {
    wanted.push_back(x_at(m.at));
    sizes.push_back(upright ? 1.3 * m_on.note_size
                            : std::min(m_on.longest_mark, text_width(m.name, m_on.note_size)) + m_on.gap);
  }
  const std::vector<double> places = spread_out(wanted, sizes, m_left, m_right);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const plot_line& mark = m_marks[i];
    to.path({{{{wanted[i], m_bottom}, {wanted[i], m_top}, {places[i], m_top - 0.4 * m_on.gap}}}},
            line_across(), {"mark", fmt::format("data-x=\"{:.9g}\"", mark.at)});
    const std::string name = fitted(mark.name, m_on.longest_mark, m_on.note_size);
    to.text({places[i] + (upright ? 0.34 * m_on.note_size : 0.0), m_top - 0.6 * m_on.gap}, name,
            {.size = m_on.note_size,
             .at = upright ? anchor::start : anchor::middle,
             .reads_upwards = upright,
             .color = note_color},
            {"mark-name", "", tooltip(mark.name, name)});
  }
}

ink panel::line_across() const {
  return {.stroke = frame_color, .width = 1.3 * m_on.weight, .dash = 2.0, .space = 3.0};
}

ink panel::line_ink(const plot_curve& c) const {
  const double width = c.drawn_as == plot_curve::look::front  ? 7.0
                       : c.drawn_as == plot_curve::look::thin ? 0.9
                       : c.is_strong                          ? 4.0
                                                              : 1.6;
  const double dash = c.is_dashed ? 6.0 * m_on.weight : 0.0;
  return {.stroke = color_of(c), .width = width * m_on.weight, .dash = dash, .space = dash / 1.5};
}

ink panel::point_ink(const plot_curve& c) const {
  if (has_dots(c)) return {.fill = color_of(c), .opacity = 0.7};
  if (c.is_hollow) return {.stroke = color_of(c), .width = 1.4, .fill = "#ffffff"};
  return {.stroke = "#ffffff", .width = 0.8, .fill = color_of(c)};
}

double panel::dot_radius(const plot_curve& c) const {
  return (c.drawn_as == plot_curve::look::thin ? 1.4 : 2.5) * m_on.weight;
}

void panel::draw_curve(canvas& to, const plot_curve& c) const {
  to.open({"curve", fmt::format("data-name=\"{}\"", escaped(c.name))});
  if (c.intervals_as == plot_curve::spread::band)
    draw_band(to, c);
  else
    draw_bars(to, c);
  if (is_joined(c)) draw_line(to, c);
  if (c.drawn_as != plot_curve::look::front)
    for (const plot_point& p : c.points)
      if (shows(p)) draw_point(to, c, p);
  to.close();
}

void panel::draw_point(canvas& to, const plot_curve& c, const plot_point& p) const {
  const std::string data = fmt::format("data-x=\"{:.9g}\" data-y=\"{:.9g}\"", p.x, p.y);
  if (has_dots(c)) return to.dot(at(p), dot_radius(c), point_ink(c), {"dot", data});
  const std::string interval =
      p.interval ? fmt::format(", {:.6g} to {:.6g}", p.interval->low, p.interval->high) : "";
  const double scale = c.drawn_as == plot_curve::look::point || c.is_strong ? 1.5 : 1.0;
  to.place(sign_of(c), at(p), scale * m_on.weight, point_ink(c),
           {"point", data, fmt::format("{}: {:.6g} at {:.6g}{}", c.name, p.y, p.x, interval)});
}

/// With a gap where a point is not shown.
void panel::draw_line(canvas& to, const plot_curve& c) const {
  std::vector<contour> pieces;
  bool pen_is_down = false;
  for (const plot_point& p : c.points) {
    if (shows(p)) {
      if (!pen_is_down) pieces.emplace_back();
      pieces.back().points.push_back(at(p));
    }
    pen_is_down = shows(p);
  }
  to.path(pieces, line_ink(c), {"line"});
}

void panel::draw_bars(canvas& to, const plot_curve& c) const {
  const double cap = 4.0 * m_on.weight;
  for (const plot_point& p : c.points) {
    if (!p.interval || !shows(p)) continue;
    const double x = x_at(p.x);
    std::vector<contour> bar = {{{{x, y_at(p.interval->low)}, {x, y_at(p.interval->high)}}}};
    for (const double end : {p.interval->low, p.interval->high})
      if (std::isfinite(end))  // what goes on beyond the frame has no end
        bar.push_back({{{x - cap, y_at(end)}, {x + cap, y_at(end)}}});
    to.path(bar, {.stroke = color_of(c), .width = 1.3 * m_on.weight}, {"interval"});
  }
}

void panel::draw_band(canvas& to, const plot_curve& c) const {
  contour edge{{}, true};
  std::vector<spot> back;
  for (const plot_point& p : c.points) {
    if (!p.interval || !shows(p)) continue;
    edge.points.push_back({x_at(p.x), y_at(p.interval->high)});
    back.push_back({x_at(p.x), y_at(p.interval->low)});
  }
  if (back.empty()) return;
  edge.points.insert(edge.points.end(), back.rbegin(), back.rend());
  to.path({edge}, {.fill = color_of(c), .opacity = c.is_strong ? 0.25 : 0.12}, {"band"});
}

void panel::draw_legend(canvas& to) const {
  if (m_legend.empty()) return;
  to.open({"legend"});
  for (const auto& [curve, begin] : m_legend) {
    const spot middle{begin.x + m_on.sample_width / 2.0, begin.y};
    if (is_joined(*curve)) to.path({{{begin, {begin.x + m_on.sample_width, begin.y}}}}, line_ink(*curve), {});
    if (has_dots(*curve))
      to.dot(middle, dot_radius(*curve), point_ink(*curve), {});
    else if (curve->drawn_as != plot_curve::look::front)
      to.place(sign_of(*curve), middle, m_on.weight, point_ink(*curve), {});
    const std::string name = fitted(curve->name, m_on.longest_legend, m_on.note_size);
    to.text({begin.x + m_on.sample_width + m_on.gap / 2.0, begin.y + 0.34 * m_on.note_size}, name,
            {.size = m_on.note_size}, {"legend-name", "", tooltip(curve->name, name)});
  }
  to.close();
}

}  // namespace edgeldp::cli
