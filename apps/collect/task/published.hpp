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
/// Errors: format_error for a name that is no digest, so that what a collector says is part of a
///     path or of a request only where it can be nothing else.
std::string object(std::string_view name);
}  // namespace published

/// 64 digits, 0 to 9 and a to f: what name_of() gives.
bool is_digest(std::string_view digits) noexcept;

/// Text of somebody else for a terminal: control characters and what changes the direction of
/// writing as '?', and no more than so many bytes.
std::string harmless_text(std::string_view text, std::size_t longest);

/// A file's bytes; nothing where there is none. Pipes and devices are no files.
/// Errors: io_error; format_error for more than `most` bytes.
std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most);

/// Writes a whole file that its owner alone may read, by an atomic_file.
/// Errors: io_error.
void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace edgeldp::collect
