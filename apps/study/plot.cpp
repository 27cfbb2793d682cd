// SPDX-License-Identifier: MIT
#include "study/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr double canvas_width = 1000.0, edge = 20.0, least_height = 400.0;
constexpr double title_size = 16.0, label_size = 13.0, tick_size = 12.0, note_size = 12.0;
constexpr double title_room = 42.0, below = 58.0, legend_row = 21.0, sample_width = 30.0, gap = 16.0;
constexpr double longest_legend = 250.0, longest_level = 150.0, longest_mark = 130.0;

/// Apart for readers who see colours differently too (Okabe and Ito, without their yellow).
constexpr std::array<const char*, 7> palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#333333"};

/// About the origin: circle, square, triangle, diamond, triangle downwards, plus, cross.
constexpr std::array<const char*, 7> shapes = {
    "M-4,0A4,4 0 1 0 4,0A4,4 0 1 0 -4,0Z",
    "M-3.6,-3.6H3.6V3.6H-3.6Z",
    "M0,-4.8L4.5,3.4H-4.5Z",
    "M0,-5L5,0L0,5L-5,0Z",
    "M0,4.8L4.5,-3.4H-4.5Z",
    "M-1.4,-4.6H1.4V-1.4H4.6V1.4H1.4V4.6H-1.4V1.4H-4.6V-1.4H-1.4Z",
    "M-4.2,-2.4L-2.4,-4.2L0,-1.8L2.4,-4.2L4.2,-2.4L1.8,0L4.2,2.4L2.4,4.2"
    "L0,1.8L-2.4,4.2L-4.2,2.4L-1.8,0Z"};

std::string color_of(const plot_curve& c) {
  return c.drawn_as == plot_curve::look::front ? "#d0d0d0" : palette[c.color % palette.size()];
}

/// Another where colors repeat.
const char* shape_of(const plot_curve& c) {
  return shapes[(c.color + c.color / palette.size()) % shapes.size()];
}

bool is_joined(const plot_curve& c) {
  return c.drawn_as != plot_curve::look::point && c.drawn_as != plot_curve::look::dots;
}

bool has_dots(const plot_curve& c) {
  return c.drawn_as == plot_curve::look::dots || c.drawn_as == plot_curve::look::thin;
}

double line_width(const plot_curve& c) {
  if (c.drawn_as == plot_curve::look::front) return 7.0;
  if (c.drawn_as == plot_curve::look::thin) return 0.9;
  return c.is_strong ? 4.0 : 1.6;
}

std::string line_style(const plot_curve& c) {
  return fmt::format(R"(fill="none" stroke="{}" stroke-width="{:g}" stroke-linejoin="round"{})", color_of(c),
                     line_width(c), c.is_dashed ? R"( stroke-dasharray="6 4")" : "");
}

std::string point_style(const plot_curve& c) {
  if (has_dots(c)) return fmt::format(R"(fill="{}" fill-opacity="0.7")", color_of(c));
  if (c.is_hollow) return fmt::format(R"(fill="#ffffff" stroke="{}" stroke-width="1.4")", color_of(c));
  return fmt::format(R"(fill="{}" stroke="#ffffff" stroke-width="0.8")", color_of(c));
}

std::string text_at(double x, double y, double size, const std::string& attributes, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" {}>{}</text>\n", x, y, size,
                     attributes, text);
}

/// An attribute: text that reads upwards.
std::string upwards(double x, double y) {
  return fmt::format("transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y);
}

/// A name in its place: cut where it is too long, and then whole in a tooltip.
std::string name_in(const std::string& name, double width, double size) {
  const std::string shown = fitted(name, width, size);
  return escaped(shown) + (shown == readable(name) ? "" : "<title>" + escaped(name) + "</title>");
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

double width_of(const tick_label& label) {
  return text_width(label.text + label.unit, tick_size) + text_width(label.exponent, 0.75 * tick_size);
}

std::string markup(const tick_label& label) {
  if (label.exponent.empty()) return label.text + label.unit;
  return fmt::format(R"({}<tspan dy="-5" font-size="{:g}">{}</tspan>{})", label.text, 0.75 * tick_size,
                     label.exponent, label.unit.empty() ? "" : R"(<tspan dy="5">)" + label.unit + "</tspan>");
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

/// One figure of the document.
class panel {
 public:
  panel(const figure& f, double top) : m_figure(f), m_x(f.x, xs_of(f)), m_y(f.y, ys_of(f)), m_panel_top(top) {
    for (const plot_curve& c : f.curves)
      for (const plot_point& p : c.points) m_is_empty = m_is_empty && !(m_x.shows(p.x) && m_y.shows(p.y));
    m_levels = shown(f.levels, m_y);
    m_marks = shown(f.marks, m_x);
    lay_out();
  }

  double bottom() const { return m_bottom + below; }

  std::string svg() const {
    std::string s = fmt::format("<g class=\"panel\" data-title=\"{}\">\n", escaped(m_figure.title));
    s += text_at(m_left, m_panel_top + 26.0, title_size, R"(class="title" font-weight="bold")",
                 name_in(m_figure.title, canvas_width - edge - m_left, title_size * 1.06));
    s += grid() + lines_across();
    for (const bool strong : {false, true})
      for (const plot_curve& c : m_figure.curves)
        if (c.is_strong == strong) s += curve(c);
    if (m_is_empty)
      s += text_at((m_left + m_right) / 2.0, (m_top + m_bottom) / 2.0, label_size,
                   R"(class="empty" text-anchor="middle" fill="#777777")", "no points to draw");
    return s + legend() + "</g>\n";
  }

 private:
  static std::vector<plot_line> shown(std::vector<plot_line> lines, const plot_scale& scale) {
    std::erase_if(lines, [&](const plot_line& l) { return !scale.shows(l.at); });
    std::ranges::sort(lines, {}, &plot_line::at);
    return lines;
  }

  std::vector<const plot_curve*> named_curves() const {
    std::vector<const plot_curve*> named;
    for (const plot_curve& c : m_figure.curves)
      if (!c.name.empty()) named.push_back(&c);
    return named;
  }

  void lay_out() {
    const auto named = named_curves();
    const double height = std::max(least_height, legend_row * static_cast<double>(named.size()));
    m_y_ticks = m_y.ticks([&](const std::vector<tick>& all) {
      for (std::size_t i = 1; i < all.size(); ++i)
        if ((m_y.place(all[i].at) - m_y.place(all[i - 1].at)) * height < 2.2 * tick_size) return false;
      return true;
    });
    double widest_tick = 0.0, level_room = 0.0, legend_room = 0.0;
    for (const tick& t : m_y_ticks) widest_tick = std::max(widest_tick, width_of(t.label));
    for (const plot_line& l : m_levels)
      level_room = std::max(level_room, gap + std::min(longest_level, text_width(l.name, note_size)));
    for (const plot_curve* c : named)
      legend_room = std::max(
          legend_room, gap + sample_width + 8.0 + std::min(longest_legend, text_width(c->name, note_size)));
    m_left = edge + label_size + 14.0 + widest_tick + 8.0;
    m_right = canvas_width - edge - level_room - legend_room;
    m_legend_left = m_right + level_room + gap;
    m_x_ticks = m_x.ticks([&](const std::vector<tick>& all) {
      for (std::size_t i = 1; i < all.size(); ++i)
        if (x_at(all[i].at) - x_at(all[i - 1].at) <
            (width_of(all[i].label) + width_of(all[i - 1].label)) / 2.0 + 14.0)
          return false;
      return true;
    });
    m_top = m_panel_top + title_room + mark_room();
    m_bottom = m_top + height;
  }

  /// Names of marks stand above the frame, upright where they do not fit beside each other.
  bool marks_are_upright() const {
    double all = 0.0;
    for (const plot_line& m : m_marks) all += std::min(longest_mark, text_width(m.name, note_size)) + gap;
    return all > m_right - m_left;
  }
  double mark_room() const {
    double longest = 0.0;
    for (const plot_line& m : m_marks)
      longest = std::max(longest, std::min(longest_mark, text_width(m.name, note_size)));
    return m_marks.empty() ? 0.0 : 14.0 + (marks_are_upright() ? longest : note_size);
  }

  double x_at(double x) const { return m_left + (m_right - m_left) * m_x.place(x); }
  double y_at(double y) const { return m_bottom - (m_bottom - m_top) * m_y.place(y); }
  bool shows(const plot_point& p) const { return m_x.shows(p.x) && m_y.shows(p.y); }

  std::string grid() const {
    std::string faint, clear, names;
    for (const double x : m_x.minor_lines())
      faint += fmt::format("M{:.2f},{:.2f}V{:.2f}", x_at(x), m_top, m_bottom);
    for (const double y : m_y.minor_lines())
      faint += fmt::format("M{:.2f},{:.2f}H{:.2f}", m_left, y_at(y), m_right);
    for (const tick& t : m_x_ticks) {
      clear += fmt::format("M{:.2f},{:.2f}V{:.2f}", x_at(t.at), m_top, m_bottom + 5.0);
      names += text_at(x_at(t.at), m_bottom + 20.0, tick_size, R"(class="tick x" text-anchor="middle")",
                       markup(t.label));
    }
    for (const tick& t : m_y_ticks) {
      clear += fmt::format("M{:.2f},{:.2f}H{:.2f}", m_left - 5.0, y_at(t.at), m_right);
      names += text_at(m_left - 9.0, y_at(t.at) + 4.0, tick_size, R"(class="tick y" text-anchor="end")",
                       markup(t.label));
    }
    const double middle = (m_top + m_bottom) / 2.0;
    names += text_at((m_left + m_right) / 2.0, m_bottom + 43.0, label_size,
                     R"(class="label x" text-anchor="middle")",
                     name_in(m_figure.x_label, m_right - m_left, label_size));
    names += text_at(edge + label_size, middle, label_size,
                     R"(class="label y" text-anchor="middle" )" + upwards(edge + label_size, middle),
                     name_in(m_figure.y_label, m_bottom - m_top, label_size));
    return fmt::format(
        "<path class=\"minor grid\" stroke=\"#f2f2f2\" fill=\"none\" d=\"{}\"/>\n"
        "<path class=\"grid\" stroke=\"#dcdcdc\" fill=\"none\" d=\"{}\"/>\n"
        "<path class=\"frame\" stroke=\"#555555\" fill=\"none\" d=\"M{:.2f},{:.2f}V{:.2f}H{:.2f}\"/>\n{}",
        faint, clear, m_left, m_top, m_bottom, m_right, names);
  }

  /// Levels with their names to the right, marks with theirs above.
  std::string lines_across() const {
    std::vector<double> at, sizes;
    std::string s = "<g stroke-width=\"1.3\" stroke=\"#555555\" fill=\"none\" stroke-dasharray=\"2 3\">\n";
    std::string names;
    for (std::size_t i = m_levels.size(); i-- > 0;) at.push_back(y_at(m_levels[i].at));
    const std::vector<double> ys =
        spread_out(at, std::vector<double>(at.size(), note_size + 4.0), m_top, m_bottom);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const plot_line& l = m_levels[m_levels.size() - 1 - i];
      s +=
          fmt::format("<path class=\"level\" data-y=\"{:.9g}\" d=\"M{:.2f},{:.2f}H{:.2f}L{:.2f},{:.2f}\"/>\n",
                      l.at, m_left, at[i], m_right, m_right + gap - 5.0, ys[i]);
      names += text_at(m_right + gap - 2.0, ys[i] + 4.0, note_size, R"(class="level-name" fill="#444444")",
                       name_in(l.name, longest_level, note_size));
    }
    return s + marks(names) + "</g>\n" + names;
  }

  std::string marks(std::string& names) const {
    const bool upright = marks_are_upright();
    std::vector<double> at, sizes;
    for (const plot_line& m : m_marks) {
      at.push_back(x_at(m.at));
      sizes.push_back(upright ? note_size + 4.0
                              : std::min(longest_mark, text_width(m.name, note_size)) + gap);
    }
    const std::vector<double> xs = spread_out(at, sizes, m_left, m_right);
    std::string s;
    for (std::size_t i = 0; i < at.size(); ++i) {
      s += fmt::format("<path class=\"mark\" data-x=\"{:.9g}\" d=\"M{:.2f},{:.2f}V{:.2f}L{:.2f},{:.2f}\"/>\n",
                       m_marks[i].at, at[i], m_bottom, m_top, xs[i], m_top - 7.0);
      const std::string name = name_in(m_marks[i].name, longest_mark, note_size);
      const double x = xs[i] + (upright ? 4.0 : 0.0), y = m_top - 10.0;
      names += text_at(x, y, note_size,
                       R"(class="mark-name" fill="#444444" )" +
                           (upright ? upwards(x, y) : std::string(R"(text-anchor="middle")")),
                       name);
    }
    return s;
  }

  std::string curve(const plot_curve& c) const {
    std::string s = fmt::format("<g class=\"curve\" data-name=\"{}\">\n", escaped(c.name));
    s += c.intervals_as == plot_curve::spread::band ? band(c) : bars(c);
    if (is_joined(c)) s += line(c);
    if (c.drawn_as == plot_curve::look::front) return s + "</g>\n";
    s += "<g " + point_style(c) + ">\n";
    for (const plot_point& p : c.points)
      if (shows(p)) s += has_dots(c) ? dot(c, p) : point(c, p);
    return s + "</g>\n</g>\n";
  }

  std::string dot(const plot_curve& c, const plot_point& p) const {
    return fmt::format(
        "<circle class=\"dot\" data-x=\"{:.9g}\" data-y=\"{:.9g}\" cx=\"{:.2f}\" cy=\"{:.2f}\" "
        "r=\"{:g}\"/>\n",
        p.x, p.y, x_at(p.x), y_at(p.y), c.drawn_as == plot_curve::look::thin ? 1.4 : 2.5);
  }

  std::string point(const plot_curve& c, const plot_point& p) const {
    const std::string interval =
        p.interval ? fmt::format(", {:.6g} to {:.6g}", p.interval->low, p.interval->high) : "";
    return fmt::format(
        "<path class=\"point\" data-x=\"{:.9g}\" data-y=\"{:.9g}\" transform=\"translate({:.2f} {:.2f}){}\" "
        "d=\"{}\"><title>{}: {:.6g} at {:.6g}{}</title></path>\n",
        p.x, p.y, x_at(p.x), y_at(p.y),
        c.drawn_as == plot_curve::look::point || c.is_strong ? " scale(1.5)" : "", shape_of(c),
        escaped(c.name), p.y, p.x, interval);
  }

  std::string line(const plot_curve& c) const {
    std::string path;
    bool pen_is_down = false;
    for (const plot_point& p : c.points) {
      if (shows(p)) path += fmt::format("{}{:.2f},{:.2f}", pen_is_down ? 'L' : 'M', x_at(p.x), y_at(p.y));
      pen_is_down = shows(p);
    }
    return fmt::format("<path class=\"line\" {} d=\"{}\"/>\n", line_style(c), path);
  }

  std::string bars(const plot_curve& c) const {
    constexpr double cap = 4.0;
    std::string s;
    for (const plot_point& p : c.points) {
      if (!p.interval || !shows(p)) continue;
      const double x = x_at(p.x), low = y_at(p.interval->low), high = y_at(p.interval->high);
      std::string path = fmt::format("M{:.2f},{:.2f}V{:.2f}", x, low, high);
      for (const double end :
           {p.interval->low, p.interval->high})  // what goes on beyond the frame has no end
        if (std::isfinite(end)) path += fmt::format("M{:.2f},{:.2f}H{:.2f}", x - cap, y_at(end), x + cap);
      s += fmt::format(
          "<path class=\"interval\" stroke=\"{}\" stroke-width=\"1.3\" fill=\"none\" d=\"{}\"/>\n",
          color_of(c), path);
    }
    return s;
  }

  std::string band(const plot_curve& c) const {
    std::string there, back;
    for (const plot_point& p : c.points) {
      if (!p.interval || !shows(p)) continue;
      there += fmt::format("{}{:.2f},{:.2f}", there.empty() ? 'M' : 'L', x_at(p.x), y_at(p.interval->high));
      back.insert(0, fmt::format("L{:.2f},{:.2f}", x_at(p.x), y_at(p.interval->low)));
    }
    if (there.empty()) return "";
    return fmt::format("<path class=\"band\" fill=\"{}\" fill-opacity=\"{:g}\" d=\"{}{}Z\"/>\n", color_of(c),
                       c.is_strong ? 0.25 : 0.12, there, back);
  }

  std::string legend() const {
    const auto named = named_curves();
    if (named.empty()) return "";
    std::string s = "<g class=\"legend\">\n";
    double y = m_top + legend_row / 2.0;
    for (const plot_curve* c : named) {
      const double middle = m_legend_left + sample_width / 2.0;
      if (is_joined(*c))
        s += fmt::format("<path {} d=\"M{:.2f},{:.2f}H{:.2f}\"/>\n", line_style(*c), m_legend_left, y,
                         m_legend_left + sample_width);
      if (has_dots(*c))
        s += fmt::format("<circle {} cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\"/>\n", point_style(*c), middle, y,
                         c->drawn_as == plot_curve::look::thin ? 1.4 : 3.0);
      else if (c->drawn_as != plot_curve::look::front)
        s += fmt::format("<path {} transform=\"translate({:.2f} {:.2f})\" d=\"{}\"/>\n", point_style(*c),
                         middle, y, shape_of(*c));
      s += text_at(m_legend_left + sample_width + 8.0, y + 4.0, note_size, R"(class="legend-name")",
                   name_in(c->name, longest_legend, note_size));
      y += legend_row;
    }
    return s + "</g>\n";
  }

  const figure& m_figure;
  plot_scale m_x, m_y;
  double m_panel_top, m_top = 0.0, m_bottom = 0.0, m_left = 0.0, m_right = 0.0, m_legend_left = 0.0;
  std::vector<tick> m_x_ticks, m_y_ticks;
  std::vector<plot_line> m_levels, m_marks;
  bool m_is_empty = true;
};

}  // namespace

std::string svg_element(std::span<const figure> figures, std::string_view attributes) {
  std::string panels, titles, contents;
  double height = 0.0;
  for (const figure& f : figures) {
    const panel p(f, height);
    panels += p.svg();
    height = p.bottom();
    titles += (titles.empty() ? "" : "; ") + escaped(f.title);
    contents += fmt::format("{} against {}:", escaped(f.y_label), escaped(f.x_label));
    for (const plot_curve& c : f.curves)
      contents += fmt::format(" {} ({} points)", escaped(c.name), c.points.size());
    contents += "\n";
  }
  return fmt::format(
      "<svg{5} width=\"{0:g}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:g} "
      "{1:.0f}\" "
      "role=\"img\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" "
      "fill=\"#222222\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0:g}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n{4}</svg>\n",
      canvas_width, height, titles, contents, panels, attributes);
}

std::string svg_of(std::span<const figure> figures) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         svg_element(figures, " xmlns=\"http://www.w3.org/2000/svg\"");
}

void require_plot_name(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".svg")
    throw invalid_parameter("--plot " + path + ": figures are SVG, so the name must end in .svg");
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw io_error("--plot " + path + ": there is no folder " + folder.string());
}

void draw(std::span<const figure> figures, const std::string& path) {
  require_plot_name(path);
  write_text(path, svg_of(figures));
}

}  // namespace edgeldp::cli
