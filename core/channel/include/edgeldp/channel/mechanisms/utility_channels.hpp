// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// Channels that prefer useful outputs by degrees: exponential and staircase. Every constructor
/// keeps loss() <= budget; proofs: core/doc/privacy.md, "Utility channels". Utilities, steps and
/// scales are public: the same for every user, whatever the truth is.
namespace edgeldp {

/// What divides the budget in the exponential mechanism.
enum class exponential_scale {
  range,  ///< twice the largest less the smallest utility of all: all one has when only bounds are public
  sensitivity,  ///< twice the most that one output's utility differs between two truths: equation 3
  exact_loss    ///< nothing: the scale is sought at which the channel's own loss is the budget
};

/// The most that an output's utility differs between two truths: "Delta q". Requires a matrix that
/// is not empty.
double utility_sensitivity(const Eigen::MatrixXd& utility);

/// Pr[y | x] proportional to exp(s utility(y, x)), with s = e / (2 Delta).
///
/// Source: McSherry, Talwar, FOCS 2007; [Zhang 2025], equation 3. The factor 2 pays for normalisers
///     that differ between truths; where they do not, half of the budget is left unused.
///     `exact_loss` spends it, as far as probabilities of at least 2^-62 allow (from about 35 nats
///     on not all of it), and does not change when a constant is added to a column, as the other
///     two do.
/// Shape: utility is outputs x inputs.
/// Errors: invalid_parameter for a utility of another shape, not finite, or alike for every truth
///     (then there is nothing to protect and no scale).
/// Cost: exact_loss computes the matrix about 12 times.
channel exponential_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                            const Eigen::MatrixXd& utility,
                            exponential_scale scale = exponential_scale::exact_loss);

/// Steps by shared prefix of public hierarchical codes (quadtree tiles, Geohash, categories): place
/// y is on step j of place x when codes x and y differ behind j of the shifts, code >> shift being
/// a prefix. Step 0 is the nearest.
/// Shape: codes x codes.
/// Errors: invalid_parameter unless shifts rise and are below 64.
Eigen::MatrixXi prefix_steps(std::span<const std::uint64_t> codes, std::span<const unsigned> shifts);

/// Staircase randomized response: output y on step j = 0..steps - 1 of the truth has weight 1 +
/// (steps - 1 - j)(exp(t) - 1) / (steps - 1), which falls in equal steps from exp(t) to 1.
///
/// Source: Wang, Hong, Xiong, Qin, Hong, "L-SRR", CCS 2022. Theirs has t = e. The weights of a
///     truth add up to a number that depends on how many outputs are on each of its steps, so that
///     a probability can be exp(t) times another one's AND the sums differ: the loss exceeds e, up
///     to 2 e. Here t is sought at which the channel's own loss is the budget; where all sums are
///     equal, t = e, as where steps are alike for every truth and tell nothing.
/// Shape: step is outputs x inputs.
/// Errors: invalid_parameter for another shape, fewer than 2 steps, or a step outside [0, steps).
/// Cost: the matrix about 12 times.
channel staircase_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                          const Eigen::MatrixXi& step, unsigned steps);

}  // namespace edgeldp
