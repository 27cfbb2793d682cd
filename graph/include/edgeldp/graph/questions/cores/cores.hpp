// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"

/// Core numbers: how deep in the network a user sits. The k-core is the largest set of users each
/// of whom knows at least k others of the set; the core number of a user is the largest k whose
/// k-core it belongs to; the largest of all is the degeneracy. And the set of users who know each
/// other best: the densest subgraph, the set with the most edges a member.
/// Derivation: graph/src/questions/cores/derivation.md.
namespace edgeldp {

/// Shares of the total, for degrees and for the measuring of sets; others are in tuning.hpp.
inline constexpr double core_degree_share = 0.1, core_density_share = 0.05;

struct core_options {
  epsilon total = epsilon::from_nats(1.0);
  /// Of the h-index, behind that of degrees: 1 to 8. None: planned from released degrees, 2 to 4.
  std::optional<unsigned> rounds = {};
};

/// Budgets of the rounds.
struct core_plan {
  epsilon degree;
  std::vector<epsilon> steps;  ///< one a round of the h-index
  epsilon density;             ///< of the round that measures sets
};
/// Shares of the total, for so many rounds of the h-index.
/// Errors: invalid_parameter for a number of rounds out of [1, 8].
core_plan plan_cores(epsilon total, unsigned rounds);
/// How many rounds: more where contacts have high degrees, for the budget.
unsigned plan_core_rounds(epsilon total, const released_degrees& released);

/// How many users belong to the k-core.
struct core_size {
  std::uint64_t k = 0;
  double users = 0.0;    ///< of whom the last round says so, as expected of what it released
  double at_most = 0.0;  ///< 97.5% sure; nothing bounds it from below
};

/// A set of users who know each other well, chosen by what was released before it was measured.
struct dense_set {
  std::vector<vertex_id> members;  ///< in increasing order
  estimate density;                ///< edges among them over their number
};

struct core_result {
  core_plan plan;
  /// What users sent, round after round: degrees, then h-indices of their contacts' numbers of the
  /// round before, each with that round's noise and unbiased for its h-index.
  std::vector<released_degrees> sent;
  /// The median of what may be behind each number of the last round, given all of them: less error
  /// for a bias towards what is common. One a user; 0 of users who are absent.
  std::vector<double> cores;
  /// Of a user's number, predicted, a root mean square over all: what the noise of the last round
  /// leaves unknown, and twice how far that round moved numbers, for what rounds left out.
  double error_of_a_user = 0.0;
  double unfinished = 0.0;       ///< how much further rounds would lower the mean of all, as predicted
  std::vector<core_size> sizes;  ///< for k = 1, 2, 3, 5, 10, 20, 30, 50, ... as far as there may be any
  /// The densest subgraph has at least the lower end of its density's interval, and at most the
  /// degeneracy.
  dense_set dense;
  /// The middle between what is proved from below (the density of a set) and from above (the size
  /// of cores), both 97.5% sure: its interval reaches from the one to the other.
  estimate degeneracy;
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Core numbers of all users, by their h-index again and again: rounds degree, then count, as often
/// as planned, then count once more, in which sets of users are measured that the last numbers
/// suggest. Nobody sends a row; users read n numbers a round.
///
/// Definition: x_0 = max(0, released degree), x_t(u) = max(0, h-index of the x_{t-1} of u's
///     contacts + noise). Without noise x_t falls to the core numbers: three rounds leave 2%
///     (wiki-Vote) to 5% (facebook_combined) of the mean.
///
/// Users who do not answer a round are absent from then on, and count as 0 for their contacts: core
/// numbers are of the graph of who is present. Numbers that nobody who follows the protocol sends
/// but with probability 1e-9 are taken as the nearest that one might (plausible_counts.hpp).
///
/// Source: the iteration is that of Lue, Zhou, Zhang and Stanley (2016); that its steps have
///     sensitivity 1 is ours (core/doc/privacy.md, "Public values").
/// Promise: a user spends options.total, or the part of it that it chose (session::chosen), a
///     relationship what both its ends spend, since both answer. Numbers are unbiased for the
///     h-index of their round, and intervals hold, whatever users chose, by their degrees too. The
///     same for every thread count.
/// Cost: O(m) a round, and for the bounds O(D log n) terms of a binomial law, D the degeneracy.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter as plan_cores.
core_result estimate_cores(session& s, const core_options& options);

}  // namespace edgeldp
