// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "collect/task/task.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

/// What a collector shows to whoever looks: one page of HTML without scripts, that needs nothing
/// else. status: status_record(); result: as it was published, or null. now: seconds since 1970.
/// Promise: numbers of all people together and nothing of any one; every text is escaped.
std::string collector_page(const collect::task& t, const record& status, const record& result,
                           std::int64_t now);

}  // namespace edgeldp::cli
