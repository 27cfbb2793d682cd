// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/channel/channel.hpp"

/// Laplace noise on a category's number, 1 .. t in the order given, rounded back to a category.
/// Source: [Wang 2016], equations 9 to 11 (t = 2), 20 and 21. Thresholds are public: u + 1/2
///     between categories u and u + 1, as in Results 2 and 4. Equation 21 writes epsilon / (t - 1)
///     where its F takes a scale; the scale that is private is the inverse, (t - 1) / epsilon,
///     which the text below it names.
/// Proof: core/doc/privacy.md, "Laplace on categories".
namespace edgeldp {

/// The scale (t - 1) / budget of the paper. loss() stays below the budget: see laplace_loss.
/// Errors: invalid_parameter for fewer than 2 answers.
channel laplace_channel(epsilon budget, channel::labels answers);

/// The same with the scale at which the loss is the budget. With 2 answers this is Warner's
/// channel.
channel calibrated_laplace_channel(epsilon budget, channel::labels answers);

/// What laplace_channel loses, in nats, before its probabilities are rounded to integers: (t - 3/2)
/// / b + ln(2 - exp(-1 / (2 b))) with b = (t - 1) / nats. Requires answers >= 2 and nats >= 0.
double laplace_loss(std::size_t answers, double nats) noexcept;

/// The largest inverse scale 1 / b whose loss is at most `nats`. Requires the same.
double calibrated_inverse_scale(std::size_t answers, double nats) noexcept;

/// Equation 21 at any scale b = 1 / inverse_scale, answers x answers. Requires answers >= 2.
Eigen::MatrixXd laplace_probabilities(std::size_t answers, double inverse_scale);

}  // namespace edgeldp
