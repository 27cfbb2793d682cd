// SPDX-License-Identifier: MIT
#include "bench/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <utility>

namespace edgeldp::cli {

namespace {

/// 95% interval of the quotient of two RMSEs behind that of two measured ones.
std::pair<double, double> ratio_interval(double ratio, double rival_runs, double our_runs) {
  const boost::math::fisher_f law(rival_runs, our_runs);
  return {ratio / std::sqrt(quantile(law, 0.975)), ratio / std::sqrt(quantile(law, 0.025))};
}

std::string bytes_text(double bytes) {
  return bytes < 1e5 ? fmt::format("{:.1f}", bytes) : fmt::format("{:.4g}", bytes);
}

std::string or_dash(const record& value, const char* format) {
  return value.is_null() ? "-" : fmt::format(fmt::runtime(format), value.get<double>());
}

/// "2.1e+04 .. 5.3e+04".
std::string interval_text(const record& low, const record& high) {
  return low.is_null() ? "-" : fmt::format("{:.2g} .. {:.2g}", low.get<double>(), high.get<double>());
}

std::string knob_text(const record& r) {
  return r.at("value").is_null()
             ? "-"
             : fmt::format("{}={:g}", r.at("knob").get<std::string>(), r.at("value").get<double>());
}

/// What a rival needs beside one of our points, at one kind of error; nulls where it does not get
/// there.
struct ratios {
  record cost, cost_ratio, error, error_ratio;
  bool is_reached = false, is_bound = false;
};

ratios ratios_of(const tradeoff_point& ours, const std::optional<tradeoff_curve>& curve) {
  ratios r;
  if (!curve || !(ours.error > 0.0)) return r;
  if (const auto cost = curve->cost_to_reach(ours.error)) {
    r.is_reached = true;
    r.is_bound = curve->cheapest().error <= ours.error;
    r.cost = *cost;
    r.cost_ratio = *cost / ours.cost;
  }
  if (const auto error = curve->error_within(ours.cost)) {
    r.error = *error;
    r.error_ratio = *error / ours.error;
  }
  return r;
}

/// Ends of the error ratio's interval; nulls where there is no ratio.
std::pair<record, record> ratio_ends(const ratios& measured, double rival_runs, double our_runs) {
  if (measured.error_ratio.is_null()) return {nullptr, nullptr};
  const auto [low, high] = ratio_interval(measured.error_ratio.get<double>(), rival_runs, our_runs);
  return {low, high};
}

/// One of our points beside one rival. `first` is any point of the rival's.
record compare_one(const sweep_subject& subject, const sweep_point& ours, const sweep_point& first,
                   std::span<const sweep_point> points) {
  const mechanism& rival = *first.setting.what;
  const auto [cost, error] = ours.tradeoff();
  const ratios measured = ratios_of({cost, error}, curve_of(points, rival, "rmse"));
  const ratios predicted =
      ratios_of({cost, ours.number_or_zero("predicted_rmse")}, curve_of(points, rival, "predicted_rmse"));
  const bool has_claim = rival.paper_error_ratio.has_value() && subject.is_of_the_paper() &&
                         ours.setting.what->name == "ppr-published" && ours.number("epsilon") == 1.0;
  const double runs = ours.number("runs"), rival_runs = first.number("runs");
  const auto [low, high] = ratio_ends(measured, rival_runs, runs);
  return {{"mechanism", ours.setting.what->name},
          {"knob", ours.result.at("knob")},
          {"value", ours.result.at("value")},
          {"epsilon", ours.result.at("epsilon")},
          {"relationship_dp", ours.result.at("relationship_dp")},
          {"download_bytes", cost},
          {"rmse", error},
          {"rival", rival.name},
          {"rival_relationship_dp", first.result.at("relationship_dp")},
          {"rival_private", first.result.at("private")},
          {"reached", measured.is_reached},
          {"rival_download_bytes", measured.cost},
          {"rival_download_is_bound", measured.is_bound},
          {"download_ratio", measured.cost_ratio},
          {"predicted_download_ratio", predicted.cost_ratio},
          {"paper_download_ratio", optional_number(has_claim, paper_download_ratio)},
          {"rival_rmse", measured.error},
          {"error_ratio", measured.error_ratio},
          {"error_ratio_low", low},
          {"error_ratio_high", high},
          {"predicted_error_ratio", predicted.error_ratio},
          {"paper_error_ratio", optional_number(has_claim, rival.paper_error_ratio.value_or(0.0))},
          {"runs", std::min(runs, rival_runs)}};
}

plot_point plotted(const sweep_point& p) {
  plot_point shown{p.number("download_bytes"), p.number("rmse")};
  const record &low = p.result.at("rmse_low"), &high = p.result.at("rmse_high");
  if (low.is_number() && high.is_number()) shown.interval = {low.get<double>(), high.get<double>()};
  return shown;
}

/// One mechanism's points by cost; a zero has no place on a logarithmic axis, but marks have no
/// error and central methods no download.
plot_curve plotted(std::span<const sweep_point> points, const mechanism& m, unsigned color) {
  const bool is_published = m.role == mechanism_role::rival && !m.name.ends_with(strongest_suffix);
  plot_curve curve{std::string(m.name),
                   {},
                   m.knob.empty() ? plot_curve::look::point : plot_curve::look::line,
                   color,
                   is_published};
  const bool needs_cost = m.role != mechanism_role::central, needs_error = m.role != mechanism_role::mark;
  for (const sweep_point& p : points)
    if (p.setting.what == &m && (p.tradeoff().cost > 0.0 || !needs_cost) &&
        (p.tradeoff().error > 0.0 || !needs_error)) {
      curve.points.push_back(plotted(p));
      curve.is_hollow = m.role == mechanism_role::rival && p.result.at("private") == false;
    }
  std::ranges::sort(curve.points, {}, &plot_point::x);
  return curve;
}

/// Our settings that nothing of ours beats.
plot_curve front_of(std::span<const tradeoff_point> ours) {
  plot_curve front{"our Pareto front", {}, plot_curve::look::front};
  const std::vector<bool> shown = unbeaten(ours, [](const auto& a, const auto& b) { return beats(a, b); });
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (shown[i]) front.points.push_back({ours[i].cost, ours[i].error});
  std::ranges::sort(front.points, {}, &plot_point::x);
  return front;
}

}  // namespace

std::optional<tradeoff_curve> curve_of(std::span<const sweep_point> points, const mechanism& m,
                                       const char* error) {
  std::vector<tradeoff_point> curve;
  for (const sweep_point& p : points)
    if (p.setting.what == &m && p.number_or_zero(error) > 0.0 && p.number("download_bytes") > 0.0)
      curve.push_back({p.number("download_bytes"), p.number(error)});
  if (curve.empty()) return std::nullopt;
  return tradeoff_curve(std::move(curve));
}

std::vector<record> compare(const sweep_subject& subject, std::span<const sweep_point> points) {
  std::vector<const sweep_point*> rivals;  // the first point of each
  for (const sweep_point& p : points)
    if (p.setting.what->role == mechanism_role::rival &&
        (rivals.empty() || rivals.back()->setting.what != p.setting.what))
      rivals.push_back(&p);
  std::vector<record> comparisons;
  for (const sweep_point& ours : points)
    if (ours.setting.what->role == mechanism_role::ours)
      for (const sweep_point* rival : rivals)
        comparisons.push_back(compare_one(subject, ours, *rival, points));
  return comparisons;
}

figure figure_of(const sweep_subject& subject, double epsilon, std::span<const sweep_point> points) {
  figure f{fmt::format("{}: triangles at total epsilon {:g} a user", subject.graph, epsilon),
           "bytes that a user downloads", "l2 error (RMSE)"};
  f.logarithmic();
  std::vector<tradeoff_point> ours;
  unsigned color = 0;
  for (const mechanism& m : all_mechanisms()) {
    if (!m.name.ends_with(strongest_suffix)) ++color;  // both readings of a method share one
    plot_curve curve = plotted(points, m, color);
    if (curve.points.empty()) continue;
    if (m.role == mechanism_role::ours)
      for (const plot_point& p : curve.points) ours.push_back({p.x, p.y});
    if (m.role == mechanism_role::mark)
      f.marks.push_back({curve.name, curve.points.front().x});
    else if (m.role == mechanism_role::central)
      f.levels.push_back({curve.name, curve.points.front().y});
    else
      f.curves.push_back(std::move(curve));
  }
  if (ours.size() > 1) f.curves.insert(f.curves.begin(), front_of(ours));
  return f;
}

std::string point_heading() {
  return fmt::format("{:<28}{:<18}{:>11}{:>9}{:>11} {:>20}{:>11}{:>11}{:>7}{:>7}{:>6}{:>9}  {}\n",
                     "mechanism", "knob", "download B", "upload B", "rmse", "95%", "rel.err", "predicted",
                     "dev.", "rel.DP", "runs", "s a run", "private");
}

std::string point_line(const sweep_point& p) {
  const record& r = p.result;
  const bool repeated = p.setting.what->role != mechanism_role::mark;
  return fmt::format("{:<28}{:<18}{:>11}{:>9}{:>11.4g}{}{:>20}{:>11}{:>11}{:>7}{:>7}{:>6}{:>9.3f}  {}\n",
                     p.setting.what->name, knob_text(r), bytes_text(p.number("download_bytes")),
                     bytes_text(p.number("upload_bytes")), p.number("rmse"), p.is_marked() ? "*" : " ",
                     repeated ? interval_text(r.at("rmse_low"), r.at("rmse_high")) : "-",
                     or_dash(r.at("relative_error"), "{:.4g}"), or_dash(r.at("predicted_rmse"), "{:.4g}"),
                     or_dash(r.at("deviation"), "{:.2f}"), or_dash(r.at("relationship_dp"), "{:.3g}"),
                     r.at("runs").get<std::uint64_t>(), p.number("seconds_per_run"),
                     r.at("private") == true ? "yes" : "no");
}

std::string comparison_heading() {
  return fmt::format("\n{:<18} {:<18} {:<28}{:>16}{:>8} {:>8}{:>7}{:>14}{:>8} {:>16}{:>8}{:>8}\n", "ours",
                     "knob", "rival", "same error at B", "ratio", "pred.", "paper", "rmse at ours", "ratio",
                     "95%", "pred.", "paper");
}

std::string comparison_line(const record& c) {
  const bool reached = c.at("reached") == true;
  const std::string bound = c.at("rival_download_is_bound") == true ? "<=" : "";
  const auto ratio = [&](const char* key) { return or_dash(c.at(key), "{:.3g}"); };
  const bool is_marked = c.at("runs").get<double>() < static_cast<double>(enough_runs);
  const auto marked = [&](const char* key) {
    return fmt::format("{:>8}{}", ratio(key), is_marked && !c.at(key).is_null() ? "*" : " ");
  };
  return fmt::format("{:<18} {:<18} {:<28}{:>16}{}{:>8}{:>7}{:>14}{}{:>16}{:>8}{:>8}\n",
                     c.at("mechanism").get<std::string>(), knob_text(c), c.at("rival").get<std::string>(),
                     reached ? bound + bytes_text(c.at("rival_download_bytes").get<double>()) : "not reached",
                     marked("download_ratio"), ratio("predicted_download_ratio"),
                     ratio("paper_download_ratio"), or_dash(c.at("rival_rmse"), "{:.4g}"),
                     marked("error_ratio"), interval_text(c.at("error_ratio_low"), c.at("error_ratio_high")),
                     ratio("predicted_error_ratio"), ratio("paper_error_ratio"));
}

std::string footnote(std::span<const sweep_point> points) {
  if (std::ranges::none_of(points, &sweep_point::is_marked)) return "";
  return fmt::format("* from fewer than {} runs: luck decides; the predicted figures do not depend on it\n",
                     enough_runs);
}

std::string to_csv(std::span<const sweep_point> points) {
  std::vector<record> rows;
  for (const sweep_point& p : points) {
    rows.push_back(p.result);
    rows.back().erase("split");
  }
  return edgeldp::cli::to_csv(rows);
}

}  // namespace edgeldp::cli
