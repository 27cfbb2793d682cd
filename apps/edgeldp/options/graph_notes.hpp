// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "edgeldp/graph/input/read_graph.hpp"

/// What people are told of how a graph file was read.
namespace edgeldp::cli {

/// What was left out on the way from the file to a graph. No numbers: they are exact.
std::vector<std::string> notes_on(const clean_up_report& report);

/// The same with numbers.
std::vector<std::string> counts_of(const clean_up_report& report);

std::string as_sentences(const std::vector<std::string>& clauses);

}  // namespace edgeldp::cli
