// SPDX-License-Identifier: MIT
#include "value_names.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace edgeldp {

std::optional<double> number_in(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string canonical_value(std::string text) {
  const std::optional<double> number = number_in(text);
  if (!number) return text;
  char spelled[32];
  const auto end = std::to_chars(spelled, spelled + sizeof(spelled), *number == 0.0 ? 0.0 : *number).ptr;
  return {spelled, end};
}

void sort_names(std::vector<std::string>& names) {
  std::vector<std::pair<double, std::string>> by_size;
  for (const std::string& name : names) {
    const std::optional<double> number = number_in(name);
    if (!number) return std::ranges::sort(names), void();
    by_size.emplace_back(*number, name);
  }
  std::ranges::sort(by_size);
  std::ranges::transform(by_size, names.begin(), &std::pair<double, std::string>::second);
}

}  // namespace edgeldp
