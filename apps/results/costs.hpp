// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "results/record.hpp"

/// What results say was spent, and what is guaranteed.
namespace edgeldp::results {

/// A budget as it was typed: the shortest decimal less than so many units (of 2^-32 nat) from it.
/// Shares are rounded down to a unit each, so a sum of them is that much below what was typed.
double budget(epsilon spent, std::uint64_t shares = 1);
/// How many shares the loss of a relationship in one run sums at most.
inline constexpr std::uint64_t shares_of_a_run = 8;

/// The keys private, not_private_because (where it is false) and simulated. flaws: the reasons; may
/// be empty.
void add_guarantee(record& r, bool simulated, const std::vector<std::string>& flaws);

/// {"whole", "half", "quarter"}: how many chose to spend which part.
record counts_of(const part_counts& chosen);

/// What the user, and the edge, that lose most have lost.
struct run_cost {
  epsilon total;  ///< that a user allows
  epsilon spent, edge_ldp, relationship_dp;
};
run_cost cost_of(const account& paid);
/// Of one user, whom all others are like.
run_cost cost_of(const ledger& paid);
/// Where the other end of an edge is an item, which loses nothing.
run_cost cost_with_items(const account& paid);
/// Of directed graphs: the relationship is a pair of users with arcs both ways, each of which one
/// of them alone has in its list.
run_cost cost_of_arcs(const account& paid);
/// Of a run on what everybody had paid for alike, within that total.
run_cost cost_beside(const run_cost& before, const run_cost& of_a_run);

/// The larger ones of two.
run_cost largest_of(const run_cost& a, const run_cost& b);

/// What a user has spent in the worst case, summed over runs, budgets, groups of pairs and calls.
class spending {
 public:
  spending() = default;
  /// Sums of so many terms that were made elsewhere, in units of epsilon.
  spending(std::uint64_t total, std::uint64_t edge_ldp, std::uint64_t relationship_dp, std::uint64_t terms)
      : m_total(total), m_edge(edge_ldp), m_relationship(relationship_dp), m_terms(terms) {}

  void add(const run_cost& of_a_run) noexcept;
  void add(const spending& other) noexcept;

  /// {"epsilon" (attributes included), "edge_ldp", "relationship_dp"}, in nats.
  record fields() const;

 private:
  std::uint64_t m_total = 0, m_edge = 0, m_relationship = 0;  // units
  std::uint64_t m_terms = 0;
};

}  // namespace edgeldp::results
