// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace edgeldp::cli {

/// Runs a program found on PATH with these arguments, word by word and through no shell; its exit
/// status, 255 if a signal ended it, or -1 when there is no such program.
int run_program(std::vector<std::string> words);

}  // namespace edgeldp::cli
