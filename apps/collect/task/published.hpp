// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/protocol/public_objects.hpp"

/// Where what a collector publishes is found.
namespace edgeldp::collect {

/// The names of published files below a folder or an address.
namespace published {
inline constexpr std::string_view task = "task.json", directory = "people.txt", result = "result.json",
                                  seal = "result.seal", release = "release.edgeldp";
std::string announcement(std::uint32_t index);
std::string object(std::string_view name);
}  // namespace published

/// Whether this is the name of bytes: 64 digits 0 to 9, a to f. Nothing else becomes a path.
bool is_digest(std::string_view name);

/// A file's bytes; nothing where there is none.
/// Errors: io_error; format_error for more than `most` bytes.
std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most);

/// Writes a whole file that its owner alone may read, by an atomic_file.
/// Errors: io_error.
void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace edgeldp::collect
