// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"

namespace edgeldp {

/// Who spent what: the total budget of one user, split into named rounds.
///
/// Source: sequential (adaptive) composition of pure differential privacy; core/doc/privacy.md,
///     "Composition".
/// Promise: the sum of all spent rounds never exceeds the total; all arithmetic is on integers.
class ledger {
 public:
  struct entry {
    std::string round;
    epsilon spent;
    edge_use use;
  };

  /// Errors: invalid_parameter when total is zero.
  explicit ledger(epsilon total);

  /// Records a round.
  /// Errors: invalid_parameter when `share` exceeds what remains, is zero, or the round was already
  ///     spent.
  void spend(std::string_view round, epsilon share, edge_use use = edge_use::one_endpoint);

  epsilon total() const noexcept { return m_total; }
  epsilon remaining() const noexcept;
  std::span<const entry> entries() const noexcept { return m_entries; }

  /// What was spent in that round; zero when it did not take place.
  epsilon spent(std::string_view round) const noexcept;

  /// Privacy loss for one user whose adjacency vector changes in one bit and whose attributes
  /// change at will: the sum over all rounds.
  epsilon spent() const noexcept;

  /// Privacy loss for one bit of one user's adjacency vector: the sum over rounds that use edges.
  epsilon edge_ldp() const noexcept;

  /// Privacy loss for one edge of the graph, known to both endpoints: rounds that use both
  /// endpoints count twice.
  epsilon relationship_dp() const;

 private:
  epsilon m_total;
  std::vector<entry> m_entries;
};

/// Rounds and what they cost, in nats: "degree 0.02, edges 0.6, count 0.38; 1 of 1".
std::ostream& operator<<(std::ostream& out, const ledger& spent);

}  // namespace edgeldp
