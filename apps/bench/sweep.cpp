// SPDX-License-Identifier: MIT
#include "bench/sweep.hpp"

#include <fmt/format.h>

#include <cmath>

#include "edgeldp/core/error.hpp"
#include "edgeldp/graph/protocol/run_errors.hpp"

namespace edgeldp::cli {

namespace {

double number_of(const record& run, const char* key) {
  if (!run.contains(key) || !run[key].is_number())
    throw invalid_parameter(std::string("a recorded run has no number ") + key);
  return run[key].get<double>();
}

/// Mean over runs; null where the mechanism has no such number.
record mean_of(std::span<const record> runs, const char* key) {
  if (!runs.front().contains(key) || runs.front()[key].is_null()) return nullptr;
  double sum = 0.0;
  for (const record& run : runs) sum += number_of(run, key);
  return sum / static_cast<double>(runs.size());
}

record optional_number(bool known, double value) {
  return known ? record(value) : record(nullptr);
}

record same_in_all(std::span<const record> runs, const char* key) {
  return runs.front().contains(key) ? runs.front()[key] : record(nullptr);
}

/// Means of the rounds' budgets; a round that is not held in every run counts as zero where it is not.
record mean_split(std::span<const record> runs) {
  record sums = same_in_all(runs, "split");
  if (!sums.is_object()) return nullptr;
  sums = record::object();
  for (const record& run : runs)
    for (const auto& [round, spent] : run.at("split").items())
      sums[round] = sums.value(round, 0.0) + spent.get<double>();
  for (auto& item : sums.items())
    item.value() = item.value().get<double>() / static_cast<double>(runs.size());
  return sums;
}

/// What the runs' estimates say, and what was predicted of them.
void add_errors(record& r, const sweep_subject& subject, std::span<const record> runs) {
  const auto truth = static_cast<double>(subject.truth);
  run_errors errors(truth);
  for (const record& run : runs) errors.add(number_of(run, "estimate"));
  const auto standard_error = mean_of(runs, "standard_error").get<double>();
  const auto bias = mean_of(runs, "predicted_bias").get<double>();
  const double error_of_mean = standard_error / std::sqrt(static_cast<double>(runs.size()));
  r["estimate"] = errors.mean();
  r["standard_error"] = standard_error;
  r["predicted_bias"] = bias;
  r["predicted_rmse"] = std::hypot(standard_error, bias);
  r["rmse"] = errors.rmse();
  r["relative_error"] = optional_number(truth > 0.0, errors.rmse() / truth);
  r["root_sum_squared_error"] = errors.root_sum_squared();
  r["mean_relative_error"] = optional_number(truth > 0.0, errors.mean_absolute() / truth);
  r["measured_spread"] = optional_number(runs.size() > 1, errors.spread());
  r["deviation"] = optional_number(error_of_mean > 0.0, (errors.mean() - truth - bias) / error_of_mean);
}

std::string bytes_text(double bytes) {
  return bytes < 1e5 ? fmt::format("{:.1f}", bytes) : fmt::format("{:.4g}", bytes);
}

std::string or_dash(const record& value, const char* format) {
  return value.is_null() ? "-" : fmt::format(fmt::runtime(format), value.get<double>());
}

std::string knob_text(const record& r) {
  return r.at("value").is_null()
             ? "-"
             : fmt::format("{}={:g}", r.at("knob").get<std::string>(), r.at("value").get<double>());
}

/// The curve of one mechanism's points; none where an error is zero.
std::optional<tradeoff_curve> curve_of(std::span<const sweep_point> points, const mechanism& m) {
  std::vector<tradeoff_point> curve;
  for (const sweep_point& p : points)
    if (p.setting.what == &m && p.number("rmse") > 0.0 && p.number("download_bytes") > 0.0)
      curve.push_back(p.tradeoff());
  if (curve.empty()) return std::nullopt;
  return tradeoff_curve(std::move(curve));
}

record compare_one(const sweep_point& ours, const mechanism& rival, const record& rival_point,
                   const tradeoff_curve& curve) {
  const auto [cost, error] = ours.tradeoff();
  const std::optional<double> reached = curve.cost_to_reach(error), within = curve.error_within(cost);
  const bool has_claim = rival.paper_error_ratio.has_value();
  return {{"mechanism", ours.setting.what->name},
          {"knob", ours.result.at("knob")},
          {"value", ours.result.at("value")},
          {"epsilon", ours.result.at("epsilon")},
          {"relationship_dp", ours.result.at("relationship_dp")},
          {"download_bytes", cost},
          {"rmse", error},
          {"rival", rival.name},
          {"rival_relationship_dp", rival_point.at("relationship_dp")},
          {"rival_private", rival_point.at("private")},
          {"reached", reached.has_value()},
          {"rival_download_bytes", optional_number(reached.has_value(), reached.value_or(0.0))},
          {"rival_download_is_bound", reached.has_value() && curve.cheapest().error <= error},
          {"download_ratio", optional_number(reached.has_value(), reached.value_or(0.0) / cost)},
          {"paper_download_ratio", optional_number(has_claim, paper_download_ratio)},
          {"rival_rmse", optional_number(within.has_value(), within.value_or(0.0))},
          {"error_ratio", optional_number(within.has_value(), within.value_or(0.0) / error)},
          {"paper_error_ratio", optional_number(has_claim, rival.paper_error_ratio.value_or(0.0))}};
}

std::string csv_cell(const record& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  const auto text = value.get<std::string>();
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string sweep_setting::name() const {
  const std::string mechanism_name(what->name);
  return value ? fmt::format("{} {}={}", mechanism_name, what->knob, *value) : mechanism_name;
}

sweep_point summarize(const sweep_subject& subject, const sweep_setting& setting,
                      std::span<const record> runs) {
  record r = {{"mechanism", setting.what->name},
              {"knob", setting.value ? record(setting.what->knob) : record(nullptr)},
              {"value", setting.value ? record(*setting.value) : record(nullptr)},
              {"graph", subject.graph},
              {"nodes", subject.nodes},
              {"edges", subject.edges},
              {"truth", subject.truth}};
  for (const char* key : {"epsilon", "edge_ldp", "relationship_dp"}) r[key] = mean_of(runs, key);
  r["split"] = mean_split(runs);
  r["codec"] = same_in_all(runs, "codec");
  r["alpha"] = same_in_all(runs, "alpha");
  r["level"] = setting.what->knob == "level" && setting.value
                   ? record(static_cast<unsigned>(*setting.value))
                   : record(nullptr);
  add_errors(r, subject, runs);
  for (const char* key : {"upload_bytes", "download_bytes", "largest_download_bytes"})
    r[key] = mean_of(runs, key);
  r["measured_users"] = same_in_all(runs, "measured_users");
  const record section = mean_of(runs, "edge_section_bytes");
  const bool has_section = !section.is_null() && subject.edges > 0;
  r["bits_per_edge"] = has_section ? record(8.0 * section.get<double>() / static_cast<double>(subject.edges))
                                   : record(nullptr);
  r["seconds"] = mean_of(runs, "seconds").get<double>() * static_cast<double>(runs.size());
  r["seconds_per_run"] = mean_of(runs, "seconds");
  r["peak_memory_bytes"] = peak_memory_bytes();
  r["runs"] = runs.size();
  r["private"] = same_in_all(runs, "private");
  r["caveat"] = same_in_all(runs, "caveat");
  return {setting, r};
}

std::vector<record> compare(std::span<const sweep_point> points) {
  std::vector<record> comparisons;
  for (const mechanism& rival : all_mechanisms()) {
    if (rival.role != mechanism_role::rival) continue;
    const auto curve = curve_of(points, rival);
    if (!curve) continue;
    const auto first =
        std::ranges::find_if(points, [&](const sweep_point& p) { return p.setting.what == &rival; });
    for (const sweep_point& ours : points)
      if (ours.setting.what->role == mechanism_role::ours && ours.number("rmse") > 0.0)
        comparisons.push_back(compare_one(ours, rival, first->result, *curve));
  }
  return comparisons;
}

std::string point_heading() {
  return fmt::format("{:<26}{:<14}{:>11}{:>9}{:>11}{:>9}{:>11}{:>7}{:>7}{:>6}{:>9}  {}\n", "mechanism",
                     "knob", "download B", "upload B", "rmse", "rel.err", "predicted", "dev.", "rel.DP",
                     "runs", "s a run", "private");
}

std::string point_line(const sweep_point& p) {
  const record& r = p.result;
  return fmt::format(
      "{:<26}{:<14}{:>11}{:>9}{:>11.4g}{:>9}{:>11.4g}{:>7}{:>7}{:>6}{:>9.3f}  {}\n", p.setting.what->name,
      knob_text(r), bytes_text(p.number("download_bytes")), bytes_text(p.number("upload_bytes")),
      p.number("rmse"), or_dash(r.at("relative_error"), "{:.4g}"), p.number("predicted_rmse"),
      or_dash(r.at("deviation"), "{:.2f}"), or_dash(r.at("relationship_dp"), "{:.3g}"),
      r.at("runs").get<std::uint64_t>(), p.number("seconds_per_run"), r.at("private") == true ? "yes" : "no");
}

std::string comparison_heading() {
  return fmt::format("\n{:<26}{:<14}{:<26}{:>15}{:>9}{:>9}{:>13}{:>9}{:>9}\n", "ours", "knob", "rival",
                     "same error at B", "ratio", "paper", "rmse at ours", "ratio", "paper");
}

std::string comparison_line(const record& c) {
  const bool reached = c.at("reached") == true;
  const std::string bound = c.at("rival_download_is_bound") == true ? "<=" : "";
  return fmt::format("{:<26}{:<14}{:<26}{:>15}{:>9}{:>9}{:>13}{:>9}{:>9}\n",
                     c.at("mechanism").get<std::string>(), knob_text(c), c.at("rival").get<std::string>(),
                     reached ? bound + bytes_text(c.at("rival_download_bytes").get<double>()) : "not reached",
                     or_dash(c.at("download_ratio"), "{:.3g}"), or_dash(c.at("paper_download_ratio"), "{:g}"),
                     or_dash(c.at("rival_rmse"), "{:.4g}"), or_dash(c.at("error_ratio"), "{:.3g}"),
                     or_dash(c.at("paper_error_ratio"), "{:g}"));
}

std::string to_csv(std::span<const sweep_point> points) {
  std::string text;
  for (const sweep_point& p : points) {
    std::string heading, line;
    for (const auto& [key, value] : p.result.items()) {
      if (key == "split") continue;
      heading += (heading.empty() ? "" : ",") + key;
      line += (line.empty() ? "" : ",") + csv_cell(value);
    }
    if (text.empty()) text = heading + "\n";
    text += line + "\n";
  }
  return text;
}

}  // namespace edgeldp::cli
