// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What an option is, said where it is defined: help, manual and completions follow from it.
namespace edgeldp::cli {

/// The sections of a verb's help, for CLI::Option::group. Options of no section are the verb's own;
/// positionals are input. Expert options are shown by --help-all and in the manual.
namespace section {
inline constexpr char input[] = "Input";
inline constexpr char own[] = "Options";
inline constexpr char common[] = "Common";
inline constexpr char output[] = "Output";
inline constexpr char expert[] = "Expert";
}  // namespace section

/// What values are, for CLI::Option::type_name: completions offer files where files are meant.
namespace value {
inline constexpr char file[] = "FILE";
inline constexpr char folder[] = "FOLDER";
}  // namespace value

/// One of these words; whoever mistypes one is told the nearest.
CLI::Validator one_of(std::vector<std::string> words);

/// A number in a range; `words` for help where the numbers would say little.
template <class T>
CLI::Validator between(T least, T most, const std::string& words = "") {
  return CLI::Range(least, most).description(words.empty() ? fmt::format("{} to {}", least, most) : words);
}

/// A number above 0.
CLI::Validator above_zero();

}  // namespace edgeldp::cli
