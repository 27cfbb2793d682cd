// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "shards/run_folder.hpp"

namespace edgeldp::cli {

/// Where the users of this process's runs are played; with the folder of --rounds-in, if there is
/// one.
using placement_maker = std::function<std::unique_ptr<user_placement>(std::optional<run_folder>)>;

/// The program: reads the words, carries the command out and returns the exit code. Results go to
/// standard output, everything else to standard error. place: in place of this process.
int carry_out_command(int argc, char** argv, const placement_maker& place = nullptr);

}  // namespace edgeldp::cli
