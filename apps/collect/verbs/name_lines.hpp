// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace edgeldp::cli {

/// The names in a file, one a line; empty lines and those that begin with # are skipped.
/// Errors: io_error.
std::vector<std::string> name_lines(const std::string& path);

}  // namespace edgeldp::cli
