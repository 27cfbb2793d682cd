// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "verbs/verbs.hpp"

namespace edgeldp::cli {

/// The verb of edgeldp-reproduce.
std::span<const verb_row> reproduce_verbs();

}  // namespace edgeldp::cli
