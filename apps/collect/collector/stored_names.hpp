// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// What a collection keeps once in its store, by name, and how long its secrets are.
namespace edgeldp::collect {

inline constexpr const char *of_joined = "joined entry", *of_creation = "created", *of_result = "result",
                            *of_failure = "failure", *of_clock = "clock",
                            *of_average_degree = "average degree", *of_confirmation = "confirmed";
/// What earlier versions kept in the place of the name and size of who joined: the whole list.
inline constexpr const char* of_whole_joined = "joined";
inline constexpr double degree_unit = 1e6;  ///< of the average degree, which is kept as a whole number
/// When a round was closed; when one, or joining, closes that was extended: seconds since 1970.
inline std::string of_closing(std::uint32_t round) {
  return "closed " + std::to_string(round);
}
inline std::string of_extension(const std::string& round) {
  return "extended " + round;
}
inline constexpr std::size_t secret_bytes = 64;  // a signing key, and what tokens follow from

}  // namespace edgeldp::collect
