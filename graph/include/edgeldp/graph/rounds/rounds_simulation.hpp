// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Single rounds (rounds.hpp) over all users of a graph, each as a run of its own.
namespace edgeldp {

/// Released numbers of one round and the bytes that carried them, summed over users.
struct released_numbers {
  std::vector<std::int64_t> values;
  std::uint64_t upload_bytes = 0;
};

/// Round `degree`.
released_numbers release_degrees(const graph_view& g, epsilon budget, const coin_source& coins);

/// Round `size`.
released_numbers release_sizes_of_rows(const graph_view& g, std::shared_ptr<const public_order> order,
                                       epsilon budget, const coin_source& coins);

/// The true numbers of preceding neighbours, without noise: NOT private.
std::vector<std::int64_t> true_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank);

struct published_rows {
  release published;
  std::uint64_t upload_bytes = 0;  ///< single reports, each rounded up to bytes, summed over users
};

/// Round `edges`.
published_rows release_edges(const graph_view& g, release_layout layout, const coin_source& coins);

}  // namespace edgeldp
