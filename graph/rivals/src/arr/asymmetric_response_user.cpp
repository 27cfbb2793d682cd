// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"

#include <algorithm>
#include <cstddef>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

internal_error unsorted() {
  return internal_error("edges are not increasing or lie outside the row");
}

}  // namespace

void encode_asymmetric(const asymmetric_response& response, std::span<const std::uint32_t> edges,
                       std::uint64_t length, private_randomness& coins, std::span<std::uint64_t> bits) {
  std::size_t next = 0;
  for (std::uint64_t w = 0; 64 * w < length; ++w) {
    const std::uint64_t first = 64 * w, end = std::min(length, first + 64);
    std::uint64_t is_edge = 0;
    for (; next < edges.size() && edges[next] < end; ++next) {
      if (edges[next] < first || (is_edge >> (edges[next] - first)) != 0) throw unsorted();
      is_edge |= std::uint64_t{1} << (edges[next] - first);
    }
    // Both are drawn for all, so that how long it takes does not tell who is there.
    const std::uint64_t lanes = ~std::uint64_t{0} >> (64 - (end - first));
    const std::uint64_t of_edges = bernoulli_40_of_each(coins, response.edge_threshold(), lanes),
                        of_strangers = bernoulli_40_of_each(coins, response.stranger_threshold(), lanes);
    bits[w] = (of_edges & is_edge) | (of_strangers & ~is_edge);
  }
  if (next != edges.size()) throw unsorted();
}

}  // namespace edgeldp
