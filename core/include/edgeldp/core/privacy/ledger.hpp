// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/paid_sum.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"

namespace edgeldp {

/// Who spent what: the total budget of one user, split into named rounds.
///
/// Source: sequential (adaptive) composition of pure differential privacy; core/doc/privacy.md,
///     "Composition".
/// Promise: what any bit lost never exceeds the total; all arithmetic is on integers.
class ledger {
 public:
  struct entry {
    std::string round;
    epsilon spent;
    edge_use use;
    endpoint answers = endpoint::unknown;  ///< of a round of one endpoint, in the order of that number
    std::uint64_t order = 0;
  };

  /// Errors: invalid_parameter when total is zero.
  explicit ledger(epsilon total);

  /// Records a round.
  /// Errors: invalid_parameter when `share` exceeds what remains, is zero, or the round was already
  ///     spent.
  void spend(std::string_view round, epsilon share, edge_use use = edge_use::one_endpoint) {
    spend({std::string(round), share, use});
  }
  /// The same of half a list: what is said of either half is paid apart (account::spend).
  /// Errors: also those of paid_sum::add.
  void spend(entry paid);

  epsilon total() const noexcept { return m_total; }
  epsilon remaining() const;
  std::span<const entry> entries() const noexcept { return m_entries; }

  /// What was spent in rounds of that name; zero when there were none.
  epsilon spent(std::string_view round) const;

  /// Privacy loss for one user whose adjacency vector changes in one bit and whose attributes
  /// change at will: the sum over all rounds, of those of half a list the larger half.
  epsilon spent() const;

  /// Privacy loss for one bit of one user's adjacency vector: the same over rounds that use edges.
  epsilon edge_ldp() const;

  /// Privacy loss for one edge of the graph, known to both endpoints: rounds that use both
  /// endpoints count twice, and both halves: the other endpoint pays for the one as this user does.
  epsilon relationship_dp() const;

 private:
  paid_sum sum(bool with_attributes) const;

  epsilon m_total;
  std::vector<entry> m_entries;
};

/// Rounds and what they cost, in nats: "degree 0.02, edges 0.6, count 0.38; 1 of 1".
std::ostream& operator<<(std::ostream& out, const ledger& spent);

}  // namespace edgeldp
