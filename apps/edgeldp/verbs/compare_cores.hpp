// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/plot_argument.hpp"

/// `compare --of cores`: errors of the core numbers of all users, ours and by the levels of
/// dpgraph. Not private: the graph is public.
namespace edgeldp::cli {

/// What is played: both methods at each budget of a user, on the same coins.
struct cores_to_compare {
  std::vector<graph_argument> graphs;  ///< at least one
  std::vector<double> epsilons;
  std::uint64_t runs = 1;
  std::optional<std::uint64_t> seed;
  plot_argument plot;
};

/// Prints a row a graph, budget and method.
/// Errors: those of reading a graph, of its methods, and of the figure's file.
void compare_cores(const cores_to_compare& asked, output_style style);

}  // namespace edgeldp::cli
