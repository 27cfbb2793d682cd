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

/// What `compare` compares and `bench download-cost` sweeps: one table, a row a mechanism.
namespace edgeldp::cli {

/// Whose curve it is. Marks are not private and not repeated; of a central method only the error is
/// compared, for nobody downloads anything. What is from outside is not in the table; whether it is
/// private is not known.
enum class mechanism_role { ours, rival, mark, central, outside };

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
  /// The value of the knob where there is to be one row: that which downloads most and errs least.
  std::function<double(epsilon)> usual = nullptr;
};

/// Mechanisms that people call by one name.
struct mechanism_family {
  std::string_view name;   ///< of none of them
  std::string_view about;  ///< what they are, in a sentence without its full stop
  std::vector<std::string_view> members;
};

/// The download of a rival over ours at the same error, there.
inline constexpr double paper_download_ratio = 100.0;

/// All, in the order of tables and plots.
std::span<const mechanism> all_mechanisms();

/// Errors: invalid_parameter that lists the names.
const mechanism& find_mechanism(const std::string& name);

/// Families, each member of one of them; in the order of the table but for what is usually
/// compared, "usual".
std::span<const mechanism_family> mechanism_families();

/// The family that tells what a mechanism is.
const mechanism_family& family_of(const mechanism& m);

/// Mechanisms by their own names and those of families, each once and as they come.
/// Errors: invalid_parameter that lists the names.
std::vector<const mechanism*> mechanisms_called(std::span<const std::string> names);

}  // namespace edgeldp::cli
