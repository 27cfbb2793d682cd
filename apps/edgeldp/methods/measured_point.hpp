// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/graph/uniform/tradeoff.hpp"
#include "io/report.hpp"
#include "methods/mechanisms.hpp"

/// Finished runs of one setting of one mechanism as a point: errors, bytes, budgets. No work is
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

}  // namespace edgeldp::cli
