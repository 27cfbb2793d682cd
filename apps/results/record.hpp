// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "edgeldp/graph/errors/estimate.hpp"

/// Results as values, under the names of result_fields(): nothing here prints, or knows a command
/// line.
namespace edgeldp::results {

using record = nlohmann::ordered_json;

}  // namespace edgeldp::results

/// Compiled once, in record.cpp: a tenth of the program's build otherwise.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace edgeldp::results {

/// The number, or null where there is none.
inline record optional_number(bool known, double value) {
  return known ? record(value) : record(nullptr);
}

/// Finds the budget at which an estimate would be usable, if there is one.
using budget_search = std::function<std::optional<double>(const edgeldp::estimate&)>;

/// What an estimate says of itself: interval, confidence, half_width, inflation, bias_bound,
/// judgement, at_most and epsilon_that_would_do. The last two are null unless it is not usable; the
/// very last also where no budget up to 64 would do. Infinite numbers are null. As a table these
/// keys are one line.
void add_interval_fields(record& r, const edgeldp::estimate& e, const budget_search& budget_that_would_do);

/// The same keys, all null: where there is no estimate.
void add_missing_interval(record& r);

}  // namespace edgeldp::results
