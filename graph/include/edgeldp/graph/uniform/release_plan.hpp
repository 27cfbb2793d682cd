// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

namespace edgeldp {

/// Errors: invalid_parameter for shares outside their intervals, or of more than the total.
void check(const budget_split& shares);
/// The same; at the earlier ends of edges no half of a list may pay more than the total.
void check(const row_division& division);

/// Before any data: the budget of the degree round.
epsilon plan_degree_round(const two_step& options);

/// Before the edge round: the header of the release, codec parameters included.
/// Errors: invalid_parameter for options that do not fit.
release_parameters plan_release(const two_step& options, const public_view& known,
                                const round_budgets& budgets, release_key key, bool simulated);

}  // namespace edgeldp
