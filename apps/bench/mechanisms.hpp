// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "io/report.hpp"

/// What `bench download-cost` can sweep: one table, a row a mechanism.
namespace edgeldp::cli {

/// Whose curve it is. Marks are not private and not repeated; of a central method only the error is
/// compared, for nobody downloads anything.
enum class mechanism_role { ours, rival, mark, central };

/// What the name of a method's strongest reading adds to that of the published one.
inline constexpr std::string_view strongest_suffix = "-strongest";

struct mechanism {
  std::string_view name;
  mechanism_role role = mechanism_role::rival;
  std::string_view knob;  ///< what is swept; empty if nothing is
  /// Values of the knob by default, at a total budget.
  std::function<std::vector<double>(epsilon)> sweep;
  /// One run at a total budget and a value of the knob: what it returned and sent, as a record of
  /// one line.
  std::function<record(const graph_view&, epsilon, double, release_key, const coin_source&)> run;
  /// Error over that of the compression paper's settings at their download, as its section 6.3 puts
  /// it: on wiki-Vote at total epsilon 1, for rivals as published.
  std::optional<double> paper_error_ratio = std::nullopt;
};

/// The download of a rival over ours at the same error, there.
inline constexpr double paper_download_ratio = 100.0;

/// All, in the order of tables and plots.
std::span<const mechanism> all_mechanisms();

/// Errors: invalid_parameter that lists the names.
const mechanism& find_mechanism(const std::string& name);

}  // namespace edgeldp::cli
