// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace edgeldp::cli {

/// A file's whole text, standard input's for "-"; none when there is no such file. Errors: io_error.
std::optional<std::string> read_text(const std::string& path);

/// Writes a file under a temporary name and renames it: an existing one is replaced whole or not at all.
/// Errors: io_error.
void write_text(const std::string& path, std::string_view text);

}  // namespace edgeldp::cli
