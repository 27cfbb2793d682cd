// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/mechanisms.hpp"
#include "edgeldp/graph/triangles/tradeoff.hpp"
#include "io/report.hpp"
#include "study/plot.hpp"

/// What `bench download-cost` makes of finished runs: points, comparisons, a figure. No work is
/// done here.
namespace edgeldp::cli {

/// What all points have in common.
struct sweep_subject {
  std::string graph;
  std::uint64_t nodes = 0, edges = 0, truth = 0;

  /// wiki-Vote, by its counts, whatever the file is called: the graph of the compression paper's
  /// figure 6.
  bool is_of_the_paper() const { return nodes == 7115 && edges == 100762 && truth == 608389; }
};

/// A measured error or ratio is marked when it comes from fewer runs: luck decides there.
inline constexpr std::uint64_t enough_runs = 10;

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
  double number_or_zero(const char* key) const { return result.at(key).is_null() ? 0.0 : number(key); }
  tradeoff_point tradeoff() const { return {number("download_bytes"), number("rmse")}; }
  bool is_marked() const {
    return setting.what->role != mechanism_role::mark && number("runs") < static_cast<double>(enough_runs);
  }
};

/// The point of these runs' records (at least one).
/// Errors: invalid_parameter for records of another kind.
sweep_point summarize(const sweep_subject& subject, const sweep_setting& setting,
                      std::span<const record> runs);

/// Every point of ours beside every rival's curve: what the rival downloads for our error, how far
/// off it is at our download. What the paper says stands only beside its own settings on its own
/// graph and budget.
std::vector<record> compare(const sweep_subject& subject, std::span<const sweep_point> points);

/// A curve a mechanism, our Pareto front, marks where non-private lists lie, and the level that a
/// central method reaches.
figure figure_of(const sweep_subject& subject, double epsilon, std::span<const sweep_point> points);

/// Lines of aligned tables.
std::string point_heading();
std::string point_line(const sweep_point& point);
std::string comparison_heading();
std::string comparison_line(const record& comparison);
/// What the marks of both tables mean; empty where there is none.
std::string footnote(std::span<const sweep_point> points);

/// A table with a heading, nested fields left out.
std::string to_csv(std::span<const sweep_point> points);

}  // namespace edgeldp::cli
