// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace edgeldp::cli {

/// What the linker calls this very program, in hexadecimal digits: another where its code differs,
/// the same where the same compiler has made it again from the same sources. Empty where the linker
/// has not said.
std::string build_id();

}  // namespace edgeldp::cli
