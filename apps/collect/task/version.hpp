// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Versions of a task and of all that is said in it (docs/promises.md, "Collections").
namespace edgeldp::collect {

/// Version 1 is read, and gone on with; new tasks are of version 2.
inline constexpr std::uint32_t first_version = 1, latest_version = 2;

}  // namespace edgeldp::collect
