// SPDX-License-Identifier: MIT
#include "collect/server/http_range.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace edgeldp::collect {

namespace {

/// Digits as a number, the largest for all above it; nothing for a text that is no digits.
std::optional<std::uint64_t> number_of(std::string_view digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() ? number : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

asked_range parse_range(std::string_view header, std::uint64_t of) {
  using enum asked_range::kind;
  const asked_range all{whole, 0, of};
  constexpr std::string_view unit = "bytes=";
  if (!header.starts_with(unit)) return all;
  header.remove_prefix(unit.size());
  const std::size_t dash = header.find('-');
  if (dash == header.npos) return all;
  const auto first = number_of(header.substr(0, dash));
  const std::string_view behind = header.substr(dash + 1);
  const auto last = behind.empty() ? std::numeric_limits<std::uint64_t>::max() : number_of(behind);
  if (!first || !last || *last < *first) return all;
  if (*first >= of) return {unsatisfiable, 0, 0};
  return {part, *first, std::min(*last, of - 1) - *first + 1};
}

}  // namespace edgeldp::collect
