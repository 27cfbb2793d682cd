// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// What a collection keeps once in its store, by name, and how long its secrets are.
namespace edgeldp::collect {

inline constexpr const char *of_joined = "joined", *of_creation = "created", *of_result = "result",
                            *of_failure = "failure", *of_clock = "clock";
inline constexpr std::size_t secret_bytes = 64;  // a signing key, and what tokens follow from

}  // namespace edgeldp::collect
