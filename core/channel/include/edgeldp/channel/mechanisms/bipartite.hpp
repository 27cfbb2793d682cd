// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// Bipartite randomized response: the m outputs of highest utility get probability exp(e) / (m
/// exp(e) + M - m), the other M - m outputs 1 / (m exp(e) + M - m).
/// Source: [Zhang 2025], equation 6 and Algorithms 1 to 3.
///
/// Privacy: an e-private channel whenever m is the same for every truth, whatever the sets of high
///     outputs are (core/doc/privacy.md, "Utility channels"). The utility must therefore be public,
///     since m follows from it. Algorithm 1, an m for each truth, is not private, as the paper
///     says; it is not offered.
///
/// A utility is outputs x inputs, any finite numbers; a constant added to a column changes nothing.
/// Losses are utilities with their sign changed.
namespace edgeldp {

/// Every truth's outputs by falling utility, equal utilities by index: everybody ranks alike.
/// Cost: O(M log M) a truth; 12 bytes an entry.
class utility_ranking {
 public:
  /// Errors: invalid_parameter for an empty matrix, more than 2^26 entries or one that is not
  ///     finite.
  explicit utility_ranking(const Eigen::MatrixXd& utility);

  std::size_t input_count() const noexcept { return static_cast<std::size_t>(m_sorted.cols()); }
  std::size_t output_count() const noexcept { return static_cast<std::size_t>(m_sorted.rows()); }

  /// outputs x inputs: every column falls.
  const Eigen::MatrixXd& sorted() const noexcept { return m_sorted; }
  /// The output at a rank, from 0. Requires rank < output_count(), input < input_count().
  std::size_t output(std::size_t rank, std::size_t input) const noexcept {
    return m_order[input * output_count() + rank];
  }

 private:
  Eigen::MatrixXd m_sorted;
  std::vector<std::uint32_t> m_order;
};

/// Algorithm 1's search for one falling list of utilities: raise the i-th weight from 1 to exp(e)
/// as long as that raises the mean, which is when lambda_i exceeds the present mean (equation 7).
///
/// Promise: the least m of highest mean among all 1..M, and of all weights in [1, exp(e)] these m
///     give the highest mean (core/doc/privacy.md).
std::size_t best_high_count(epsilon budget, const Eigen::VectorXd& falling);

/// BRR's m, Algorithm 2: the least best_high_count of all truths. The largest m up to which no
/// truth's expected utility falls.
std::size_t brr_high_count(epsilon budget, const utility_ranking& utility);

/// BRR*'s m, Algorithm 3 with the prior of equation 12: best_high_count of the mean utilities by
/// rank. Among channels of equation 6 with one m, this one has the highest expected utility under
/// `prior`, a public law of the truths; an empty one stands for the uniform law. Equation 14 as
/// printed drops the prior and equation 15 takes it out of the sum that it belongs to.
/// Errors: invalid_parameter for a prior of another size, a negative entry, or a sum more than 1e-9
///     from 1.
std::size_t brr_star_high_count(epsilon budget, const utility_ranking& utility,
                                const Eigen::VectorXd& prior = {});

/// Equation 6 for a public m.
/// Errors: invalid_parameter unless 1 <= m <= M, or for labels that do not fit.
channel bipartite_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                          const utility_ranking& utility, std::size_t high_count);

/// BRR and BRR*.
channel brr_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                    const Eigen::MatrixXd& utility);
channel brr_star_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                         const Eigen::MatrixXd& utility, const Eigen::VectorXd& prior = {});

/// -|x - y| on 1..n: the numbers of section IV D.
Eigen::MatrixXd line_utility(std::size_t n);

/// brr_high_count of line_utility(n), in O(1): the smaller of what an end and the middle choose.
///
/// The end's is the printed m_1, floor of the root of equation 8. The middle's is the largest ODD
/// number below the root of equations 9 and 10; printed is "if i is even, then i + 1", which is
/// above the root. The paper's conclusion that the end decides for e >= 1 holds for three quarters
/// of the n only: the middle decides wherever the end's m is even and the middle's root below it
/// plus one. Roots are never integers, since exp(e) is transcendental (core/doc/privacy.md proves
/// all of it).
/// Errors: invalid_parameter unless 1 <= n <= 2^26 (squares are exact in doubles).
std::uint64_t brr_high_count_on_line(epsilon budget, std::uint64_t n);

}  // namespace edgeldp
