// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace edgeldp::synthesis {

/// Sums of powers of the degrees that the graph gets.
struct power_sums {
  double ends = 0.0, squares = 0.0, cubes = 0.0;

  explicit power_sums(std::span<const std::uint64_t> degrees) {
    for (const std::uint64_t whole : degrees) {
      const auto degree = static_cast<double>(whole);
      ends += degree;
      squares += degree * degree;
      cubes += degree * degree * degree;
    }
  }
  double mean_contact() const { return ends > 0.0 ? squares / ends : 0.0; }
  /// Walks of 3 edges by chance, and what one unit of the correlation adds.
  double chance() const { return squares * mean_contact(); }
  double of_correlation() const { return cubes - chance(); }
};

}  // namespace edgeldp::synthesis
