// SPDX-License-Identifier: MIT
#pragma once

/// Constants of intervals. The fit and its test: graph/src/errors/intervals_derivation.md.
namespace edgeldp {

/// What standard errors are multiplied by in intervals: their models know the graph by released
/// degrees and sizes only.
namespace inflation {
inline constexpr double triangles = 1.2;
inline constexpr double cycles = 1.25;
inline constexpr double butterflies = 1.25;
inline constexpr double common_neighbors = 1.15;
inline constexpr double degrees = 1.15;
inline constexpr double mixing = 1.15;
/// Frequencies are looked at many at a time, and those that noise lifts above four times their
/// half-width would be called usable: of facebook_combined's 32 most frequent items at 2, with
/// 1.15, 94% of the usable ones erred by less than a quarter; 1.3 leaves room.
inline constexpr double vectors = 1.3;
/// For the same reason: of arcs within classes of ca-GrQc at 0.25, with 1, 92% of the usable ones
/// erred by less than a quarter; of the degree assortativity of email-Eu-core at 4, with 1.15, 74%.
/// In-degrees, which errors of walks along arcs depend on, are not released.
inline constexpr double arcs = 1.3, degree_assortativity = 1.3;
}  // namespace inflation

/// What a bound on bias allows for beyond its model, relative to it.
inline constexpr double bias_allowance = 1.1, cycle_bias_allowance = 1.5;

}  // namespace edgeldp
