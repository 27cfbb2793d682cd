// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/errors/inflation.hpp"

/// Intervals of counts and the budgets that would do. Derivations, the fit of the constants and its
/// test: graph/src/errors/intervals_derivation.md.
namespace edgeldp {

/// The largest half-width over abs(value) of an estimate that is judged usable.
inline constexpr double usable_at_most = 0.25;

/// What an estimate says of the closure and, with it, of its own error and bias.
struct closure_view {
  double closure = 0.0;     ///< mean
  error_parts error;        ///< variances: means over closures; bias: of the median closure
  double bias_bound = 0.0;  ///< the bias of the largest plausible closure
};

/// The posterior of the closure c given the estimate, normal around c pairs + bias(c) with the
/// predicted variance, under a prior that is uniform in log c from 0.001 to 1: where the estimate
/// tells nothing the median is small, and what it cannot exclude stays in the bound. `error_at`:
/// the predicted error at a closure.
/// Cost: a dozen calls of it.
closure_view view_closure(double value, double pairs,
                          const std::function<error_parts(double closure)>& error_at);

/// The estimate of a count of triangles with its interval. Infinite standard error where nobody
/// speaks or no pairs are expected. `second_degree`: what a pair can be counted by at most.
estimate conclude_triangles(double value, const closure_view& view, double pairs, double pair_variance,
                            double second_degree);

/// What a count may be that cannot be negative: the mean of the positive part of a normal law
/// around the estimate.
double plausible_count(const estimate& e) noexcept;

/// What the interval of a number needs where it only moves in steps and mostly not at all: with
/// noise of this standard error, a whole step as soon as one is likelier than 6%. To be added to
/// the normal half-width.
double bound_of_steps(double step, double inflation, double standard_error) noexcept;

/// The least budget, of a grid of quarter octaves above `from` up to 64, at which the predicted
/// half-width is at most a quarter of the number; none if there is none. `relative`: predicted
/// half-width over the number, falling with the budget.
std::optional<double> least_usable_epsilon(double from, const std::function<double(double)>& relative);

}  // namespace edgeldp
