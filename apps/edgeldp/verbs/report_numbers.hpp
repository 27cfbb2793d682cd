// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/page.hpp"
#include "io/report.hpp"
#include "verbs/report_page.hpp"

/// Numbers as a report tells them: what cannot be is cut off intervals, and what is lost in the
/// noise is not shown. Results keep what the estimators said, which is unbiased because it may be
/// impossible.
namespace edgeldp::cli {

enum class worth { usable, weak, lost };

inline constexpr std::array worths = {worth::usable, worth::weak, worth::lost};

tint tint_of(worth w);

/// What a number can be; infinite where nothing is known.
struct possible_values {
  double least = 0.0, most = 0.0;
};

/// Of a simple graph of so many people.
possible_values possible_values_of(std::string_view statistic, double people);

/// Both ends of an interval as far as they are possible.
struct told_interval {
  double low = 0.0, high = 0.0;
  bool is_cut_below = false, is_cut_above = false;
  bool is_finite = false;
};

/// One number of the report, at its budget and over the sweep.
struct reported_number {
  const reported_results* of = nullptr;
  const record* asked = nullptr;
  std::vector<const record*> sweep;
  std::string name;
  possible_values possible;

  worth value() const { return value_of(*asked); }
  /// Of one of its results: an estimate that is impossibly small is lost, whatever its interval.
  worth value_of(const record& r) const;
  told_interval interval() const;
  /// "1 592 000": the estimate, no further than what is possible.
  std::string estimate_text() const;
  /// "0", "1 624 000".
  std::string low_text() const;
  std::string high_text() const;
  /// What it is at most, in words; empty where that says nothing.
  std::string at_most_text() const;
};

std::vector<reported_number> numbers_in(std::span<const reported_results> all);

/// "triangles", "mean_degree": what a result of the question is an estimate of.
std::string statistic_of(const reported_question& q, const record& r);

/// Half of the interval as a share of the estimate.
double share_of(const record& r);

/// "edges and wedges"; of too many names the first, and how many more there are.
std::string enumeration(const std::vector<std::string>& names, std::size_t most_named = 6);
std::vector<std::string> names_worth(std::span<const reported_number> numbers, worth w);

/// Of the sweep the result from whose budget on the number was usable; null where there is none.
const record* usable_from(const reported_number& n);

/// Whether such a loss of a relationship leaves anything of it hidden.
bool hides_something(double loss);

/// Which larger budget would make a number usable.
struct needed_budget {
  double epsilon;  ///< to one digit where it is predicted; NaN where none is known
  double loss;     ///< of a relationship there, or at the largest budget that was tried
  bool hides;      ///< whether that leaves anything hidden
  bool was_tried;  ///< on the page, whose table shows it
};

/// That of the page's table where it has one; otherwise what is predicted, if the table does not
/// show the contrary.
/// Requires: a number that is not usable.
needed_budget need_of(const reported_number& n);

}  // namespace edgeldp::cli
