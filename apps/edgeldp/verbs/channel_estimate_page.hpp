// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "verbs/channel_reports.hpp"

/// What `channel estimate` finds in reports, as an answer for people.
namespace edgeldp::cli {

inline constexpr double z_at_95 = 1.959963984540054;  ///< of the standard normal law at 97.5%

std::string estimates_answer(const estimate_arguments& a, const reported& r, const findings_of_reports& f);

}  // namespace edgeldp::cli
