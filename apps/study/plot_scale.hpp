// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

/// Axes of figures: their range, and where they have ticks.
namespace edgeldp::cli {

struct plot_axis {
  bool is_logarithmic = false;
  bool is_share = false;            ///< values are shares, ticks say per cent
  std::vector<double> values = {};  ///< that have the ticks where there is room, such as budgets of a sweep
};

/// The text of a tick: 12,000, 5% or 2 times ten to the sixth.
struct tick_label {
  std::string text;
  std::string exponent = {};  ///< above the line, behind the text
  std::string unit = {};
};

struct tick {
  double at;
  tick_label label;
};

/// Values of one axis, from 0 at its beginning to 1 at its end.
class plot_scale {
 public:
  /// About values that axis can show, some of them close to it; any number of them.
  plot_scale(plot_axis axis, const std::vector<double>& values);

  /// False for what is not finite, or not positive on a logarithmic axis, or beyond 1e300.
  bool shows(double value) const;
  /// Those beyond the range are at its ends.
  double place(double value) const;

  /// As many ticks as there is room for: `fits` says of ticks that they do not touch.
  std::vector<tick> ticks(const std::function<bool(const std::vector<tick>&)>& fits) const;
  /// Where fainter lines go between powers of ten.
  std::vector<double> minor_lines() const;

 private:
  double inner(double value) const;
  std::vector<tick> powers(const std::vector<int>& digits, int step) const;
  std::vector<tick> even_steps(double step) const;
  std::vector<tick> named_values() const;

  plot_axis m_axis;
  double m_low = 0.0, m_high = 1.0;  // logarithms on a logarithmic axis
};

}  // namespace edgeldp::cli
