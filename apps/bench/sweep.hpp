// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/graph/uniform/tradeoff.hpp"
#include "io/report.hpp"
#include "methods/measured_point.hpp"
#include "study/plot.hpp"

/// What `bench download-cost` makes of finished runs: points, comparisons, a figure. No work is
/// done here.
namespace edgeldp::cli {

/// One mechanism's curve of a kind of error ("rmse", "predicted_rmse"); none where an error is zero
/// or unknown, or nothing is downloaded.
std::optional<tradeoff_curve> curve_of(std::span<const sweep_point> points, const mechanism& m,
                                       const char* error);

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
