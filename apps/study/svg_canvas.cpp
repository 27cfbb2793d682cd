// SPDX-License-Identifier: MIT
#include "study/svg_canvas.hpp"

#include <fmt/format.h>

#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

std::string attributes_of(const part& what) {
  std::string all = what.kind.empty() ? "" : fmt::format(" class=\"{}\"", what.kind);
  return what.data.empty() ? all : all + " " + what.data;
}

std::string attributes_of(const ink& with) {
  std::string all = fmt::format(" fill=\"{}\"", with.fill.empty() ? "none" : with.fill);
  if (!with.fill.empty() && with.opacity < 1.0) all += fmt::format(" fill-opacity=\"{:g}\"", with.opacity);
  if (with.stroke.empty()) return all;
  all += fmt::format(" stroke=\"{}\" stroke-width=\"{:g}\"", with.stroke, with.width);
  if (with.dash > 0.0) all += fmt::format(" stroke-dasharray=\"{:g} {:g}\"", with.dash, with.space);
  return all;
}

/// The end of an element, with its tooltip.
std::string end_of(std::string_view element, const part& what) {
  if (what.tooltip.empty()) return "/>\n";
  return fmt::format("><title>{}</title></{}>\n", escaped(what.tooltip), element);
}

std::string outline_of(const std::vector<contour>& lines, int decimals) {
  std::string path;
  for (const contour& c : lines) {
    char command = 'M';
    for (const spot& p : c.points) {
      path += fmt::format("{}{:.{}f},{:.{}f}", command, p.x, decimals, p.y, decimals);
      command = 'L';
    }
    if (c.is_closed) path += 'Z';
  }
  return path;
}

std::string outline_of(const sign& shape) {
  const double r = shape.radius;
  if (shape.corners.empty())
    return fmt::format("M-{0:g},0A{0:g},{0:g} 0 1 0 {0:g},0A{0:g},{0:g} 0 1 0 -{0:g},0Z", r);
  return outline_of({{shape.corners, true}}, 1);
}

const char* name_of(anchor at) {
  return at == anchor::middle ? "middle" : "end";
}

}  // namespace

void svg_canvas::open(const part& what) {
  m_elements += "<g" + attributes_of(what) + ">\n";
}

void svg_canvas::close() {
  m_elements += "</g>\n";
}

void svg_canvas::path(const std::vector<contour>& lines, const ink& with, const part& what) {
  m_elements += fmt::format("<path{}{} stroke-linejoin=\"round\" d=\"{}\"{}", attributes_of(what),
                            attributes_of(with), outline_of(lines, 2), end_of("path", what));
}

void svg_canvas::place(const sign& shape, spot at, double scale, const ink& with, const part& what) {
  m_elements +=
      fmt::format("<path{}{} transform=\"translate({:.2f} {:.2f}){}\" d=\"{}\"{}", attributes_of(what),
                  attributes_of(with), at.x, at.y, scale == 1.0 ? "" : fmt::format(" scale({:g})", scale),
                  outline_of(shape), end_of("path", what));
}

void svg_canvas::dot(spot at, double radius, const ink& with, const part& what) {
  m_elements += fmt::format("<circle{}{} cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\"{}", attributes_of(what),
                            attributes_of(with), at.x, at.y, radius, end_of("circle", what));
}

void svg_canvas::text(spot at, const std::string& words, const lettering& as, const part& what) {
  const double raise = raised_by * as.size;
  m_elements += fmt::format("<text{} x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\"", attributes_of(what), at.x,
                            at.y, as.size);
  if (as.at != anchor::start) m_elements += fmt::format(" text-anchor=\"{}\"", name_of(as.at));
  if (as.is_bold) m_elements += " font-weight=\"bold\"";
  if (as.reads_upwards) m_elements += fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", at.x, at.y);
  m_elements += fmt::format(" fill=\"{}\">{}", as.color, escaped(words));
  if (!as.raised.empty()) {
    m_elements += fmt::format("<tspan dy=\"-{:g}\" font-size=\"{:g}\">{}</tspan>", raise,
                              raised_size * as.size, escaped(as.raised));
    if (!as.after.empty())
      m_elements += fmt::format("<tspan dy=\"{:g}\">{}</tspan>", raise, escaped(as.after));
  } else {
    m_elements += escaped(as.after);
  }
  if (!what.tooltip.empty()) m_elements += "<title>" + escaped(what.tooltip) + "</title>";
  m_elements += "</text>\n";
}

}  // namespace edgeldp::cli
