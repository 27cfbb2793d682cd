// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Degree and triangle sequences as a curator would publish them who holds the whole graph: the
/// CENTRAL model, neighbours differ in one edge. Nothing here is local; for comparison only.
///
/// Source: [Wang 2016], section 6.4 (LM-global, LM-smooth); smooth sensitivity: Nissim,
///     Raskhodnikova, Smith, STOC 2007.
/// Derivations: graph/rivals/src/triangles/curators_derivation.md, "Sequences".
namespace edgeldp {

/// Degrees + discrete Laplace noise for the global sensitivity 2: epsilon-DP for an edge.
std::vector<double> publish_degrees_globally(const graph_view& g, epsilon budget, const coin_source& coins);

/// Triangles at every user + discrete Laplace noise for the global sensitivity 3 (n - 2):
/// epsilon-DP for an edge. Requires n >= 3, else invalid_parameter.
std::vector<double> publish_triangles_globally(const graph_view& g, epsilon budget, const coin_source& coins);

/// Triangles at every user + Laplace noise of scale 2 S / epsilon, S the smooth sensitivity at
/// smooth_decay(budget, delta, n): (epsilon, delta)-DP for an edge.
/// Requires: n >= 3, 0 < delta < 1, and a decay of more than 2^-20, else invalid_parameter. Numbers
///     are multiples of 2^-30, whatever the graph; the decay and S leave room for that.
std::vector<double> publish_triangles_smoothly(const graph_view& g, epsilon budget, double delta,
                                               const coin_source& coins);

/// Largest change, summed over users, of the triangle sequence of any graph within k edges of g
/// when one more edge changes: 3 max over pairs of min(a + floor((k + min(k, b)) / 2), n - 2), a
/// common neighbours, b users adjacent to exactly one of the two. One entry for each k = 0, 1, ...
/// until 3 (n - 2) is reached.
/// Cost: O(n^2 + wedges) time, O(n) memory; n at most 65536, else invalid_parameter.
std::vector<double> triangle_sensitivities(const graph_view& g);

/// max over k of exp(-beta k) sensitivities[k], the last entry standing for all further k.
double smooth_sensitivity(const std::vector<double>& sensitivities, double beta);

/// The largest beta at which Laplace noise of scale 2 S / epsilon in so many dimensions is
/// (epsilon, delta)-DP for a beta-smooth S: larger than the source's epsilon / (4 (d + ln(2 /
/// delta))), since the norm of the noise concentrates around d.
/// Interval: 0 < delta < 1, else invalid_parameter.
double smooth_decay(epsilon budget, double delta, std::uint64_t dimensions);

}  // namespace edgeldp
