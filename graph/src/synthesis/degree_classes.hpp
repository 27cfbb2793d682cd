// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace edgeldp::synthesis {

/// The bounds of classes of degree: 2, 3, 4, 5, 7, 10, 14, 20, ..., each about sqrt(2) times the
/// one before.
inline std::vector<std::uint64_t> degree_class_bounds(std::uint64_t largest) {
  std::vector<std::uint64_t> bounds = {2, 3, 4};
  for (std::uint64_t low = 5, high = 7; low <= largest; low *= 2, high = low * 7 / 5) {
    bounds.push_back(low);
    bounds.push_back(high);
  }
  return bounds;
}

}  // namespace edgeldp::synthesis
