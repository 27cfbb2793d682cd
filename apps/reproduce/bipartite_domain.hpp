// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "reproduce/experiment.hpp"

/// What the experiments of [Zhang 2025] share: mechanisms on one domain, and statements about all
/// cells of a figure.
namespace edgeldp::cli::bipartite {

inline std::vector<double> budgets_or(const reproduce_arguments& a, std::vector<double> defaults) {
  return a.epsilons.empty() ? defaults : a.epsilons;
}

/// Truths that may also be reported.
struct domain {
  channel::labels names;
  Eigen::MatrixXd utility;
  Eigen::MatrixXi step;  ///< of a staircase; empty where there is none
};

struct mechanism {
  std::string name;
  std::function<channel(epsilon, const domain&)> make;
};

inline channel randomized_response_on(epsilon e, const domain& d) {
  return k_ary_channel(e, d.names);
}

inline channel brr_on(epsilon e, const domain& d) {
  return brr_channel(e, d.names, d.names, d.utility);
}

inline channel brr_star_on(epsilon e, const domain& d) {
  return brr_star_channel(e, d.names, d.names, d.utility);
}

inline channel printed_exponential_on(epsilon e, const domain& d) {
  return exponential_channel(e, d.names, d.names, d.utility, exponential_scale::sensitivity);
}

inline channel exponential_on(epsilon e, const domain& d) {
  return exponential_channel(e, d.names, d.names, d.utility, exponential_scale::exact_loss);
}

/// Number of outputs more likely than the least likely one under the first truth.
inline std::size_t high_count_of(const channel& c) {
  const Eigen::VectorXd p = c.probabilities().col(0);
  return static_cast<std::size_t>((p.array() > p.minCoeff() * (1.0 + 1e-9)).count());
}

/// Notes in how many cells first >= second, and by how little at least.
inline void compare(notebook& notes, const std::string& statement, const record& paper,
                    const std::vector<double>& first, const std::vector<double>& second) {
  std::size_t holds = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first.size(); ++i) {
    // Equal channels may differ in the last digits.
    holds += first[i] >= second[i] - 1e-12 * std::abs(second[i]) ? 1U : 0U;
    least = std::min(least, first[i] - second[i]);
  }
  notes.add({statement,
             std::nullopt,
             "cells in which it holds",
             paper,
             fmt::format("{} of {}", holds, first.size()),
             false,
             {{"cells", first.size()}, {"holds", holds}, {"least_difference", least}}});
}

}  // namespace edgeldp::cli::bipartite
