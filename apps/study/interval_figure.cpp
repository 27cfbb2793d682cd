// SPDX-License-Identifier: MIT
#include "study/interval_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr double span_width = 400.0, side = 40.0, letters = 15.0;

/// With room for fonts that are wider than most.
double room_of(const std::string& text) {
  return 1.2 * text_width(text, letters);
}

/// Texts on one line of a figure, all of them within it.
class label_line {
 public:
  explicit label_line(double y) : m_y(y) {}

  std::string put(double x, const std::string& text) {
    const double half = std::min(room_of(text), span_width) / 2.0;
    const double middle = std::clamp(x, half, span_width - half);
    m_taken.push_back({middle - half, middle + half});
    return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>\n", middle, m_y,
                       escaped(text));
  }

  /// Nothing where it would touch another.
  std::string put_if_free(double x, const std::string& text) {
    const double reach = room_of(text) / 2.0 + letters;
    const bool is_free = std::ranges::none_of(
        m_taken, [&](const auto& taken) { return x + reach > taken.first && x - reach < taken.second; });
    return is_free ? put(x, text) : "";
  }

 private:
  double m_y;
  std::vector<std::pair<double, double>> m_taken;
};

/// Both ends, together where they would touch each other.
std::string ends_text(label_line& below, const drawn_interval& of, double low, double high) {
  if (of.from.empty() || of.to.empty())
    return (of.from.empty() ? "" : below.put(low, of.from)) + (of.to.empty() ? "" : below.put(high, of.to));
  const double needed = (room_of(of.from) + room_of(of.to)) / 2.0 + letters;
  if (high - low < needed) return below.put((low + high) / 2.0, of.from + " to " + of.to);
  return below.put(low, of.from) + below.put(high, of.to);
}

std::string spoken(const drawn_interval& of) {
  return of.is_lost ? of.name + ": " + of.said
                    : fmt::format("{}: {}, from {} to {}", of.name, of.said, of.from, of.to);
}

}  // namespace

std::string interval_figure(const drawn_interval& of) {
  const double exact = of.exact.value_or(of.high);
  const double least = std::min({0.0, of.low, exact}), most = std::max({of.high, exact, least + 1e-9});
  const auto x = [&](double value) {
    return side + (value - least) / (most - least) * (span_width - 2.0 * side);
  };
  const double low = x(of.low), high = x(of.high), zero = x(0.0);
  std::string figure = fmt::format(
      "<svg class=\"estimate\" viewBox=\"0 0 400 90\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>\n"
      "<line class=\"axis\" x1=\"{1:.0f}\" y1=\"45\" x2=\"{2:.0f}\" y2=\"45\"/>\n"
      "<line class=\"axis\" x1=\"{3:.0f}\" y1=\"37\" x2=\"{3:.0f}\" y2=\"53\"/>\n"
      "<line class=\"{6}\" x1=\"{4:.1f}\" y1=\"45\" x2=\"{5:.1f}\" y2=\"45\"/>\n",
      escaped(spoken(of)), side, span_width - side, zero, low, high, of.is_lost ? "lost" : "bar");
  if (of.exact)
    figure +=
        fmt::format("<line class=\"exact\" x1=\"{0:.1f}\" y1=\"32\" x2=\"{0:.1f}\" y2=\"58\"/>\n", x(exact));
  if (!of.is_lost)
    figure += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"45\" r=\"8\"/>\n", x(of.estimate));
  label_line above(25.0), below(75.0);
  figure += above.put(of.is_lost ? (low + high) / 2.0 : x(of.estimate), of.said);
  figure += ends_text(below, of, low, high);
  return figure + below.put_if_free(zero, "0") + "</svg>\n";
}

}  // namespace edgeldp::cli
