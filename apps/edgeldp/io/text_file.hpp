// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace edgeldp::cli {

/// A file's whole text, standard input's for "-"; none when there is no such file.
/// Errors: io_error.
std::optional<std::string> read_text(const std::string& path);

/// The same where there must be one.
/// Errors: io_error, also where there is no such file.
std::string text_of(const std::string& path);

/// Writes a whole file by an atomic_file, "-" to standard output.
/// Errors: io_error.
void write_text(const std::string& path, std::string_view text);

}  // namespace edgeldp::cli
