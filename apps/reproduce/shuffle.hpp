// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp::cli {

/// The first `wanted` items of a random order; the others go.
template <class T>
void shuffle_front(std::vector<T>& items, std::uint64_t wanted, private_randomness& coins) {
  for (std::size_t i = 0; i < items.size() && i < wanted; ++i)
    std::swap(items[i], items[i + static_cast<std::size_t>(uniform_below(coins, items.size() - i))]);
  if (wanted < items.size()) items.resize(static_cast<std::size_t>(wanted));
}

}  // namespace edgeldp::cli
