// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>

namespace edgeldp::test {

/// EDGELDP_TEST_SEED, which the nightly script draws anew each night; none by day, when tests have
/// seeds of their own.
inline std::optional<std::uint64_t> night_seed() {
  const char* text = std::getenv("EDGELDP_TEST_SEED");
  return text == nullptr ? std::nullopt : std::optional(std::strtoull(text, nullptr, 10));
}

/// The night's seed; by day 1.
inline std::uint64_t first_seed() {
  return night_seed().value_or(1);
}

/// Whether it is the turn of this case, of which one in `share` is played a night; without a
/// night's seed all are.
inline bool is_tonight(std::uint64_t number, std::uint64_t share) {
  const std::optional<std::uint64_t> seed = night_seed();
  return !seed || (number + *seed) % share == 0;
}

}  // namespace edgeldp::test
