// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

/// The variance model of the two-step triangle count, from public numbers only: used to choose the
/// split and the cap, and for the standard error printed with every estimate.
/// Derivations: graph/src/errors/error_model_derivation.md.
namespace edgeldp {

/// Effect of capping a row of true size s at max(0, anchor + noise + margin), noise discrete
/// Laplace at `budget`, in closed form. gap = anchor + margin - s >= 0 is the room that the noise
/// must eat before anything is lost.
class clip_model {
 public:
  explicit clip_model(epsilon budget);

  /// E[C(s, 2) - C(min(s, cap), 2)]: pairs lost. O(1).
  double expected_lost_pairs(double size, double gap) const noexcept;

  /// E[lost^2]. O(min(s, 20 / budget)).
  double expected_squared_lost_pairs(double size, double gap) const noexcept;

  /// E[max(0, cap - 1)^2] with cap = max(0, centre + noise). O(1).
  double expected_squared_cap(double centre) const noexcept;

  /// Unbiased estimate of the sum of g(true size) from released sizes, given as a histogram
  /// (inverse_filter).
  template <class G>
  double deconvolve(const std::map<std::int64_t, std::uint64_t>& histogram, G&& g) const {
    double sum = 0.0;
    for (const auto& [x, users] : histogram)
      sum += static_cast<double>(users) * m_filter.estimate(static_cast<double>(x), g);
    return sum;
  }

  /// Variance of the noise.
  double variance() const noexcept { return m_filter.noise_variance(); }

 private:
  double m_decay;  // a = exp(-budget)
  inverse_filter m_filter;
};

/// What is believed of users: so many, with this anchor (of bound_rule) and truly this many
/// preceding neighbours. Weights add up to the number of users.
struct size_class {
  double weight = 0.0, anchor = 0.0, size = 0.0;
};

/// Sums over users that the error depends on.
struct error_terms {
  double pairs = 0.0;  ///< pairs of preceding neighbours (two-stars that are counted)
  double edges = 0.0;  ///< edges of the graph
  double squared_sharing =
      0.0;  ///< the configuration model's part of sum over pairs {j, k} of c_jk^2, see below
  double squared_caps = 0.0;        ///< sum of (cap - 1)^2
  double lost_pairs = 0.0;          ///< expected pairs lost to clipping
  double squared_lost_pairs = 0.0;  ///< expected sum of their squares
};

struct error_parts {
  double response_variance = 0.0;  ///< randomized response
  double laplace_variance = 0.0;
  double clip_variance = 0.0;
  double bias = 0.0;  ///< clipping
  double standard_error() const noexcept;
  double rmse() const noexcept;
};

/// Triangles concentrate on few edges: the sum over edges of c_jk^2 is 3.6 to 9.4 times T^2 / m on
/// wiki-Vote, facebook, Enron, AstroPh, GrQc and Eu-core, part of which the configuration model
/// already has. With 3 the whole sum comes out at 0.77 to 1.5 times the truth there.
inline constexpr double closure_concentration = 3.0;

/// Lists overlap more than in the configuration model, where there are no triangles either: a
/// counted pair has so many further users, mean over pairs. Fitted on p2p-Gnutella08 (sum of c_jk^2
/// 191 000, 57 000 without); a few per cent of the sum on wiki-Vote and facebook.
inline constexpr double pair_overlap = 2.0;

/// The error of sum_u (t_u - p0 s_u + noise) / (p1 - p0). `closure` is the probability that a
/// counted pair is an edge, T = closure * pairs.
///
/// Definition: response variance = S_edges v1 + S_others v0 (variances of bit_law), where of the
///     sum of c_jk^2 S_edges = closure a + (1 - o) h + closure_concentration T^2 / edges, S_others
///     = (1 - closure) a + o h, a = (1 + pair_overlap) pairs, h = squared_sharing - pairs, o = (1 -
///     closure)^(3/2): shares of h on edges, of hubs mostly, were 1 - o to within 0.15 on the
///     graphs of docs/results/triangles.md.
error_parts predict_triangle_error(const error_terms& terms, const bit_law& law, epsilon count,
                                   double closure);

/// A neighbour is adjacent to a share of the others that varies from neighbour to neighbour: a Beta
/// law with this sum of parameters has its variance within a factor of 2 on users with 8 to 127
/// counted neighbours, hubs first, of wiki-Vote, facebook, Enron, Epinions and Eu-core (1.8 to 7.8
/// there, growing with the list), 1.1 to 1.4 on AstroPh, 1.7 to 2.7 on Brightkite.
inline constexpr double closure_weight = 4.0;

/// Pairs that greedy acceptance leaves out of a list, by bit: expected numbers, each from a normal
/// law for the noisy degree of a neighbour. `closure` as in predict_triangle_error.
struct rejected_pairs {
  double zeros = 0.0, ones = 0.0;
};
rejected_pairs predict_rejected_pairs(double size, const std::array<double, 2>& limits, const bit_law& law,
                                      double closure);

/// The bias of bound_kind::pairs if all members of every list were neighbours of each other,
/// without the noise of bits: limits below 100% then refuse what a mean closure does not show
/// (ca-GrQc, bitmaps at 16 with 94%: -1.1% of the count, where -0.1% is predicted at a closure of a
/// half). In triangles, at most 0. O(beliefs).
double predict_closed_bias(std::span<const size_class> beliefs, const bound_rule& rule, const bit_law& law);

/// The error when pairs are clipped (bound_kind::pairs), whose terms have no caps and no losses:
/// they follow from the beliefs.
error_parts predict_acceptance_error(const error_terms& terms, std::span<const size_class> beliefs,
                                     const bound_rule& rule, const bit_law& law, epsilon count,
                                     double closure);

/// What is known of the user at one rank of the public order.
struct rank_moments {
  double degree = 0.0;          ///< mean of its degree
  double squared_degree = 0.0;  ///< mean of the square
  double two_stars = 0.0;       ///< estimate of s (s - 1), s its number of preceding neighbours
  double size = 0.0;            ///< mean of s
};

/// Sum over pairs j < k of c_jk^2, c_jk = number of users that count the pair, in a random graph
/// with these degrees.
///
/// Definition: pairs + sum_k d_k^2 R_k^2 sum_{j<k} d_j^2 in public order, R_k = sum_{i>k} s_i (s_i
///     - 1) / S_i^2, S_i = sum of the degrees that precede i; the 4-cycle term is thus the
///     configuration model's.
/// Shapes: one entry a user, in public order; read twice.
/// Cost: O(n).
template <ranges::forward_range R>
double predict_squared_sharing(const R& by_rank) {
  const auto weight = [](const rank_moments& m, double before) {  // s_i (s_i - 1) / S_i^2
    return before > 0.0 ? m.two_stars / (before * before) : 0.0;
  };
  double before = 0.0, pairs = 0.0, after = 0.0;
  for (const rank_moments& m : by_rank) {
    pairs += 0.5 * m.two_stars;
    after += weight(m, before);
    before += m.degree;
  }
  double squares_before = 0.0, sharing = 0.0;
  before = 0.0;
  for (const rank_moments& m : by_rank) {
    after -= weight(m, before);
    sharing += m.squared_degree * squares_before * after * after;
    squares_before += m.squared_degree;
    before += m.degree;
  }
  return std::max(0.0, pairs) + sharing;
}

/// The probability that a counted pair is an edge, assumed before anything is known about it.
inline constexpr double assumed_closure = 0.5;

}  // namespace edgeldp
