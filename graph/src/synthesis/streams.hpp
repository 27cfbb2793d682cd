// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/types.hpp"

/// Streams of stream_tag::communities, counted from the last one down: the search for communities
/// counts from the first one up (core/doc/randomness.md).
namespace edgeldp::synthesis {

inline constexpr vertex_id stream_of_degrees = ~vertex_id{0};

inline vertex_id stream_of_graph(std::uint32_t number) {
  return stream_of_degrees - 1 - number;
}

}  // namespace edgeldp::synthesis
