// SPDX-License-Identifier: MIT
#pragma once

#include "reproduce/experiment.hpp"

namespace edgeldp::cli {

/// Figure 4 of the compression paper: the error of the number of items that two users have in
/// common, one-round estimate, by codec at the same total budget. Each pair is a protocol run of
/// its own.
void run_common_items(const reproduce_arguments& a, notebook& notes);

}  // namespace edgeldp::cli
