// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/collector/collection.hpp"
#include "collect/server/admin.hpp"
#include "collect/verbs/expected_width.hpp"
#include "io/report.hpp"

/// What the operator's desk shows: what the operator's folder holds, and no answer of anybody.
namespace edgeldp::cli {

/// status: as everybody reads it; result: as it was published, or null.
record admin_state(collect::collection& c, const record& status, const record& result, expected_width& width,
                   std::int64_t now);

/// The people by name, in the order of the directory, as far as a page can show them.
record admin_people(collect::collection& c);

/// The files of the page.
extern const char *const admin_page, *const admin_script, *const admin_style;

}  // namespace edgeldp::cli
