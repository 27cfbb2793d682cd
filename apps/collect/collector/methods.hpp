// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "results/record.hpp"

namespace edgeldp::collect {

/// Plays the method of a task over a session; its result, under the names that results have. A
/// release that comes out of it is saved as `release.edgeldp` in the folder.
/// Errors: what the method throws.
results::record play_method(const task& t, session& s, const std::filesystem::path& folder);

}  // namespace edgeldp::collect
