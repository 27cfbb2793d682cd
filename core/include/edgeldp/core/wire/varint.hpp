// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"

/// Signed integers as messages: zigzag, then little-endian groups of seven bits
/// (core/doc/format.md, "Integers"). This is the whole message of the degree, size and count
/// rounds.
namespace edgeldp {

/// Appends 1 to 19 bytes.
void append_integer(std::vector<std::byte>& out, int128 value);

/// One integer as a message of its own.
std::vector<std::byte> integer_message(int128 value);

/// Reads one integer at `position` and moves past it. `base` is added to offsets in messages.
/// Errors: format_error when the bytes end early, are not the shortest form, or leave [-limit,
///     limit].
int128 read_integer(std::span<const std::byte> bytes, std::size_t& position, int128 limit,
                    std::uint64_t base = 0);

}  // namespace edgeldp
