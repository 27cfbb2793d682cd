// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What figures are drawn on. Lengths are in pixels, of which 96 are an inch; y grows downwards.
namespace edgeldp::cli {

struct spot {
  double x = 0.0, y = 0.0;
};

/// How lines and areas look. Colours are "#rrggbb", and none where there is no line or no area.
struct ink {
  std::string_view stroke = {};
  double width = 1.0;
  std::string_view fill = {};
  double opacity = 1.0;            ///< of the area
  double dash = 0.0, space = 0.0;  ///< in turn, along the line; 0: it is whole
};

/// Points that a line joins; an area's edge is closed.
struct contour {
  std::vector<spot> points;
  bool is_closed = false;
};

/// A shape about the origin that stands at points: a circle where it has no corners.
struct sign {
  std::vector<spot> corners = {};
  double radius = 4.0;
};

/// Sizes of what is raised, and how far, as parts of the size of its text.
inline constexpr double raised_size = 0.75, raised_by = 0.4;

enum class anchor { start, middle, end };

/// How a text looks. `raised` stands behind it, smaller and above the line, and `after` behind
/// that.
struct lettering {
  double size = 12.0;
  anchor at = anchor::start;
  bool is_bold = false, reads_upwards = false;
  std::string_view color = "#222222";
  std::string raised = {}, after = {};
};

/// What readers of a document find beside what they see, where it can hold that.
struct part {
  std::string_view kind = {};  ///< class of the element
  std::string data = {};       ///< further attributes, escaped
  std::string tooltip = {};    ///< not escaped
};

/// A page that is drawn on, from the back to the front.
class canvas {
 public:
  canvas() = default;
  canvas(const canvas&) = delete;
  canvas& operator=(const canvas&) = delete;
  virtual ~canvas() = default;

  /// What follows belongs together, until it is closed.
  virtual void open(const part& what) = 0;
  virtual void close() = 0;
  virtual void path(const std::vector<contour>& lines, const ink& with, const part& what) = 0;
  virtual void place(const sign& shape, spot at, double scale, const ink& with, const part& what) = 0;
  virtual void dot(spot at, double radius, const ink& with, const part& what) = 0;
  virtual void text(spot at, const std::string& words, const lettering& as, const part& what) = 0;
};

}  // namespace edgeldp::cli
