// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/budget/epsilon.hpp"

namespace edgeldp {

/// Effort levels of the ppr encoder, from fast (1) to small (9): a budget of bit tests an edge, spent on long
/// chunks. An average chunk of lambda entries costs about 1.25 exp(lambda (exp(e0) - 1)) tests an entry
/// (fitted to 2.7, 13, 120, 1100 tests at lambda 2, 8, 16, 24, e0 = 0.25), and about 2.4 + 0.05 lambda bits
/// in all, so longer chunks mean fewer bits.
inline constexpr unsigned smallest_level = 1, largest_level = 9, default_level = 5;

/// Bit tests an edge that a level may spend. Errors: invalid_parameter outside 1 .. 9.
double test_budget(unsigned level);

/// Entries a chunk, lambda, at a level and a mechanism loss e0 in nats; at least 1/4.
double entries_per_chunk(unsigned level, double mechanism_loss);

/// Entries at which one chunk's work reaches 2^20 candidates: exp(e0 d) = 2^20. The expected work of a row
/// whose released size hides d entries grows like exp(e0 d / m), so m is also kept at (released size + slack)
/// / this.
double largest_chunk(double mechanism_loss);

/// What Laplace noise at this budget hides with probability 0.005: ln(100) / budget, rounded up.
std::uint64_t size_slack_for(epsilon budget);

/// A lower bound on the chunks of a row whose number of entries is known with noise: rate (released + slack),
/// the rate in units of 2^-32; see release_parameters::chunk_floor_rate.
struct chunk_floor {
  std::uint64_t rate = 0, slack = 0;
};

/// The floor that keeps encoding cheap however wrong a released size is: at least 2 (exp(e0) - 1) / budget
/// chunks.
///
/// Derivation: a row of d entries in m chunks costs about exp(d (exp(e0) - 1) / m) tests an entry
///             (entries_per_chunk). Noise at this budget takes x entries away from the released size with
///             probability proportional to exp(-x budget), so with m chunks left the expected work is a sum
///             of exp(x ((exp(e0) - 1) / m - budget)): without end unless m > (exp(e0) - 1) / budget. At
///             twice that, the expected work of a row of any size stays below 1.2 times the level's
///             test_budget (tests/unit/core/effort_test.cpp).
/// Cost:       chunks that only short rows pay: 5 at e0 = 0.225, budget 0.1. The slope of the bound is at
///             most a seventh of any level's planned chunks.
chunk_floor chunk_floor_for(double mechanism_loss, epsilon size_budget);

/// Chunks per expected entry in units of 2^-32, as release_parameters::chunk_rate wants it.
std::uint64_t chunk_rate_for(double entries_per_chunk);

}  // namespace edgeldp
