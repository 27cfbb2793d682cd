// SPDX-License-Identifier: MIT
#pragma once

#include "reproduce/experiment.hpp"

/// Tables 8 and 9 of [Liu 2026]: sigma and l of its experiments, and the partitions of labels that
/// follow.
namespace edgeldp::cli {

void run_label_table_8(const reproduce_arguments& a, notebook& notes);
void run_label_table_9(const reproduce_arguments& a, notebook& notes);

}  // namespace edgeldp::cli
