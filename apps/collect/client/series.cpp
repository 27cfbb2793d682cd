// SPDX-License-Identifier: MIT
#include "collect/client/series.hpp"

namespace edgeldp::collect {

std::string why_other_series(const series_telling& before, const task& t) {
  if (before.budgets != t.series.budgets)
    return "it has other budgets, or another limit of changes, than the first date of this series, which "
           "bind "
           "all that follow";
  if (before.directory != t.directory_digest)
    return "it has another directory of people than the first date of this series, in which contacts would "
           "be "
           "counted as others";
  if (before.cohort != t.series.cohort)
    return "it is about other people than joined the first date of this series";
  return "";
}

std::string why_no_part(const task& t, const personal_account& all, std::uint32_t person) {
  if (!t.asks_changes()) return "";
  const account_line* const mine = all.find_series(t.series.first, person);
  if (mine == nullptr) return why_no_part_in_series;
  if (!mine->is_open) return why_series_is_left;
  const series_telling* const before = mine->told_before(t.series.date);
  if (before == nullptr) return why_no_part_in_series;
  if (const std::string why = why_other_series(*before, t); !why.empty()) return why;
  if (mine->tellings.back().date > t.series.date) return "a later date of this series was answered before";
  return "";
}

}  // namespace edgeldp::collect
