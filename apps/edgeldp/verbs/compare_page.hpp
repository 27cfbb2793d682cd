// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/page.hpp"
#include "io/report.hpp"
#include "methods/mechanisms.hpp"
#include "study/plot.hpp"

/// What `compare` shows people of its rows, and its figure. Nothing is said that the fields of the
/// rows do not hold.
namespace edgeldp::cli {

/// One method at one budget on one graph.
struct compared_row {
  std::size_t graph = 0;  ///< of those that were named
  const mechanism* method = nullptr;
  record result;
};

/// A method without a row, and why.
struct left_out {
  std::string name, why;
};

/// The rows of one graph at one budget (at least one), those with the least error first.
std::string block_text(std::span<const compared_row> rows, const screen& on);

/// Below all blocks: what columns mean, how sure errors are, what is not private as claimed, what
/// methods are.
std::string groups_text(std::span<const compared_row> all, std::span<const left_out> missing,
                        const screen& on);

/// "centred-nullspace 4.2%, arr-one 40%": of a block that was not finished.
std::string errors_so_far(std::span<const compared_row> rows);

/// A panel a graph: error against epsilon, or at one epsilon against what a user reads; a curve a
/// method, and as dots what methods predicted of themselves.
std::vector<figure> figures_of(std::span<const compared_row> all);

}  // namespace edgeldp::cli
