// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/client/personal_account.hpp"
#include "collect/task/task.hpp"

/// Who may answer a later date of a series that tells changes (task_series).
namespace edgeldp::collect {

inline constexpr const char* why_no_part_in_series =
    "this date asks what has changed since an earlier one, and your account knows of no answer of yours to "
    "that. On a new device, or where the account is lost, nobody knows what was told, so that this series is "
    "over for you; nothing was read and nothing is sent";
inline constexpr const char* why_series_is_left =
    "you have left this series, and take part in no date of it any more";
inline constexpr const char* why_series_needs_account =
    "the dates of this series go on from one another, so that your program needs a personal account to "
    "remember what was told";

/// Why a person cannot take part in a date, from its account and what is public alone; empty: it
/// can, or the task is no such date.
std::string why_no_part(const task& t, const personal_account& all, std::uint32_t person);

/// Why a date does not go on from what was told before; empty: it does.
std::string why_other_series(const series_telling& before, const task& t);

}  // namespace edgeldp::collect
