// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "edgeldp/core/protocol/public_objects.hpp"

/// Files of whoever keeps or publishes what a collection says.
namespace edgeldp::collect {

/// A file's bytes; nothing where there is none. Pipes and devices are no files.
/// Errors: io_error; format_error for more than `most` bytes.
std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most);

/// Writes a whole file that its owner alone may read, by an atomic_file.
/// Errors: io_error.
void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace edgeldp::collect
