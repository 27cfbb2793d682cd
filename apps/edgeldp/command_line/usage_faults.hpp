// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What is wrong with the words of a call, said in words of our own.
namespace edgeldp::cli {

/// Lines for people, the first of which says what is wrong with the call.
std::string explain_usage(const CLI::App& program, const CLI::Error& error);

/// "help VERB" is "VERB --help".
std::vector<std::string> without_help_verb(const CLI::App& program, std::vector<std::string> arguments);

/// Errors: invalid_parameter for an option that needs a value where the next word begins with "--":
///     a forgotten value would swallow an option in silence, and write a file of its name; and for
///     one that takes no value and is given one.
void require_values(const CLI::App& program, const std::vector<std::string>& arguments);

}  // namespace edgeldp::cli
