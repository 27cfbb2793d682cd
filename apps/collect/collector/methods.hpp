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

/// Of a task that is one of several dates: which, and what a person has lost after it who was in
/// all, by plain addition and by the unit of the series. Nothing of others.
void add_series(results::record& r, const task& t);

}  // namespace edgeldp::collect
