// SPDX-License-Identifier: MIT
#include "study/pdf_canvas.hpp"

#include <charconv>
#include <new>
#include <numbers>

#include "edgeldp/core/base/error.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr double points_in_pixel = 0.75;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
  try {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

/// Of "#rrggbb" the two digits that begin there, from 0 to 1.
double share_of(std::string_view color, std::size_t begin) {
  int value = 0;
  std::from_chars(color.data() + begin, color.data() + begin + 2, value, 16);
  return value / 255.0;
}

}  // namespace

pdf_canvas::pdf_canvas(double width, double height, const std::string& title)
    : m_cairo(cairo()),
      m_surface(m_cairo.pdf_surface_create_for_stream(append, &m_bytes, points_in_pixel * width,
                                                      points_in_pixel * height),
                m_cairo.surface_destroy),
      m_pen(m_cairo.create(m_surface.get()), m_cairo.destroy) {
  m_cairo.pdf_surface_set_metadata(m_surface.get(), CAIRO_PDF_METADATA_TITLE, readable(title).c_str());
  // The same figure is the same file whenever it is drawn.
  m_cairo.pdf_surface_set_metadata(m_surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  m_cairo.scale(m_pen.get(), points_in_pixel, points_in_pixel);
  m_cairo.set_line_join(m_pen.get(), CAIRO_LINE_JOIN_ROUND);
}

void pdf_canvas::apply(const ink& with) {
  const auto dip = [&](std::string_view color, double opacity) {
    m_cairo.set_source_rgba(m_pen.get(), share_of(color, 1), share_of(color, 3), share_of(color, 5), opacity);
  };
  if (!with.fill.empty()) {
    dip(with.fill, with.opacity);
    m_cairo.fill_preserve(m_pen.get());
  }
  if (!with.stroke.empty()) {
    const double pattern[] = {with.dash, with.space};
    dip(with.stroke, 1.0);
    m_cairo.set_line_width(m_pen.get(), with.width);
    m_cairo.set_dash(m_pen.get(), pattern, with.dash > 0.0 ? 2 : 0, 0.0);
    m_cairo.stroke_preserve(m_pen.get());
  }
  m_cairo.new_path(m_pen.get());
}

void pdf_canvas::path(const std::vector<contour>& lines, const ink& with, const part&) {
  for (const contour& c : lines) {
    auto* step = m_cairo.move_to;
    for (const spot& p : c.points) {
      step(m_pen.get(), p.x, p.y);
      step = m_cairo.line_to;
    }
    if (c.is_closed) m_cairo.close_path(m_pen.get());
  }
  apply(with);
}

void pdf_canvas::place(const sign& shape, spot at, double scale, const ink& with, const part& what) {
  if (shape.corners.empty()) return dot(at, scale * shape.radius, with, what);
  contour edge{{}, true};
  for (const spot& p : shape.corners) edge.points.push_back({at.x + scale * p.x, at.y + scale * p.y});
  ink scaled = with;
  scaled.width *= scale;
  path({edge}, scaled, what);
}

void pdf_canvas::dot(spot at, double radius, const ink& with, const part&) {
  m_cairo.arc(m_pen.get(), at.x, at.y, radius, 0.0, 2.0 * std::numbers::pi);
  m_cairo.close_path(m_pen.get());
  apply(with);
}

double pdf_canvas::width_of(const std::string& words, double size) {
  cairo_text_extents_t extents{};
  m_cairo.set_font_size(m_pen.get(), size);
  m_cairo.text_extents(m_pen.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void pdf_canvas::text(spot at, const std::string& words, const lettering& as, const part&) {
  struct run {
    std::string words;
    double size, raised;
  };
  const run runs[] = {{readable(words), as.size, 0.0},
                      {readable(as.raised), raised_size * as.size, raised_by * as.size},
                      {readable(as.after), as.size, 0.0}};
  m_cairo.select_font_face(m_pen.get(), "Helvetica", CAIRO_FONT_SLANT_NORMAL,
                           as.is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  m_cairo.set_source_rgba(m_pen.get(), share_of(as.color, 1), share_of(as.color, 3), share_of(as.color, 5),
                          1.0);
  double whole = 0.0;
  for (const run& r : runs) whole += width_of(r.words, r.size);
  double x = as.at == anchor::start ? 0.0 : as.at == anchor::middle ? -whole / 2.0 : -whole;
  m_cairo.save(m_pen.get());
  m_cairo.translate(m_pen.get(), at.x, at.y);
  if (as.reads_upwards) m_cairo.rotate(m_pen.get(), -std::numbers::pi / 2.0);
  for (const run& r : runs) {
    if (r.words.empty()) continue;
    const double width = width_of(r.words, r.size);
    m_cairo.move_to(m_pen.get(), x, -r.raised);
    m_cairo.show_text(m_pen.get(), r.words.c_str());
    x += width;
  }
  m_cairo.restore(m_pen.get());
  m_cairo.new_path(m_pen.get());
}

std::string pdf_canvas::document() {
  cairo_status_t status = m_cairo.status(m_pen.get());
  m_cairo.surface_finish(m_surface.get());
  if (status == CAIRO_STATUS_SUCCESS) status = m_cairo.surface_status(m_surface.get());
  if (status != CAIRO_STATUS_SUCCESS)
    throw io_error(std::string("PDF could not be drawn: ") + m_cairo.status_to_string(status));
  return m_bytes;
}

}  // namespace edgeldp::cli
