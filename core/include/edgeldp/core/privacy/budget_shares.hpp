// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// A fraction in [0, 1] of a budget, rounded down.
inline epsilon share_of(epsilon total, double fraction) {
  return epsilon::from_units(static_cast<std::uint64_t>(static_cast<double>(total.units()) * fraction));
}

inline epsilon difference(epsilon a, epsilon b) {
  return epsilon::from_units(a.units() - b.units());
}

}  // namespace edgeldp
