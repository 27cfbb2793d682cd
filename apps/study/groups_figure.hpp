// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "study/plot.hpp"
#include "study/questions/question.hpp"

namespace edgeldp::cli {

/// What was asked.
struct asked_of_graph {
  std::string graph;
  double epsilon = 0.0;    ///< of a user
  std::uint64_t runs = 1;  ///< the answer is that of the last
};

/// Groups against groups of an answer that has the edges between each two of them: the share of
/// pairs of users who are contacts, estimated, and beside it as it is, where exact numbers are
/// given. Crossed out where the interval of an estimate reaches 0. The title says modularity with
/// its interval, or else the fraction within groups.
/// Requires: the facts "public_groups", and numbers of all pairs of them.
figure groups_figure(const asked_of_graph& asked, const study::answer& found,
                     std::span<const study::exact_number> exact);

}  // namespace edgeldp::cli
