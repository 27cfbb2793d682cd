// SPDX-License-Identifier: MIT
#include "collect/verbs/time_span.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <ctime>
#include <string_view>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

std::uint64_t seconds_of(const std::string& text, const char* option) {
  constexpr std::string_view units = "smhd";
  constexpr std::uint64_t seconds[] = {1, 60, 3600, 86400}, most = 100000;
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::size_t unit = rest + 1 == end ? units.find(*rest) : units.npos;
  if (error != std::errc() || unit == units.npos || number < 1 || number > most)
    throw invalid_parameter(
        fmt::format("{} {}: a whole number from 1 to {} and s, m, h or d, as in 12h", option, text, most));
  return number * seconds[unit];
}

std::int64_t unix_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string date_text(std::int64_t unix_seconds) {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(unix_seconds)));
}

}  // namespace edgeldp::cli
