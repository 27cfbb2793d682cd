// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

/// Scripts that complete verbs, options, their values and files.
namespace edgeldp::cli {

std::string bash_completion(const CLI::App& program);
std::string fish_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);

}  // namespace edgeldp::cli
