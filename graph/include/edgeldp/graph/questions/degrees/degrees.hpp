// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

/// Degrees, edges and stars. One round, all of the budget on degrees, gives all of them; a release
/// made for triangles gives them too, with more noise.
/// Derivations: graph/src/questions/degrees/derivation.md.
namespace edgeldp {

/// Degrees as released: d_u + discrete Laplace noise of sensitivity 1 at `budget`.
///
/// A user's degree counts its neighbours whether they answer or not: what follows below from users
/// who are present is of their whole lists. So their edges are those among them and half of those
/// between them and users who are absent, whose own degrees nobody knows.
///
/// Users who chose to spend a part of the budget added the noise of that part: each number has the
/// variance of its own law. Nobody's number counts less for that, so what is estimated stays
/// unbiased whatever people choose, by how many contacts they have too.
struct released_degrees {
  shared_numbers<std::int64_t> values;  ///< one a user; without meaning of users who are absent
  epsilon budget;                       ///< of who spent all
  std::vector<vertex_id> absent{};      ///< who released none, in increasing order
  chosen_parts chosen{};
};

struct degree_result {
  released_degrees degrees;
  edgeldp::communication communication;  ///< download: nobody needs anything back
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used, see influence_of
};

/// The one-round protocol: every user sends its degree with all of its budget, or with the part
/// that it chose. Both endpoints of an edge take part, so a relationship pays what both spend:
/// twice the total at most. Parallel over users, the same for every thread count.
///
/// A number beyond what one of n users may send who has 0 to n - 1 neighbours, but with probability
/// 1e-9, is taken as the nearest that is not (plausible_counts.hpp). That moves the mean of an
/// honest user's number by less than 1e-9 of its noise's scale + 1.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter for what they
///     cannot pay.
degree_result release_all_degrees(session& s, epsilon total);

/// The degrees behind a release file's degree round, of the users who sent a row.
released_degrees degrees_of(const release& published);

/// Every user's degree: what it released, unbiased, standard error sqrt(2 b) (inverse_filter) at
/// what it spent; 0 with an infinite error of users who are absent.
sequence_estimate estimate_degree_sequence(const released_degrees& released);

/// Number of edges: half the sum of the degrees; its variance, half the sum of b over the users who
/// are present, is exact.
estimate estimate_edges(const released_degrees& released);

/// Number of k-stars, sum over users who are present of C(d_u, k); k = 2 are the wedges.
///
/// Definition: sum of C(D_u, k) - b C(D_u - 1, k - 2), D_u released.
/// Promise: unbiased; the square of the standard error is an unbiased estimate of the variance, the
///     sum of b (C(D, k - 1)^2 + C(D - 1, k - 1)^2) + b^2 C(D - 1, k - 2)^2.
/// Interval: k in [1, 16], else invalid_parameter.
/// Cost: O(n k).
estimate estimate_stars(const released_degrees& released, unsigned k);

/// Predicted half-width over the number of k-stars (k = 1: of edges, twice) if degrees were
/// released at another budget, and the same parts of it, by what these say of their distribution.
double predict_relative_half_width(const released_degrees& released, unsigned k, epsilon other);

/// Largest degree: the largest released one, the published way to bound degrees. Biased upwards,
/// since the largest of many noisy numbers is large by luck: `bias` and the standard error are
/// those of the maximum under the maximum likelihood distribution of degrees (degree_posterior), of
/// each part that users chose by itself. A lone large number may be a hub or luck, and the
/// likelihood splits the difference: where all of 300 degrees are equal, 5.3 of a bias of 11.0 are
/// predicted at budget 0.5. rests_on_few where the largest noise of n users, about ln(n) / budget,
/// reaches a quarter of the number.
estimate estimate_max_degree(const released_degrees& released);

/// How far so many users who lie move what is estimated from clamped degrees, at most, whatever
/// they send: each moves its number from one end of what is plausible to the other. All of it
/// follows from public numbers. Where users chose parts, all liars are taken for users of the
/// widest noise.
struct degree_influence {
  double edges = 0.0, wedges = 0.0;
  /// From the largest number that is left without the largest ones, up to what is plausible.
  double max_degree = 0.0;
};
degree_influence influence_of(const released_degrees& released, std::uint64_t liars = 10);

/// The degrees of users who are present in increasing order, without saying whose: quantiles of the
/// maximum likelihood distribution of degrees (degree_posterior), and released numbers where they
/// stand clear of the noise. Users of each part have a distribution of their own, since those with
/// many contacts may have chosen otherwise. Biased, for a smaller error than the released numbers
/// sorted. Mean
/// |error| before and after: wiki-Vote 5.7 and 1.1 at budget 0.1, 0.38 and 0.12 at 1; ca-GrQc 7.8
/// and 0.74, 0.33 and 0.12; email-Eu-core 3.6 and 1.9, 0.28 and 0.25.
///
/// Source: the aim is that of Hay, Li, Miklau, Jensen, ICDM 2009, whose isotonic regression needs
///     noise that was added after sorting, by a curator; sorted numbers that were noisy before are
///     monotone already.
std::vector<double> estimate_sorted_degrees(const released_degrees& released);

/// The nondecreasing sequence nearest to this one in squares, by pooling adjacent violators. O(n).
std::vector<double> isotonic_regression(std::span<const double> sequence);

struct combined_degrees {
  sequence_estimate degrees;
  estimate edges;
};

/// All that a release says about degrees, by inverse variance: released degree, released size, and
/// debiased sums of noisy bits.
///
/// Definition: the number of preceding neighbours from the released size and the row's bits,
///     weighted by inverse variance; plus the later neighbours, from the bits of the column;
///     averaged with the released degree. In orders by noisy degrees the last weight is one for all
///     users (rank and noise of a degree depend on each other, and weights by rank would be
///     biased), otherwise by rank.
/// Promise: unbiased; standard errors from public numbers, the noise of the released degree
///     included.
/// Requires: noisy = materialize(published), else invalid_parameter.
/// Cost: n^2 / 64 words.
combined_degrees combine_degrees(const release& published, const noisy_matrix& noisy);

}  // namespace edgeldp
