// SPDX-License-Identifier: MIT
#pragma once

#include "reproduce/experiment.hpp"

/// Experiments of [Zhang 2025] that have files of their own.
namespace edgeldp::cli::bipartite {

void figure_9(const reproduce_arguments& a, notebook& notes);   ///< bipartite_zones.cpp
void figure_11(const reproduce_arguments& a, notebook& notes);  ///< bipartite_line.cpp
void closed_form_m(const reproduce_arguments& a, notebook& notes);

}  // namespace edgeldp::cli::bipartite
