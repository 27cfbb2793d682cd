// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// Who is central in the network, by walks: how many walks of each length begin at a user. A walk
/// of length 1 goes to a contact, one of length 2 on to a contact of that, and so on, back and
/// forth as it comes. Katz's centrality is the sum of them all, where each further step counts
/// less; the eigenvector is what remains of the longest.
/// Derivation: graph/src/questions/centrality/derivation.md.
namespace edgeldp {

/// Share of the total for degrees; chosen on facebook_combined and wiki-Vote.
inline constexpr double centrality_degree_share = 0.3;

struct centrality_options {
  epsilon total = epsilon::from_nats(1.0);
  unsigned steps = 3;  ///< the longest walks that are counted: 2 to 8; a round each
  /// Of Katz: the walks of one step more weigh this much in all, compared with those before; (0,
  /// 1).
  double damping = 0.85;
  double top = 0.01;  ///< the share of users whom a ranking is to find; (0, 1]
};

/// Budgets of the rounds.
struct centrality_plan {
  epsilon degree;
  epsilon sums;  ///< of each round of sums
};
/// Errors: invalid_parameter for options out of their intervals.
centrality_plan plan_centrality(const centrality_options& options);

/// Scores of all users, and what their order is good for.
struct ranking {
  std::vector<double> scores;   ///< one a user, the higher the more central; 0 of who is absent
  double standard_error = 0.0;  ///< of one user's score, by noise and by what was cut: a root mean square
  std::uint64_t top = 0;        ///< as many users are wanted: at least 10, or all
  /// Which share of those who truly have the highest scores is among those with the highest scores
  /// here. Predicted from public numbers; its bound has the shares of walks that were cut.
  estimate recall;
};

struct centrality_result {
  centrality_plan plan;
  double growth = 0.0;  ///< walks of the longest length over those of one step less
  double factor = 0.0;  ///< what each step of a walk counts in Katz: damping / growth
  ranking katz;         ///< sum of factor^i times walks of i steps; the longest stand for those beyond
  ranking eigenvector;  ///< walks of the longest length
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Walks from every user: round degree, then count, as often as there are further steps. The
/// collector publishes the number of walks from every user, and users answer the sum over their
/// contacts. Nobody sends a row.
///
/// Definition: w_1 the released degree; w_{t+1}(u) = sum of w_t over the contacts of u, the largest
///     w_t cut so that a twentieth of all walks is lost. Katz: sum over i < steps of factor^i w_i,
///     + factor^steps w_steps / (1 - damping).
///
/// Users who do not answer a round are absent from then on, and count as 0 for their contacts.
/// Source: Katz 1953 and Bonacich 1972 (the centralities); that a few private rounds give their
///     order: Betzer, Brown, Vora, UAI 2024.
/// Promise: a user spends options.total, a relationship twice that, since both ends answer. The
///     same for every thread count.
/// Accuracy: `recall` is of the walks that are counted. What longer walks would change it does not
///     know: ca-AstroPh has users whom only long walks show. Over arcs the share that is cut is
///     reckoned by out-degrees; where few are named by many it is larger, and recall lower.
/// Cost: O(m) a round.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter as
///     plan_centrality.
centrality_result estimate_centrality(session& s, const centrality_options& options);

/// The users with the highest scores, in decreasing order; of equal ones the lower number first.
std::vector<vertex_id> highest(std::span<const double> scores, std::uint64_t many);
/// Which share of the highest of the one is among the highest of the other.
double recall_of(std::span<const double> truth, std::span<const double> found, std::uint64_t many);

}  // namespace edgeldp
