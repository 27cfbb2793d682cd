// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "study/canvas.hpp"

namespace edgeldp::cli {

/// Elements of SVG.
class svg_canvas : public canvas {
 public:
  void open(const part& what) override;
  void close() override;
  void path(const std::vector<contour>& lines, const ink& with, const part& what) override;
  void place(const sign& shape, spot at, double scale, const ink& with, const part& what) override;
  void dot(spot at, double radius, const ink& with, const part& what) override;
  void text(spot at, const std::string& words, const lettering& as, const part& what) override;

  const std::string& elements() const noexcept { return m_elements; }

 private:
  std::string m_elements;
};

}  // namespace edgeldp::cli
