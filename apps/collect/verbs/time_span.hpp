// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace edgeldp::cli {

/// "90s", "15m", "12h", "7d" as seconds.
/// Errors: invalid_parameter, with the option's name.
std::uint64_t seconds_of(const std::string& text, const char* option);

/// Seconds since 1970 of now, and "2026-11-24 13:05 UTC" of such.
std::int64_t unix_now();
std::string date_text(std::int64_t unix_seconds);

}  // namespace edgeldp::cli
