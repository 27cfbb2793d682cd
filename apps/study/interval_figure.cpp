// SPDX-License-Identifier: MIT
#include "study/interval_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

/// A text of a figure; anchor: which part of it stands at x.
std::string label_at(double x, double y, const std::string& text, const char* anchor) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

}  // namespace

std::string interval_figure(const drawn_interval& of) {
  constexpr double width = 400.0, margin = 40.0, room = 80.0, above = 25.0, below = 75.0;
  const double exact = of.exact.value_or(of.estimate);
  const double least = std::min({0.0, of.low, exact}), most = std::max({of.high, exact, least + 1.0});
  const auto x = [&](double value) {
    return margin + (value - least) / (most - least) * (width - 2.0 * margin);
  };
  const double low = x(of.low), high = x(of.high), zero = x(0.0);
  std::string figure = fmt::format(
      "<svg class=\"estimate\" viewBox=\"0 0 400 90\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>\n"
      "<line class=\"axis\" x1=\"{1:.0f}\" y1=\"45\" x2=\"{2:.0f}\" y2=\"45\"/>\n"
      "<line class=\"axis\" x1=\"{3:.0f}\" y1=\"37\" x2=\"{3:.0f}\" y2=\"53\"/>\n"
      "<line class=\"bar\" x1=\"{4:.1f}\" y1=\"45\" x2=\"{5:.1f}\" y2=\"45\"/>\n",
      escaped(fmt::format("{}: {}, from {} to {}", of.name, of.said, of.from, of.to)), margin, width - margin,
      zero, low, high);
  if (of.exact)
    figure +=
        fmt::format("<line class=\"exact\" x1=\"{0:.1f}\" y1=\"32\" x2=\"{0:.1f}\" y2=\"58\"/>\n", x(exact));
  figure += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"45\" r=\"8\"/>\n", x(of.estimate));
  figure += label_at(x(of.estimate), above, of.said, "middle");
  if (high - low < room)
    figure += label_at(high + margin, below, of.from + " to " + of.to, "end");
  else
    figure += label_at(low, below, of.from, "middle") + label_at(high, below, of.to, "middle");
  const bool is_left_of_all = of.low > 0.0 && low - zero > 2.0 * room;
  const bool is_between = zero - low > room && high - zero > room;
  if (is_left_of_all || is_between) figure += label_at(zero, below, "0", "middle");
  return figure + "</svg>\n";
}

}  // namespace edgeldp::cli
