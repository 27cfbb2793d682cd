// SPDX-License-Identifier: MIT
#include "study/sweep_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace edgeldp::cli {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double number(const record& r, const char* key) {
  return r.contains(key) && r.at(key).is_number() ? r.at(key).get<double>() : nothing;
}

double of_exact(const record& r, const char* key) {
  return r.contains("exact") ? number(r.at("exact"), key) : nothing;
}

double end_of_interval(const record& r, std::size_t end) {
  if (!r.contains("interval") || r.at("interval").is_null() || r.at("interval")[end].is_null())
    return end == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return r.at("interval")[end].get<double>();
}

/// The error of the runs and its interval, as shares of the truth; without an interval of one run.
plot_point measured_point(const record& r) {
  plot_point p{number(r, "epsilon"), of_exact(r, "relative_error")};
  const double unit = of_exact(r, "rmse") / p.y;
  const plot_interval ends{of_exact(r, "rmse_low") / unit, of_exact(r, "rmse_high") / unit};
  if (std::isfinite(ends.low)) p.interval = ends;
  return p;
}

std::string title_of(const record& r, const std::string& quantity) {
  const std::string graph =
      r.contains("graph") && r.at("graph").is_string() ? r.at("graph").get<std::string>() : "";
  return graph + (graph.empty() ? "" : ": ") + quantity;
}

plot_axis budgets_of(std::span<const record> results) {
  plot_axis axis{.is_logarithmic = true};
  for (const record& r : results) axis.values.push_back(number(r, "epsilon"));
  return axis;
}

figure estimates(std::span<const record> results, const std::string& quantity) {
  figure f{title_of(results.front(), quantity), "epsilon of a user", "estimate and 95% interval"};
  f.x = budgets_of(results);
  plot_curve curve{"estimate", {}};
  for (const record& r : results)
    curve.points.push_back({number(r, "epsilon"), number(r, "estimate"),
                            plot_interval{end_of_interval(r, 0), end_of_interval(r, 1)}});
  f.curves.push_back(std::move(curve));
  if (const double truth = of_exact(results.front(), "truth"); std::isfinite(truth))
    f.levels.push_back({"exact", truth});
  return f;
}

/// Results by the name of their number, names as they come.
std::vector<std::pair<std::string, std::vector<record>>> by_name(std::span<const record> results,
                                                                 const answer_words& words) {
  std::vector<std::pair<std::string, std::vector<record>>> all;
  for (const record& r : results) {
    const std::string name = number_name(r, words);
    auto of_name = std::ranges::find(all, name, &std::pair<std::string, std::vector<record>>::first);
    if (of_name == all.end()) of_name = all.insert(all.end(), {name, {}});
    of_name->second.push_back(r);
  }
  return all;
}

/// Whether a logarithmic figure shows any of it: an error of 0 is nowhere there.
bool has_points(const plot_curve& c) {
  return std::ranges::any_of(c.points, [](const plot_point& p) { return std::isfinite(p.y) && p.y > 0.0; });
}

constexpr char half[] = "half of the 95% interval";

/// Of one number what was said of it, and what several runs were off by. name: "" of the only one.
std::vector<plot_curve> errors_of(std::span<const record> results, const std::string& name, unsigned color) {
  plot_curve wide{name.empty() ? half : name, {}}, measured{name.empty() ? "measured error" : name, {}};
  wide.color = measured.color = color;
  measured.intervals_as = plot_curve::spread::band;
  for (const record& r : results) {
    wide.points.push_back({number(r, "epsilon"), number(r, "half_width") / std::abs(number(r, "estimate"))});
    if (number(r, "runs") > 1.0) measured.points.push_back(measured_point(r));
  }
  std::vector<plot_curve> drawn;
  if (has_points(measured)) {
    wide.drawn_as = plot_curve::look::thin;
    if (!name.empty()) wide.name = "";  // that of what was measured serves both
  }
  for (plot_curve* c : {&wide, &measured})
    if (has_points(*c)) drawn.push_back(std::move(*c));
  return drawn;
}

figure errors(std::span<const record> results, const answer_words& words) {
  figure f{words.graphs.empty() ? title_of(results.front(), words.quantity) : words.quantity,
           "epsilon of a user", std::string(half) + ", as a share of the number"};
  f.x = budgets_of(results);
  f.y = {.is_logarithmic = true, .is_share = true};
  const auto numbers = by_name(results, words);
  unsigned color = 0;
  for (const auto& [name, of_name] : numbers)
    for (plot_curve& c : errors_of(of_name, numbers.size() > 1 ? name : "", color++))
      f.curves.push_back(std::move(c));
  if (std::ranges::none_of(f.curves,
                           [](const plot_curve& c) { return c.drawn_as == plot_curve::look::thin; }))
    return f;
  f.y_label = "error, as a share of the number";
  if (numbers.size() > 1) f.curves.push_back({std::string("thin: ") + half, {}, plot_curve::look::thin, 6});
  return f;
}

}  // namespace

std::vector<figure> sweep_figures(std::span<const std::vector<record>> results, const answer_words& words) {
  std::vector<figure> panels;
  const answer_words of_one{words.quantity, ""};
  std::vector<record> all;
  for (const std::vector<record>& of_graph : results) {
    if (of_graph.empty()) continue;
    const std::string first = number_name(of_graph.front(), of_one);
    if (std::ranges::all_of(of_graph, [&](const record& r) { return number_name(r, of_one) == first; }))
      panels.push_back(estimates(of_graph, first));
    all.insert(all.end(), of_graph.begin(), of_graph.end());
  }
  if (!all.empty()) panels.push_back(errors(all, words));
  return panels;
}

}  // namespace edgeldp::cli
