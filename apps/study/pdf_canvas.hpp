// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "study/cairo_library.hpp"
#include "study/canvas.hpp"

namespace edgeldp::cli {

/// One page of PDF, by Cairo. Fonts are those that the system has for Helvetica, and inside of the
/// document. What readers find beside what they see is left out.
class pdf_canvas : public canvas {
 public:
  /// Errors: those of cairo().
  pdf_canvas(double width, double height, const std::string& title);

  void open(const part&) override {}
  void close() override {}
  void path(const std::vector<contour>& lines, const ink& with, const part& what) override;
  void place(const sign& shape, spot at, double scale, const ink& with, const part& what) override;
  void dot(spot at, double radius, const ink& with, const part& what) override;
  void text(spot at, const std::string& words, const lettering& as, const part& what) override;

  /// The whole document; nothing is drawn after this.
  /// Errors: io_error where Cairo has failed.
  std::string document();

 private:
  void apply(const ink& with);
  double width_of(const std::string& words, double size);

  const cairo_library& m_cairo;
  std::string m_bytes;
  std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> m_surface;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> m_pen;
};

}  // namespace edgeldp::cli
