// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace edgeldp::cli {

/// What somebody may do who named a file that is not there, to go behind the message of an
/// io_error: fetch a public graph of this name, take the file whose name is nearest, make the
/// folder. Empty for other messages.
/// Cost: a look into the folder.
std::string what_may_be_meant(std::string_view message);

}  // namespace edgeldp::cli
