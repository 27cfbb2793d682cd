// SPDX-License-Identifier: MIT
#include "options/option_kinds.hpp"

#include <fmt/ranges.h>

#include <algorithm>

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

CLI::Validator above_zero() {
  const auto fault = [](const std::string& typed) -> std::string {
    double number = 0.0;
    const bool is_above = CLI::detail::lexical_cast(typed, number) && number > 0.0;
    return is_above ? "" : fmt::format("must be a number above 0, not '{}'", typed);
  };
  return {fault, ""};
}

}  // namespace edgeldp::cli
