// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"

/// Reports of channels as bytes (core/doc/format.md, "Attribute reports"): each takes the bits that
/// number the channel's outputs, one after the other from the lowest bit of the first byte. So the
/// length follows from the channels alone.
namespace edgeldp {

/// Bits of one report: ceil(log2 outputs).
unsigned report_bits(const channel& c);

/// Reports channel by channel, as often as needed: reports[i] is of channels[i mod
/// channels.size()]. One of each is a user's message; those of all users, one user after the other,
/// are what everybody reads.
/// Errors: invalid_parameter for a report that is no output, or a number of them that is no
///     multiple of the number of channels.
std::vector<std::byte> write_reports(std::span<const channel> channels,
                                     std::span<const std::uint32_t> reports);

/// The reports of `users` users.
/// Errors: invalid_parameter when all channels have one output; format_error with the byte for a
///     length that is not theirs, a number that is no output, or unused bits that are not zero.
std::vector<std::uint32_t> read_reports(std::span<const channel> channels, std::uint64_t users,
                                        std::span<const std::byte> message);

}  // namespace edgeldp
