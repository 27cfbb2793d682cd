// SPDX-License-Identifier: MIT
#include "methods/measured_point.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/run_errors.hpp"
#include "io/claims.hpp"

namespace edgeldp::cli {

namespace {

double recorded_number(const record& run, const char* key) {
  if (!run.contains(key) || !run[key].is_number())
    throw invalid_parameter(std::string("a recorded run has no number ") + key);
  return run[key].get<double>();
}

/// Mean over runs; null where the mechanism has no such number, or a run none that is finite.
record mean_of(std::span<const record> runs, const char* key) {
  if (!runs.front().contains(key)) return nullptr;
  double sum = 0.0;
  bool is_known = true;
  for (const record& run : runs) {
    const bool is_null = run.contains(key) && run[key].is_null();
    if (is_null)
      is_known = false;
    else
      sum += recorded_number(run, key);
  }
  return optional_number(is_known, sum / static_cast<double>(runs.size()));
}

record same_in_all(std::span<const record> runs, const char* key) {
  return runs.front().contains(key) ? runs.front()[key] : record(nullptr);
}

/// Means of the rounds' budgets; a round that is not held in every run counts as zero where it is
/// not.
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
  for (const record& run : runs) errors.add(recorded_number(run, "estimate"));
  const record predicted = mean_of(runs, "standard_error");  // none where a run's messages do not tell
  const double standard_error = predicted.is_null() ? 0.0 : predicted.get<double>();
  const auto bias = mean_of(runs, "predicted_bias").get<double>();
  const double error_of_mean = standard_error / std::sqrt(static_cast<double>(runs.size()));
  r["estimate"] = errors.mean();
  r["standard_error"] = predicted;
  r["predicted_bias"] = bias;
  r["predicted_rmse"] = optional_number(!predicted.is_null(), std::hypot(standard_error, bias));
  r["rmse"] = errors.rmse();
  // One statement each: in one, compilers for ARM would write the keys in another order.
  const auto [low, high] = rmse_interval(errors.rmse(), errors.runs());
  r["rmse_high"] = high;
  r["rmse_low"] = low;
  r["relative_error"] = optional_number(truth > 0.0, errors.rmse() / truth);
  r["root_sum_squared_error"] = errors.root_sum_squared();
  r["mean_relative_error"] = optional_number(truth > 0.0, errors.mean_absolute() / truth);
  r["measured_spread"] = optional_number(runs.size() > 1, errors.spread());
  r["deviation"] = optional_number(error_of_mean > 0.0, (errors.mean() - truth - bias) / error_of_mean);
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
  r["level"] = setting.what->knob == "level" && setting.value ? record(static_cast<unsigned>(*setting.value))
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

}  // namespace edgeldp::cli
