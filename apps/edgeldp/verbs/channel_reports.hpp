// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/channel/estimation/maximum_likelihood.hpp"
#include "edgeldp/channel/estimation/proportions.hpp"
#include "io/report.hpp"
#include "options/channel_argument.hpp"

/// What `channel estimate` reads and finds; how it says that is in channel_estimate.cpp and
/// channel_estimate_page.cpp.
namespace edgeldp::cli {

struct estimate_arguments {
  channel_argument channel;
  std::string table, method = "unbiased", people = "sampled";
  std::vector<std::string> columns;
  bool no_heading = false, simulated = false;

  sampling_model model() const { return people == "fixed" ? sampling_model::fixed : sampling_model::sampled; }
};

/// What was reported, and through what.
struct reported {
  std::vector<named_channel> named;
  std::vector<channel> channels;
  std::vector<std::uint64_t> counts;  ///< of joint reports
  std::uint64_t reports = 0;
  record condition;           ///< number of the joint channel; null as condition_of
  bool is_simulated = false;  ///< some report says so
};

/// Errors: invalid_parameter or bad_graph_input for columns and reports that do not fit the
///     channels.
reported read_reports(const estimate_arguments& a);

/// Labels of a joint cell, the last attribute fastest.
std::vector<std::string> labels_of(const reported& r, std::size_t cell);

/// What a person's reports lose together.
double total_loss(const reported& r);

/// What is printed of the proportions; errors only where the channels tell all truths apart.
struct proportions {
  Eigen::VectorXd values;
  std::optional<Eigen::VectorXd> errors;
  proportion_intervals ends;

  /// A cell's estimate, error, low and high end.
  std::vector<std::optional<double>> of(Eigen::Index cell) const {
    if (!errors) return {values[cell], std::nullopt, std::nullopt, std::nullopt};
    return {values[cell], (*errors)[cell], ends.low[cell], ends.high[cell]};
  }
};

/// All that reports say.
struct findings_of_reports {
  proportions cells;
  std::vector<std::pair<std::string, derived_estimate>> derived;  ///< by the statistic's name
  std::optional<likelihood_estimate> likelihood;
};

findings_of_reports find_in_reports(const estimate_arguments& a, const reported& r);

}  // namespace edgeldp::cli
