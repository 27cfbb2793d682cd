// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "command_line/command_line.hpp"
#include "shards/run_folder.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

/// Registers verbs, with their examples.
void add_verbs(command_line& program, std::span<const verb_row> verbs, const common_arguments& common);

/// Where the users of this process's runs are played; with the folder of --rounds-in, if there is
/// one.
using placement_maker = std::function<std::unique_ptr<user_placement>(std::optional<run_folder>)>;

/// A program: reads the words, carries the command out and returns the exit code. Results go to
/// standard output, everything else to standard error. place: in place of this process.
int carry_out_command(std::span<const verb_row> verbs, int argc, char** argv,
                      const placement_maker& place = nullptr);

/// The program edgeldp: its own verbs, and those of programs beside it, which it becomes.
int carry_out_edgeldp(int argc, char** argv);

}  // namespace edgeldp::cli
