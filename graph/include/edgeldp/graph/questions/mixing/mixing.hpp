// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/homophily/mixing.hpp"

/// Who mixes with whom, where the groups are public: edges within and between groups that the
/// caller declares, or classes of released degree. With classes also how degrees go together: the
/// degrees of contacts, assortativity, walks and paths of 3 edges.
/// Derivation: graph/src/questions/mixing/derivation.md.
namespace edgeldp {

/// Shares of the total where classes are of degree: for degrees, and for what classes leave of
/// them; the count by class has what is left. Of 0.2, 0.25, 0.3, 0.4 and 0.5 for degrees the first
/// errs least in the matrix, and in walks as little as the others; of 0.05 and 0.1 for the rest the
/// second errs by a fifth less in walks on ca-GrQc at 1, and by a twentieth more in the matrix on
/// wiki-Vote and facebook_combined.
inline constexpr double mixing_degree_share = 0.2, mixing_rest_share = 0.1;

/// A group of every user, as everybody knows it.
struct public_groups {
  std::vector<std::string> names;
  std::vector<std::uint32_t> of;  ///< one a user; no_group of who is in none
};
inline constexpr std::uint32_t no_group = ~std::uint32_t{0};

struct mixing_options {
  epsilon total = epsilon::from_nats(1.0);
  /// Of all users, public on the caller's word. None: classes of released degree.
  std::optional<public_groups> groups = {};
  /// Of degree, 2 to 64: some may be empty.
  std::size_t classes = 12;
};

/// Budgets of the rounds. Groups that are declared need none but `count`.
struct mixing_plan {
  epsilon degree;
  epsilon count;  ///< of neighbours by group
  epsilon rest;   ///< of what classes leave of degrees
};
mixing_plan plan_mixing(const mixing_options& options);

/// Edges within and between public groups. Where nothing is known of a number, as of a ratio whose
/// denominator is within two standard errors of 0, its standard error is infinite.
///
/// Source: Newman, "Mixing patterns in networks", Phys. Rev. E 67, 026126, 2003, equation 2, for
///     the assortativity.
class group_mixing {
 public:
  /// known: by a channel without noise; steps: by which an entry of its matrix moves, at most.
  group_mixing(mixing_estimate known, double step) : m_known(std::move(known)), m_step(step) {}

  const std::vector<std::string>& names() const noexcept { return m_known.values(); }
  std::size_t size() const noexcept { return names().size(); }
  estimate edges() const;
  estimate within() const;
  estimate between() const;
  /// a = b: edges within the group.
  /// Errors: invalid_parameter for a group that there is not.
  estimate edges_between(std::size_t a, std::size_t b) const;
  estimate fraction_within() const;
  /// (tr e - sum_a e_a^2) / (1 - sum_a e_a^2), e the matrix of ends over their number.
  estimate assortativity() const;
  /// tr e - sum_a e_a^2.
  estimate modularity() const;

 private:
  mixing_estimate m_known;
  double m_step;
};

/// What classes of degree tell of degrees. Degrees are those of whole lists.
struct degree_mixing {
  /// By class: the mean degree of the contacts of its members, over contacts. Infinite errors of
  /// classes that have none for sure.
  std::vector<estimate> contact_degrees;
  /// Sequences of 4 users each of whom knows the next, as the entries of A^3 count them: the sum of
  /// d_u d_v over users u and contacts v. A walk and the same one backwards are two; users may come
  /// twice.
  estimate walks;
  /// Of 4 different users, backwards the same: the sum over edges of (d_u - 1)(d_v - 1), less three
  /// times the triangles. Of these only a bound is known: the estimate is in the middle of what it
  /// leaves.
  estimate paths;
  double triangles_at_most = 0.0;  ///< 97.5% sure
  /// The correlation of degrees over both ends of all edges.
  estimate assortativity;
};

/// What users sent about groups, of those who were asked one after the other.
struct mixing_answers {
  std::vector<std::int64_t> counts;  ///< of neighbours, one a group
  std::vector<std::int64_t> rests;   ///< published, one a user; empty where classes leave nothing
  std::vector<std::int64_t> sums;    ///< of rests of neighbours
};

struct mixing_result {
  mixing_plan plan;
  /// The declared ones, or classes, named by the least and the largest released degree; who
  /// released none is in none.
  public_groups groups;
  group_mixing edges;
  std::optional<released_degrees> degrees;  ///< and what follows, of classes
  std::optional<degree_mixing> by_degree;
  mixing_answers answers;
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Rounds: `count` of neighbours by group, where groups are declared. Otherwise degree, count by
/// class, and count of sums of what classes leave of degrees. Nobody sends a row.
///
/// Users who release no degree are in no class and in no number: walks and paths are then those
/// whose two middle users are in a class. Who is lost later is taken for a random member of its
/// class, with the spread of the others. Numbers that nobody who follows the protocol sends but
/// with probability 1e-9 are taken as the nearest that one might (plausible_counts.hpp).
///
/// Promise: a user spends options.total, or the part of it that it chose (session::chosen), a
///     relationship what both its ends spend, since both answer. Numbers of edges and walks are
///     unbiased, whatever users chose, by their degrees too. The same for every thread count.
/// Cost: O(m + n classes).
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter for groups of
///     other users, more than 64 of them or fewer than 1, or classes out of [2, 64].
mixing_result estimate_mixing(session& s, const mixing_options& options);

}  // namespace edgeldp
