// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/value_counts.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"

/// Oracles of estimate/sparse_vectors.hpp: plain counts over the data themselves.
namespace edgeldp::exact {

/// How many users have which value, item by item. 8 k bytes an item.
value_counts count_values(const sparse_vectors& data);

/// Items at which both users differ from the reference. Requires u, w < users.
std::uint64_t count_common_items(const sparse_vectors& data, std::uint64_t u, std::uint64_t w);

}  // namespace edgeldp::exact
