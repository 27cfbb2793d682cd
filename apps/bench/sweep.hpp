// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/mechanisms.hpp"
#include "cli/plot.hpp"
#include "cli/report.hpp"
#include "edgeldp/graph/protocol/tradeoff.hpp"

/// What `bench download-cost` makes of finished runs: points, comparisons, a figure. No work is done here.
namespace edgeldp::cli {

/// What all points have in common.
struct sweep_subject {
  std::string graph;
  std::uint64_t nodes = 0, edges = 0, truth = 0;
};

/// One value of one mechanism's knob; without a knob, no value.
struct sweep_setting {
  const mechanism* what = nullptr;
  std::optional<double> value;

  /// "ppr level=5", "nullspace": names lines of a journal.
  std::string name() const;
};

struct sweep_point {
  sweep_setting setting;
  record result;

  double number(const char* key) const { return result.at(key).get<double>(); }
  tradeoff_point tradeoff() const { return {number("download_bytes"), number("rmse")}; }
};

/// The point of these runs' records (at least one). Errors: invalid_parameter for records of another kind.
sweep_point summarize(const sweep_subject& subject, const sweep_setting& setting,
                      std::span<const record> runs);

/// Every point of ours beside every rival's curve: what the rival downloads for our error, how far off it is
/// at our download.
std::vector<record> compare(std::span<const sweep_point> points);

/// A curve a mechanism, our Pareto front, and marks where non-private lists lie.
figure figure_of(const sweep_subject& subject, double epsilon, std::span<const sweep_point> points);

/// Lines of aligned tables.
std::string point_heading();
std::string point_line(const sweep_point& point);
std::string comparison_heading();
std::string comparison_line(const record& comparison);

/// A table with a heading, nested fields left out.
std::string to_csv(std::span<const sweep_point> points);

}  // namespace edgeldp::cli
