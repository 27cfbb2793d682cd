// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

/// Lists and noisy graphs so small that all of them are tried: each is the bits of an integer.
namespace edgeldp::test {

/// The numbers of the bits that are set, in increasing order.
template <class Number>
std::vector<Number> members_of(std::uint32_t list) {
  std::vector<Number> members;
  for (Number v = 0; v < 32; ++v)
    if ((list >> v & 1U) != 0) members.push_back(v);
  return members;
}

/// Bit of the pair {i, j}, j < i, in a noisy graph.
inline bool pair_bit(std::uint32_t graph, unsigned i, unsigned j) {
  return ((graph >> (i * (i - 1) / 2 + j)) & 1) != 0;
}

}  // namespace edgeldp::test
