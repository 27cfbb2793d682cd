// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"

#include <algorithm>
#include <cstddef>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void encode_asymmetric(const asymmetric_response& response, std::span<const std::uint32_t> edges,
                       std::uint64_t length, private_randomness& coins, std::span<std::uint64_t> bits) {
  std::ranges::fill(bits, 0);
  std::size_t next = 0;
  for (std::uint64_t position = 0; position < length; ++position) {
    const bool is_edge = next < edges.size() && edges[next] == position;
    next += is_edge ? 1 : 0;
    bits[position / 64] |= std::uint64_t{bernoulli_40(
                               coins, is_edge ? response.edge_threshold() : response.stranger_threshold())}
                           << (position % 64);
  }
  if (next != edges.size()) throw internal_error("edges are not increasing or lie outside the row");
}

}  // namespace edgeldp
