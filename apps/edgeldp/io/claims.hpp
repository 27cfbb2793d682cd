// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "io/report.hpp"
#include "results/costs.hpp"

/// What results say besides their numbers: what is exact, what was spent, what is guaranteed.
/// Outside of the key "exact" nothing depends on true lists but through messages
/// (core/doc/privacy.md, "Records").
namespace edgeldp::cli {

using results::add_guarantee;
using results::budget;
using results::cost_beside;
using results::cost_of;
using results::cost_of_arcs;
using results::cost_with_items;
using results::largest_of;
using results::run_cost;
using results::shares_of_a_run;
using results::spending;

/// Help of the option --no-exact.
inline constexpr const char* no_exact_help =
    "Publishable results: nothing is counted exactly, and the key 'exact' (truth, errors, edges, seconds) "
    "is absent";

/// The key "exact": what only somebody who holds all lists can say. Results of --no-exact,
/// `release` and `vectors encode` do not have it. truth: a number, or null where it does not exist;
/// then there is no error.
record exact_facts(std::uint64_t edges, const record& truth, double rmse);

/// The ends of the 95% interval of the error over very many runs, for normal errors of which so
/// many have this root mean square.
std::array<double, 2> rmse_interval(double rmse, std::uint64_t runs);

/// Seconds and peak memory. The time to encode a row depends on the row, so they belong to exact
/// facts wherever lists are read.
void add_cost(record& facts, double seconds);

/// Bits that rows take for each of a released number of edges; null where that number is not
/// positive.
record bits_per_edge(double row_bytes, double released_edges);

/// Why releases with chunk_rule::true_degree are not private; empty for others.
std::vector<std::string> flaws_of_chunks(bool is_private);

/// The rounds behind a release file, for the users who paid most for them.
ledger spent_on(const release_parameters& p);

}  // namespace edgeldp::cli
