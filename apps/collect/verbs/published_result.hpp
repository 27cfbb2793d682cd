// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "collect/collector/collection.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

/// The result as the collector sealed it; nothing where there is none yet, or where the collection
/// has failed.
/// Errors: invalid_parameter where a published file is not what the collector signed; io_error.
std::optional<record> sealed_result(const std::string& home, collect::collection& c);

}  // namespace edgeldp::cli
