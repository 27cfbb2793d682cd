// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace edgeldp::collect {

/// What comes part after part, so that nobody has to hold the whole.
inline constexpr std::size_t part_bytes = std::size_t{1} << 16;
/// Takes one of them, whose bytes are gone once it returns.
using part_taker = std::function<void(std::span<const std::byte>)>;

}  // namespace edgeldp::collect
