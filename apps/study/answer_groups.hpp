// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "io/report.hpp"

/// What an answer about groups of users says beside its numbers.
namespace edgeldp::cli {

/// Of groups that were looked for: how many there are, and whether chance would give them; of
/// labels that were inferred, what guessing would give. Empty for other results.
std::string found_groups_text(const record& result);

}  // namespace edgeldp::cli
