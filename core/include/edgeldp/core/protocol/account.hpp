// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/sparse_array.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/privacy/paid_sum.hpp"
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
    endpoint answers = endpoint::unknown;  ///< of a round of one endpoint
    /// Of the users, in which one endpoint is the later; 0 where it is not known which.
    std::uint64_t order = 0;
    /// Where the earlier endpoint pays for each bit by whom it is about: the later users and what a
    /// bit about them costs; `paid` is then the largest of these, of everybody. Else empty.
    std::vector<charge> about{};
    friend bool operator==(const entry&, const entry&) = default;
  };

  /// Errors: invalid_parameter when the ceiling is zero.
  account(epsilon ceiling, std::uint64_t users);

  /// Enters a round.
  /// Errors: invalid_parameter, with nothing entered, for a charge of zero, a roster of another
  ///     number of users, or one that a user cannot pay, with what is left.
  void spend(const round_kind& kind, const charge& paid) {
    spend(kind, std::span(&paid, 1), endpoint::unknown, 0);
  }

  /// The same at several prices. answers: the endpoint that has an edge in its input, in this order
  /// of the users; every run of a protocol has orders of its own. What a user says of its preceding
  /// neighbours and what it says of its later ones are of different bits: of the two sums in one
  /// order the larger counts.
  /// Errors: also invalid_parameter for an endpoint without an order or the reverse.
  /// Requires: no user in two of the charges.
  void spend(const round_kind& kind, std::span<const charge> paid, endpoint answers, std::uint64_t order);

  /// The same where the earlier endpoint answers, and a bit costs by whom it is about: `about`
  /// names the later users, `paid` who is asked and its dearest bit, which a user pays for; an edge
  /// costs the price of its later end.
  /// Errors: also invalid_parameter for a charge that asks more than its dearest bit.
  void spend_about(const round_kind& kind, const charge& paid, std::span<const charge> about,
                   std::uint64_t order);

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

  /// What every user of the roster can still pay, for a round of its whole list or of the half that
  /// this endpoint answers for: the least of them.
  /// Errors: invalid_parameter for a roster of another number of users.
  epsilon remaining(const roster& who, endpoint answers = endpoint::unknown, std::uint64_t order = 0) const;

  /// What the user that paid most has spent: its privacy loss when its adjacency vector changes in
  /// one bit and its attributes change at will.
  epsilon spent() const noexcept;
  /// The same for one bit of one user's adjacency vector: over rounds that use edges.
  epsilon edge_ldp() const;
  /// Privacy loss for one edge, known to both endpoints: the largest over pairs of users. In one
  /// order the one pays as the later endpoint and the other as the earlier one, whichever is which.
  /// Cost: users are taken together that were asked in the same rounds; pairs of these classes are
  ///     visited until no other can lose more.
  epsilon relationship_dp() const;

  /// The rounds that one user paid for, from the entry `first` on. Equal names of the same half in
  /// the same order are one round, of the larger use of edges. Its relationship_dp() is that of an
  /// edge to a user who was asked the same; for all edges ask the account.
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
  void require_payable(const entry& wanted) const;
  void enter(entry paid);
  std::uint32_t number_of_sum(const paid_sum& sum);
  std::uint64_t cost_of_edge(const user_class& a, const user_class& b) const;

  epsilon m_ceiling;
  std::uint64_t m_users;
  std::vector<entry> m_entries;
  std::vector<std::string> m_flaws, m_declared;
  paid_sum m_by_everybody;
  // Users are many, and the sums few that they have paid beyond that: of each user the number of
  // its sum.
  std::vector<paid_sum> m_sums{{}};
  std::map<paid_sum, std::uint32_t> m_numbers{{{}, 0}};
  sparse_array<std::uint32_t> m_sum_of;
};

}  // namespace edgeldp
