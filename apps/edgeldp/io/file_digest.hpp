// SPDX-License-Identifier: MIT
#pragma once

#include <istream>
#include <string>

namespace edgeldp::cli {

/// SHA-256 of a file's bytes, as `sha256sum` prints it: 64 hexadecimal digits.
/// Cost: a file is read once, 64 kB at a time.
/// Errors: io_error.
std::string file_sha256(const std::string& path);

/// The same of what is left in a stream. Whether it ended or failed, its state says.
std::string stream_sha256(std::istream& in);

}  // namespace edgeldp::cli
