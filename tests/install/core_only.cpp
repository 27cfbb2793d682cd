// SPDX-License-Identifier: MIT
// A client that knows no graph: it links edgeldp::core alone.
#include <cstdint>
#include <cstdio>
#include <edgeldp/core/random/permutation.hpp>

int main() {
  const edgeldp::permutation phi(edgeldp::release_key{1}, 1000);
  const auto table = phi.table();  // runs in parallel: the scheduler is linked too
  for (std::uint32_t x = 0; x < 1000; ++x)
    if (phi.inverse(table[x]) != x) {
      std::printf("position %u does not come back\n", x);
      return 1;
    }
  std::puts("1000 positions there and back");
  return 0;
}
