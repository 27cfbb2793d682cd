// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// Public key and private coins of run number `run`: derived from the seed, or fresh from the
/// operating system. Whoever repeats runs, in a program, in Python or on a page, replays the same
/// ones.
release_key key_of_run(std::optional<std::uint64_t> seed, std::uint64_t run);
coin_source coins_of_run(std::optional<std::uint64_t> seed, std::uint64_t run);

}  // namespace edgeldp
