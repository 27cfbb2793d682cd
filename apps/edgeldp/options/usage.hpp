// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

/// What the program says about how it is called.
namespace edgeldp::cli {

/// The arguments behind the program's name; "help VERB" is "VERB --help".
std::vector<std::string> arguments_of(const CLI::App& program, int argc, char** argv);

/// Errors: invalid_parameter for an option that needs a value where the next word begins with "--":
///     a forgotten value would swallow an option in silence, and write a file of its name; and for
///     one that takes no value and is given one.
void require_values(const CLI::App& program, const std::vector<std::string>& arguments);

/// Whether the call names a verb of the program, known or not. Where it does not, a script may have
/// lost it: help is an error's text then, and no reader of results gets it.
bool names_verb(const CLI::App& program);

/// One sentence about a call that could not be parsed, and where help is: names what is unknown,
/// the nearest known name, and what took a positional's place.
std::string explain_usage(const CLI::App& program, const CLI::Error& error);

/// The same with a to z in place of A to Z.
std::string in_small_letters(std::string_view text);

/// "; did you mean 'X'?" of the known name that was probably meant: few edits away, or the only one
/// that goes on from here; otherwise nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);
/// The same, or "; there are: X, Y" where no name is near.
std::string nearest_or_all(std::string_view typed, const std::vector<std::string>& known);

}  // namespace edgeldp::cli
