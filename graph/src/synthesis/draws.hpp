// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/public_coins.hpp"

namespace edgeldp::synthesis {

/// Uniform on [0, bound), bound > 0, to within bound / 2^64: nothing here is private.
inline std::size_t draw_below(private_randomness& coins, std::size_t bound) {
  return static_cast<std::size_t>((uint128{coins()} * bound) >> 64);
}

template <class T>
const T& draw_one(private_randomness& coins, const std::vector<T>& of) {
  return of[draw_below(coins, of.size())];
}

template <class T>
void shuffle(private_randomness& coins, std::vector<T>& values) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[draw_below(coins, i)]);
}

}  // namespace edgeldp::synthesis
