// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "io/report.hpp"

/// What results say besides their numbers: what is exact, what was spent, what is guaranteed.
/// Outside of the key "exact" nothing depends on true lists but through messages
/// (core/doc/privacy.md, "Records").
namespace edgeldp::cli {

/// Help of the option --no-exact.
inline constexpr const char* no_exact_help =
    "Publishable results: nothing is counted exactly, and the key 'exact' (truth, errors, edges, seconds) "
    "is absent";

/// A budget as it was typed: the shortest decimal less than so many units (of 2^-32 nat) from it.
/// Shares are rounded down to a unit each, so a sum of them is that much below what was typed.
double budget(epsilon spent, std::uint64_t shares = 1);
/// How many shares the loss of a relationship in one run sums at most.
inline constexpr std::uint64_t shares_of_a_run = 8;

/// The key "exact": what only somebody who holds all lists can say. Results of --no-exact,
/// `release` and `vectors encode` do not have it. truth: a number, or null where it does not exist;
/// then there is no error.
record exact_facts(std::uint64_t edges, const record& truth, double rmse);

/// Seconds and peak memory. The time to encode a row depends on the row, so they belong to exact
/// facts wherever lists are read.
void add_cost(record& facts, double seconds);

/// Bits that rows take for each of a released number of edges; null where that number is not
/// positive.
record bits_per_edge(double row_bytes, double released_edges);

/// The keys private, not_private_because (where it is false) and simulated. flaws: the reasons; may
/// be empty.
void add_guarantee(record& r, bool simulated, const std::vector<std::string>& flaws);

/// Why releases with chunk_rule::true_degree are not private; empty for others.
std::vector<std::string> flaws_of_chunks(bool is_private);

/// The rounds behind a release file, for the users who paid most for them.
ledger spent_on(const release_parameters& p);

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

}  // namespace edgeldp::cli
