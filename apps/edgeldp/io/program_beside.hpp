// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace edgeldp::cli {

/// Where a program of ours would be that is in the folder of this one; empty where it is not.
std::string program_beside(std::string_view name);

/// Becomes that program, with these words: does not return.
/// Errors: io_error when it cannot be started.
[[noreturn]] void become(const std::string& program, char** words);

}  // namespace edgeldp::cli
