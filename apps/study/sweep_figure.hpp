// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "io/report.hpp"
#include "study/answer.hpp"
#include "study/plot.hpp"

namespace edgeldp::cli {

/// Results over budgets, by graph, as panels: of one number the estimate with its interval beside
/// the exact value, a panel a graph; and for all numbers of all graphs how wide intervals are, and
/// what errors were measured, in shares of the estimate and of the exact value. Errors of several
/// runs have a band, in which they would lie over very many, and what was said beforehand is thin.
std::vector<figure> sweep_figures(std::span<const std::vector<record>> results, const answer_words& words);

}  // namespace edgeldp::cli
