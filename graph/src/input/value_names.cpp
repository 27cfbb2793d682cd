// SPDX-License-Identifier: MIT
#include "input/value_names.hpp"

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

namespace {

/// A code of digits, which is not another code that spells the same number: 01, or more digits than
/// a double tells apart.
bool is_code(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() > 1 && text[0] == '0' && digit(text[1])) return true;
  return std::ranges::count_if(text, digit) > 15;
}

}  // namespace

std::string canonical_value(std::string text) {
  const std::optional<double> number = number_in(text);
  if (!number || is_code(text)) return text;
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
