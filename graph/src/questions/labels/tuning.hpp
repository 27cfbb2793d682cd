// SPDX-License-Identifier: MIT
#pragma once

/// Constants of the inference of labels, each with where it comes from.
/// Derivation: graph/src/questions/labels/derivation.md.
namespace edgeldp::label_tuning {

/// Weights of the penalties: of a slope, for each known label, where features have a root mean square
/// of 1; and of an offset, as if so many users had been seen with it.
inline constexpr double slope_weight = 1e-3, offset_weight = 2.0;
inline constexpr unsigned newton_steps = 30, halvings = 14;
inline constexpr double least_step = 1e-6;

/// A second round is asked where the first one adds at least so much to the mean logarithm of the chance
/// of known labels. Below it labels that are taken for the likeliest are nearly all the commonest one,
/// and chances come out far too sure (ca-HepTh at 4: 0.05 of gain, 0.5 too sure).
inline constexpr double worth_a_round = 0.08;

}  // namespace edgeldp::label_tuning
