// SPDX-License-Identifier: MIT
#include "input/value_names.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "input/real_text.hpp"

namespace edgeldp {

std::optional<double> number_in(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = read_real(text.data(), text.data() + text.size(), number);
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
  return ranges::count_if(text, digit) > 15;
}

}  // namespace

std::string canonical_value(std::string text) {
  const std::optional<double> number = number_in(text);
  if (!number || is_code(text)) return text;
  return shortest_text(*number == 0.0 ? 0.0 : *number);
}

void sort_names(std::vector<std::string>& names) {
  std::vector<std::pair<double, std::string>> by_size;
  for (const std::string& name : names) {
    const std::optional<double> number = number_in(name);
    if (!number) return ranges::sort(names), void();
    by_size.emplace_back(*number, name);
  }
  ranges::sort(by_size);
  ranges::transform(by_size, names.begin(), &std::pair<double, std::string>::second);
}

}  // namespace edgeldp
