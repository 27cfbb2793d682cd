// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"

/// Who names whom, where an arc is in the list of the user whom it leaves: arcs within and between
/// public groups, arcs into each group, walks along arcs.
/// Derivation: graph/src/questions/mixing/derivation.md#arcs.
namespace edgeldp {

/// Numbers of arcs from group to group, each with noise of its own: nobody but its tail knows an
/// arc. A standard error is infinite where nothing is known: of a group all of whose users were
/// lost, of a ratio whose denominator is within two standard errors of 0.
class arc_matrix {
 public:
  /// Row after row, the groups and last the users who are in none: sums and their variances.
  /// members: of each group. step: by which a number moves, at most.
  arc_matrix(std::vector<std::string> names, std::vector<double> sums, std::vector<double> variances,
             std::vector<double> members, double step);

  const std::vector<std::string>& names() const noexcept { return m_names; }
  std::size_t size() const noexcept { return m_names.size(); }

  /// Both ends of which are in groups.
  estimate arcs() const;
  estimate within() const;
  estimate between() const;
  /// Errors: invalid_parameter for a group that there is not.
  estimate arcs_between(std::size_t from, std::size_t to) const;
  /// Of the users of a group, whoever names them: the mean number of arcs that enter one. Nothing
  /// is known of a group without users.
  /// Errors: as arcs_between.
  estimate in_degree(std::size_t group) const;
  estimate fraction_within() const;
  /// (tr e - sum_a r_a c_a) / (1 - sum_a r_a c_a), e the shares of arcs, r its row and c its column
  /// sums.
  estimate assortativity() const;

 private:
  struct number {
    double value = 0.0, variance = 0.0;
  };
  double sum(std::size_t from, std::size_t to) const { return m_sums[from * size() + to]; }
  double variance(std::size_t from, std::size_t to) const { return m_variances[from * size() + to]; }
  void require_group(std::size_t group) const;
  estimate of(const number& n) const;
  /// Of all entries that keep(from, to) takes.
  template <class F>
  number total(F&& keep) const;
  double assortativity_of(const std::vector<double>& sums) const;

  std::vector<std::string> m_names;
  std::vector<double> m_sums, m_variances, m_members;
  double m_step;
};

struct arc_mixing_result {
  mixing_plan plan;
  /// As of mixing_result; classes are of released out-degree.
  public_groups groups;
  arc_matrix matrix;
  /// All arcs, by out-degrees and by counts of classes, in the proportion that errs least; of
  /// groups that are declared: those between their users.
  estimate arcs;
  /// Of classes. Walks of two arcs, one after the other: the sum over users of in-degree times
  /// out-degree.
  std::optional<estimate> walks;
  std::optional<released_degrees> out_degrees;  ///< of classes
  mixing_answers answers;
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Rounds: as estimate_mixing, over lists of outgoing neighbours. Nobody sends a row.
///
/// Users who release no out-degree are in no class and in no number. Who is lost later is taken for
/// a random member of its class, with the spread of the others.
///
/// Requires: nobody chose to spend less (session::chosen): errors are worked out for one law.
/// Promise: a user spends options.total, and so does an arc, which is in one list alone; a pair of
///     users with arcs both ways loses twice that. Numbers of arcs, in-degrees of groups and walks
///     are unbiased. The same for every thread count.
/// Accuracy: the noise of an out-degree enters walks as often as its user is named, which nobody
///     released: in-degrees are taken to be as uneven as out-degrees (the derivation says by how
///     much that errs).
/// Cost: O(m + n classes).
/// Errors: as estimate_mixing.
arc_mixing_result estimate_arc_mixing(session& s, const mixing_options& options);

}  // namespace edgeldp
