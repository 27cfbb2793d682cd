// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

/// Symmetric matrices of bits for kernels that read published rows.
namespace edgeldp::test {

/// Every pair is set with this probability.
inline noisy_matrix random_bits(std::uint64_t n, std::uint64_t key, double density) {
  noisy_matrix m(n, n);
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (philox4x32_10(key, {a, b, 0, 0})[0] >= density * 0x1.0p32) continue;
      m.row(a)[b / 64] |= std::uint64_t{1} << (b % 64);
      m.row(b)[a / 64] |= std::uint64_t{1} << (a % 64);
    }
  }
  return m;
}

/// The graph itself, vertices in order of number.
inline noisy_matrix bits_of(const csr_graph& g) {
  noisy_matrix m(g.vertex_count(), g.vertex_count());
  for (vertex_id a = 0; a < g.vertex_count(); ++a)
    for (const vertex_id b : g.neighbors(a)) m.row(a)[b / 64] |= std::uint64_t{1} << (b % 64);
  return m;
}

}  // namespace edgeldp::test
