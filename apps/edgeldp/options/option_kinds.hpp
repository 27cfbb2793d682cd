// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <string>
#include <type_traits>
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

/// Whether a text is a number of this kind: its digits and nothing else, with no sign where there
/// is none to give, and not too large. (The parser alone takes "" for 0, and -1 for the largest.)
template <class T>
bool is_number(const std::string& typed, T& number) {
  if (typed.empty() || (std::is_unsigned_v<T> && typed.front() == '-')) return false;
  errno = 0;
  return CLI::detail::lexical_cast(typed, number) && errno == 0;
}

/// "must be a whole number, not '1e3' (write 1000)". wanted: "a whole number from 1 to 5".
std::string no_such_number(const std::string& wanted, const std::string& typed);

/// A number in a range; `words` for help where the numbers would say little.
template <class T>
CLI::Validator between(T least, T most, const std::string& words = "") {
  const std::string wanted =
      fmt::format("a {}number from {} to {}", std::is_integral_v<T> ? "whole " : "", least, most);
  const auto fault = [least, most, wanted](const std::string& typed) -> std::string {
    T number{};
    return is_number(typed, number) && number >= least && number <= most ? "" : no_such_number(wanted, typed);
  };
  return {fault, words.empty() ? fmt::format("{} to {}", least, most) : words};
}

/// All options of this verb and those below that take a number refuse what is none, in words that
/// say what is wanted. Call it when all options are there.
void check_numbers(CLI::App& verb);

/// A number above 0.
CLI::Validator above_zero();

}  // namespace edgeldp::cli
