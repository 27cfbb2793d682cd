// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/base/types.hpp"

/// Constants of the inference of labels, each with where it comes from.
/// Derivation: graph/src/questions/labels/derivation.md.
namespace edgeldp::label_tuning {

/// Weights of the penalties: of a slope, for each known label, where features have a root mean
/// square of 1; and of an offset, as if so many users had been seen with it.
inline constexpr double slope_weight = 1e-3, offset_weight = 2.0;
/// The same of the offsets that temper chances, learned from few users: of 2, 8 and 25 the last
/// leaves chances on ca-AstroPh at 2 and 4 truest (off by 0.063 at most, for 0.071).
inline constexpr double temper_weight = 25.0;
/// The same of the line that the odds of the likeliest label are held to: of 1, 4 and 16 the last
/// leaves chances truest where few are kept back (ca-CondMat, ca-AstroPh, email-Enron and
/// loc-brightkite at 4: off by 0.045 to 0.075 at most, for 0.057 to 0.12 without a line).
inline constexpr double odds_weight = 16.0;
inline constexpr unsigned newton_steps = 30, halvings = 14;
inline constexpr double least_step = 1e-6;

/// The share of public labels that no first count is about, and which tempers chances where counts
/// are by inferred labels. On facebook_combined 0.63 and 0.81 are right at 1 and 2 where a fifth is
/// kept back, 0.65 and 0.82 with a tenth; 0.67 and 0.83 with none, but then chances are up to 0.09
/// too sure on graphs whose lists hang less together.
inline constexpr double kept_back = 0.1;
inline constexpr vertex_id stream = 0x80000000;  ///< of the public coins that choose them

/// A second round is asked where the first one adds at least so much to the mean logarithm of the
/// chance of known labels. Below it labels that are taken for the likeliest are nearly all the
/// commonest one, and chances come out far too sure (ca-HepTh at 4: 0.05 of gain, 0.5 too sure).
inline constexpr double worth_a_round = 0.08;

}  // namespace edgeldp::label_tuning
