// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"

/// Communities: groups of users who know each other more often than chance has it. They are found
/// from noisy counts of contacts by group, published, and then measured by a round of their own.
/// Nobody sends a row.
/// Derivation: graph/src/questions/communities/derivation.md.
namespace edgeldp {

/// Shares of the total: for degrees, and for measuring the groups that were found.
inline constexpr double community_degree_share = 0.05, community_measure_share = 0.05;

struct communities_options {
  epsilon total = epsilon::from_nats(1.0);
  std::size_t most = 12;  ///< groups that are looked for, 2 to 64; fewer may be found
};

/// Budgets of the rounds.
struct communities_plan {
  epsilon degree;
  epsilon sketch;      ///< of contacts in groups that a public coin makes
  epsilon refinement;  ///< of each count of contacts in the groups found so far
  epsilon measure;     ///< of the same in the groups that stand
  unsigned refinements = 0;
};
/// Errors: invalid_parameter for groups out of [2, 64].
communities_plan plan_communities(const communities_options& options);
/// The same where degrees are known: no round asks for them, and the others share all of the total.
communities_plan plan_communities_by_known_degrees(const communities_options& options);

/// How many contacts more than by chance a person has to have in its own group for groups to be
/// seen at all: below this the counts by random groups tell noise alone.
/// Source: the singular values of a sum of a low rank and noise, Benaych-Georges and Nadakuditi, J.
///     Multivariate Analysis 111, 2012, section 3.1.
double least_excess(const communities_plan& plan, std::uint64_t users);

/// Groups, and what they are worth.
struct found_communities {
  communities_plan plan;
  /// Named 1, 2, ... from the largest on; who released no degree is in none.
  public_groups groups;
  group_mixing edges;  ///< of these groups, by a round that was asked when they stood
  /// Share of edges within groups, less what it would be if ends met at random; on the users'
  /// graph, not on what was seen of it.
  estimate modularity;
  /// What the same steps find in random graphs with these degrees, where there are no groups: of 20
  /// of them 19 have a modularity below this.
  double by_chance = 0.0;

  /// Whether the interval of the modularity lies above 0 and above what chance gives. On a random
  /// graph without groups this is so in at most 5 of 100 runs. Users may be in a wrong group even
  /// so.
  bool are_found() const;
};

struct communities_result : found_communities {
  released_degrees degrees;
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Rounds: degree; count by 64 groups of a public coin, whose singular vectors give first groups by
/// k-means; two or three counts by the groups found so far, after each of which everybody is put
/// where all counts fit best; groups are merged as long as the noisy modularity rises; and a count
/// that measures what stands.
///
/// Source: group rounds instead of rows are ours; the likelihood is that of the degree-corrected
///     block model (Karrer and Newman, Phys. Rev. E 83, 016107, 2011), modularity that of Newman
///     and Girvan, Phys. Rev. E 69, 026113, 2004.
/// Promise: a user spends options.total, a relationship twice that, since both ends answer. The
///     estimates of edges and modularity are of the groups as published, whatever these are worth.
///     The same for every thread count.
/// Cost: O(m + n most^2) a round, seven times over, since six random graphs are searched too; in
///     the collector 16 (64 + most) bytes a user.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter as
///     plan_communities.
communities_result find_communities(session& s, const communities_options& options);

}  // namespace edgeldp
