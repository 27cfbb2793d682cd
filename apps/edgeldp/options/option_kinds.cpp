// SPDX-License-Identifier: MIT
#include "options/option_kinds.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>

#include "options/usage.hpp"

namespace edgeldp::cli {

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string described = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto fault = [words = std::move(words)](const std::string& typed) -> std::string {
    if (std::ranges::find(words, typed) != words.end()) return "";
    return fmt::format("unknown value '{}'{}", typed, nearest_or_all(typed, words));
  };
  return {fault, described};
}

namespace {

/// 010: the parser takes it for 8.
bool has_leading_zero(const std::string& typed) {
  const std::size_t first = typed.find_first_not_of("+-");
  return first != typed.npos && typed[first] == '0' && first + 1 < typed.size() &&
         std::isdigit(static_cast<unsigned char>(typed[first + 1])) != 0;
}

}  // namespace

std::string no_such_number(const std::string& wanted, const std::string& typed) {
  std::string hint;
  double number = 0.0;
  std::string with_point = typed;
  std::ranges::replace(with_point, ',', '.');
  if (typed.find(',') != typed.npos && is_number(with_point, number))
    hint = wanted.starts_with("a whole") ? " (no comma between digits)"
                                         : fmt::format(" (a decimal comma is a point: {})", with_point);
  else if (is_number(typed, number) && number == std::trunc(number) && std::abs(number) < 1e15 &&
           (has_leading_zero(typed) || typed.find_first_of("eE.") != typed.npos))
    hint = fmt::format(" (write {:.0f})", number);
  return fmt::format("must be {}, not '{}'{}", wanted, typed, hint);
}

CLI::Validator above_zero() {
  const auto fault = [](const std::string& typed) -> std::string {
    double number = 0.0;
    return is_number(typed, number) && number > 0.0 ? "" : no_such_number("a number above 0", typed);
  };
  return {fault, ""};
}

namespace {

template <class T>
CLI::Validator check_of(const char* wanted) {
  const auto fault = [wanted](const std::string& typed) -> std::string {
    T number{};
    const bool is_good = is_number(typed, number) && (!std::is_integral_v<T> || !has_leading_zero(typed));
    return is_good ? "" : no_such_number(wanted, typed);
  };
  return {fault, ""};
}

/// The parser's name for the type of an option's values; what checks say of them is behind a colon.
std::string type_of(const CLI::Option& option) {
  const std::string text = option.get_type_name();
  return text.substr(0, text.find(':'));
}

}  // namespace

void check_numbers(CLI::App& verb) {
  for (CLI::Option* option : verb.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    const std::string type = type_of(*option);
    if (type == "UINT") option->check(check_of<std::uint64_t>("a whole number, 0 or above"));
    if (type == "INT") option->check(check_of<std::int64_t>("a whole number"));
    if (type == "FLOAT") option->check(check_of<double>("a number"));
  }
  for (CLI::App* below : verb.get_subcommands({})) check_numbers(*below);
}

}  // namespace edgeldp::cli
