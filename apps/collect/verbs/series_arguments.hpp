// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "collect/collector/collection.hpp"
#include "options/verb_options.hpp"

/// What `collector create` is told of a series: several dates on which the same people are asked.
namespace edgeldp::cli {

struct series_arguments {
  std::string again;  ///< the folder of an earlier date
  std::optional<unsigned> changes;
  std::optional<double> changes_share;
  std::string turnover = "1%";
  const verb_options* verb = nullptr;  ///< to know what was said

  bool is_again() const noexcept { return !again.empty(); }
  bool was_said(const std::string& option) const { return verb->count(option) > 0; }
};

/// --again, --changes, --changes-share, --turnover.
void add_series(verb_options& verb, series_arguments& a);

/// The first date of a series that tells changes, where it is one.
/// Errors: invalid_parameter for budgets that leave nothing, and for parts of a series without it.
void begin_series(const series_arguments& a, collect::new_collection& wanted);

/// The next date behind that in the folder: what was not said is as it was there. In a series that
/// tells changes nothing else can be said but titles and times.
/// Errors: as date_after; invalid_parameter for other people or items than the first date has, and
///     for what a series cannot change.
void continue_series(const series_arguments& a, collect::new_collection& wanted);

}  // namespace edgeldp::cli
