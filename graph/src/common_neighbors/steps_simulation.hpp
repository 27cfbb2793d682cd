// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "common_neighbors/steps.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "protocol/send_count_simulation.hpp"

namespace edgeldp {

struct count_values {
  std::vector<pair_counts_read> counts;
  std::uint64_t bytes = 0;
};

/// The round `count`: count(u, w) tells how many of u's own neighbours, w left out, are noisy
/// neighbours of w ([1]) and how many are not ([0]). Parallel over pairs.
template <class Count>
count_values hold_count_round(std::span<const user_pair> pairs, common_method method, const any_codec& codec,
                              epsilon budget, const coin_source& coins, Count&& count) {
  const bit_lattice lattice = codec.lattice();
  const std::uint64_t sensitivity = count_sensitivity(lattice);
  const double unit = lattice.divisor(codec.law());
  count_values result;
  result.counts.resize(pairs.size());
  std::atomic<std::uint64_t> bytes{0};
  const auto send = [&](vertex_id u, vertex_id w) {
    const std::array<std::uint64_t, 2> seen = count(u, w);
    const auto statistic = static_cast<int128>(uint128{seen[1]} * (lattice.scale - lattice.offset)) -
                           static_cast<int128>(uint128{seen[0]} * lattice.offset);
    std::uint64_t sent = 0;
    const int128 read = coins(coin_purpose::count, u, [&](private_randomness& source) {
      return send_count(statistic, sensitivity, budget, source, sent);
    });
    bytes += sent;
    return static_cast<double>(read) / unit;
  };
  parallel_for(0, pairs.size(), 4, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const auto [u, w] = pairs[i];
      result.counts[i].first = send(u, w);
      if (method == common_method::double_source) result.counts[i].second = send(w, u);
    }
  });
  result.bytes = bytes;
  return result;
}

}  // namespace edgeldp
