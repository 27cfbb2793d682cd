// SPDX-License-Identifier: MIT
#include "study/sweep_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

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

figure errors(std::span<const record> results, const answer_words& words) {
  figure f{words.graphs.empty() ? title_of(results.front(), words.quantity) : words.quantity,
           "epsilon of a user", "share of the number"};
  f.x = budgets_of(results);
  f.y = {.is_logarithmic = true, .is_share = true};
  std::map<std::string, std::vector<record>> by_name;
  std::vector<std::string> names;  // as they come
  for (const record& r : results) {
    const std::string name = number_name(r, words);
    if (by_name[name].empty()) names.push_back(name);
    by_name[name].push_back(r);
  }
  unsigned color = 0;
  for (const std::string& name : names) {
    const std::string prefix = names.size() > 1 ? name + ", " : "";
    plot_curve wide{prefix + "half of the 95% interval", {}}, measured{prefix + "measured error", {}};
    wide.color = measured.color = color++;
    measured.intervals_as = plot_curve::spread::band;
    for (const record& r : by_name[name]) {
      const double epsilon = number(r, "epsilon");
      wide.points.push_back({epsilon, number(r, "half_width") / std::abs(number(r, "estimate"))});
      if (number(r, "runs") > 1.0) measured.points.push_back(measured_point(r));
    }
    const bool is_measured = !measured.points.empty();
    if (is_measured) wide.drawn_as = plot_curve::look::thin;
    f.curves.push_back(std::move(wide));
    if (is_measured) f.curves.push_back(std::move(measured));
  }
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
