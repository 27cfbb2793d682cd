// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace edgeldp::cli {

/// SHA-256 of a file's bytes, as `sha256sum` prints it: 64 hexadecimal digits.
/// Cost: a file is read once, 64 kB at a time.
/// Errors: io_error.
std::string file_sha256(const std::string& path);

}  // namespace edgeldp::cli
