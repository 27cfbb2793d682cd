// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// The rounds that come before counting, as every user plays them: each returns what the collector
/// received. Bytes are counted from messages that were really built. Parallel over users; the same
/// for every thread count.
namespace edgeldp {

/// Released numbers of one round and the bytes that carried them, summed over users.
struct released_numbers {
  std::vector<std::int64_t> values;
  std::uint64_t upload_bytes = 0;
};

/// Round `degree`: d_u + discrete Laplace of sensitivity 1. Both endpoints of an edge take part.
released_numbers release_degrees(const graph_view& g, epsilon budget, const coin_source& coins);

/// Round `size`: the number of neighbours that precede u in the public order + discrete Laplace of
/// sensitivity 1.
released_numbers release_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank,
                                       epsilon budget, const coin_source& coins);

/// The true numbers of preceding neighbours, without noise: NOT private, for
/// chunk_rule::true_degree only.
std::vector<std::int64_t> true_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank);

struct published_rows {
  release published;
  std::uint64_t upload_bytes = 0;  ///< single reports, each rounded up to bytes, summed over users
};

/// Round `edges`: every user randomizes and sends its row over the users that precede it.
published_rows release_edges(const graph_view& g, release_layout layout, const coin_source& coins);

}  // namespace edgeldp
