// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "edgeldp/core/base/sparse_array.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/charge.hpp"
#include "edgeldp/core/protocol/roster.hpp"

namespace edgeldp {

/// What users may spend, and what each round has taken from them. It outlives a run: several runs,
/// groups of pairs and counts on one release are paid from one account, and so is what one client
/// allows for itself.
///
/// Source: sequential composition of pure differential privacy, user by user; core/doc/privacy.md,
///     "Composition".
/// Promise: no user's charges add up to more than the ceiling; all arithmetic is on integers.
/// Cost: a charge to everybody O(1); to some users O(their number), and 4 bytes for each user who
///     paid for such a round.
/// Threads: one at a time.
class account {
 public:
  struct entry {
    std::string round;
    edge_use edges;
    charge paid;
    /// In all rounds of one such number the same endpoint of an edge has it in its input; 0: which
    /// one is not known.
    std::uint64_t order = 0;
    friend bool operator==(const entry&, const entry&) = default;
  };

  /// Errors: invalid_parameter when the ceiling is zero.
  account(epsilon ceiling, std::uint64_t users);

  /// Enters a round.
  /// Errors: invalid_parameter, with nothing entered, for a charge of zero, a roster of another
  ///     number of users, or one that a user cannot pay, with what is left.
  void spend(const round_kind& kind, const charge& paid) { spend(kind, std::span(&paid, 1), 0); }

  /// The same at several prices. order: of the users, by which one endpoint of an edge, the later
  /// one, has it in its input; every run of a protocol has orders of its own. 0: none.
  /// Requires: no user in two of the charges.
  void spend(const round_kind& kind, std::span<const charge> paid, std::uint64_t order);

  /// Something was told without noise: what the account says of losses is no longer all. A reason
  /// that was given before is not given again.
  void tell_openly(const std::string& reason);
  /// Why what was paid is not all that was lost; empty where it is.
  std::span<const std::string> flaws() const noexcept { return m_flaws; }

  /// Something was published that is public on somebody's word, which nothing here can check: what
  /// was paid is all that was lost if that holds. What was said before is not said again.
  void declare_public(const std::string& what);
  std::span<const std::string> declared_public() const noexcept { return m_declared; }

  epsilon ceiling() const noexcept { return m_ceiling; }
  std::uint64_t users() const noexcept { return m_users; }
  std::span<const entry> entries() const noexcept { return m_entries; }

  /// What every user of the roster can still pay: the least of them.
  /// Errors: invalid_parameter for a roster of another number of users.
  epsilon remaining(const roster& who) const;

  /// What the user that paid most has spent: its privacy loss when its adjacency vector changes in
  /// one bit and its attributes change at will.
  epsilon spent() const noexcept;
  /// The same for one bit of one user's adjacency vector: over rounds that use edges.
  epsilon edge_ldp() const;
  /// Privacy loss for one edge, known to both endpoints: the largest over pairs of users. Rounds of
  /// one order are all paid by the same endpoint.
  /// Cost: users are taken together that were asked in the same rounds; pairs of these classes are
  ///     visited until no other can lose more.
  epsilon relationship_dp() const;

  /// The rounds that one user paid for, from the entry `first` on. Equal names are one round, of
  /// the larger use of edges. Its relationship_dp() is that of an edge to a user who was asked the
  /// same; for all edges ask the account.
  /// Errors: invalid_parameter for a user that there is not.
  ledger of(vertex_id user, std::size_t first = 0) const;

  /// One of the users that paid most, of whom `of` tells by round.
  /// Cost: O(users) where some were asked alone.
  vertex_id who_paid_most() const;

  /// Entries first .. last - 1 alone: an account of one run of several.
  /// Errors: invalid_parameter for entries that there are not.
  account part(std::size_t first, std::size_t last) const;

 private:
  /// Users who paid for the same rounds, those of entries with a roster of their own; `member[i]`
  /// tells whether of the i-th such entry.
  struct user_class {
    std::vector<bool> member;
    std::uint64_t users = 0;
    std::uint64_t share = 0;  ///< at most what an edge loses by this end, of entries with rosters
  };
  std::vector<user_class> classes() const;
  void require_payable(std::string_view round, const charge& paid) const;
  void enter(entry paid);
  std::uint32_t number_of_sum(std::uint64_t units);
  std::uint64_t cost_of_edge(const user_class& a, const user_class& b) const;

  epsilon m_ceiling;
  std::uint64_t m_users;
  std::vector<entry> m_entries;
  std::vector<std::string> m_flaws, m_declared;
  std::uint64_t m_by_everybody = 0;  // units
  std::uint64_t m_most_by_some = 0;  // units that a user paid beyond that
  // Users are many, and the sums few that they have paid: of each user the number of its sum.
  std::vector<std::uint64_t> m_sums{0};
  std::unordered_map<std::uint64_t, std::uint32_t> m_numbers{{0, 0}};
  sparse_array<std::uint32_t> m_sum_of;
};

}  // namespace edgeldp
