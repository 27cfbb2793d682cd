// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace edgeldp::collect
