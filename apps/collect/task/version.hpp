// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Versions of a task and of all that is said in it (docs/promises.md, "Collections").
namespace edgeldp::collect {

/// Version 1 is read, and gone on with. New tasks are of version 3 where people may choose a part
/// of the budget (study::offer::lets_choose), of version 2 elsewhere.
inline constexpr std::uint32_t first_version = 1, usual_version = 2, choosing_version = 3,
                               latest_version = choosing_version;

}  // namespace edgeldp::collect
