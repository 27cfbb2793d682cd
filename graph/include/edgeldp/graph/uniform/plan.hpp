// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// How the total budget is divided between the rounds. The share of `degree` is a constant; the
/// others follow from what has been released.
namespace edgeldp {

struct triangle_plan {
  round_budgets budgets;
  bound_rule cap;
  error_parts predicted;  ///< at the assumed closure

  /// As a decision of a session.
  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes.
  static triangle_plan read(std::span<const std::byte> in);
};

/// After the degree round: whether to hold a size round, and its budget (zero: none).
epsilon plan_size_round(const two_step& options, const public_view& known, epsilon degree);

/// Before the edge round: the rest of the split, and the cap.
/// Errors: invalid_parameter when nothing would be left.
triangle_plan plan_triangles(const two_step& options, const public_view& known, epsilon degree, epsilon size);

/// The predicted error of the count round under a rule, from what is known now. `closure` as in
/// predict_triangle_error.
error_parts predict_error(const public_view& known, const bound_rule& rule, const bit_law& law, epsilon count,
                          double closure);

/// The error to expect of the whole protocol at options.total, from what is known now. `closure` as
/// in predict_triangle_error.
error_parts predict_total(const two_step& options, const public_view& known, double closure);

/// Variance that the count round's noise gives the estimate, as it is drawn, cap by cap.
double drawn_noise_variance(const release_layout& layout, const bound_rule& cap, epsilon count);

/// The error of the count round against a release, with the noise as it is drawn, cap by cap.
/// `closure` as in predict_triangle_error.
error_parts predict_count_error(const release_layout& layout, const public_view& known, const bound_rule& cap,
                                epsilon count, double closure);

/// The rule with the least predicted RMSE for fixed budgets, as far as it is not given by hand.
bound_rule choose_bound(const public_view& known, const bound_options& by_hand, const bit_law& law,
                        epsilon count, double closure);

}  // namespace edgeldp
