// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"

/// Many messages in one body, for whoever hands them on: each behind its length (4 bytes, the
/// lowest first).
namespace edgeldp::collect {

inline constexpr std::size_t longest_batch = std::size_t{1} << 20, most_in_batch = 1024;

/// Requires: within both bounds.
byte_string write_batch(std::span<const byte_string> messages);

/// The messages, each a part of the bytes.
/// Errors: format_error for more than either bound, and where the last one is cut.
std::vector<std::span<const std::byte>> read_batch(std::span<const std::byte> bytes);

}  // namespace edgeldp::collect
