// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// Effort levels of the ppr encoder, from fast (1) to small (9): a budget of bit tests an edge,
/// spent on long chunks. An average chunk of lambda entries costs about 1.25 exp(lambda (exp(e0) -
/// 1)) tests an entry (fitted to 2.7, 13, 120, 1100 tests at lambda 2, 8, 16, 24, e0 = 0.25), and
/// about 2.4 + 0.05 lambda bits in all, so longer chunks mean fewer bits.
inline constexpr unsigned smallest_level = 1, largest_level = 9, default_level = 5;

/// Bit tests an edge that a level may spend.
/// Errors: invalid_parameter outside 1 .. 9.
double test_budget(unsigned level);

/// The largest mechanism loss e0 of ppr rows: an entry alone costs exp(e0) = 2^14 candidates.
inline constexpr double largest_mechanism_loss = 14.0 * 0.6931471805599453;

/// Candidates that a row of up to 1000 entries costs at most, but with probability 2e-6 (1e-5 from
/// e0 = 8.3 on, where two entries in a chunk exceed it) over the noise on its size and the places
/// of its entries: 2^24, some seconds of a processor, beside one a chunk.
inline constexpr double row_candidate_limit = 0x1.0p24;

/// Entries a chunk, lambda, at a level and a mechanism loss e0 in nats: the level's test budget,
/// but no more than keeps chunks of more than ln(row_candidate_limit / 2) / e0 entries to one in 5
/// 10^9 entries, and at least 2^-30. A level spends more than its budget where exp(e0) alone does:
/// chunks of one position are the end.
///
/// Derivation: C(alpha) exp(e0 j) bounds the expected candidates of a chunk of j entries, C = 1.5
///     at alpha 2 (core/src/codec/ppr/effort_derivation.md); entries fall into chunks at random, so
///     a chunk of mean load lambda costs exp(lambda (exp(e0) - 1)) of these, and holds j + 1 given
///     entries with probability lambda^j / (j + 1)! an entry.
double entries_per_chunk(unsigned level, double mechanism_loss);

/// Expected candidates of a row of d entries in so many chunks of s positions among L, but for the
/// factor C(alpha): the number of chunks times the less of (1 + (exp(e0) - 1) s / L)^d and (1 +
/// (exp(e0) - 1) d / L)^s. It bounds every row whose positions are spread by the public
/// permutation, since drawing without replacement is smaller in convex order than with it.
double expected_candidates(double entries, std::uint64_t length, std::uint64_t chunks, double mechanism_loss);

/// The same an entry, in long rows whose size is known: exp(lambda (exp(e0) - 1)) / lambda.
double candidates_per_entry(double entries_per_chunk, double mechanism_loss);

/// Noise takes more than the slack of chunk_floor_for from a released number with this probability.
inline constexpr double hidden_probability = 5e-7;

/// A lower bound on the chunks of a row whose number of entries is known with noise: rate (released
/// + slack), the rate in units of 2^-32; see release_parameters::chunk_floor_rate.
struct chunk_floor {
  std::uint64_t rate = 0, slack = 0;
};

/// The floor that bounds a row's work however long it is and whatever noise at `budget` hides of
/// it, but with hidden_probability: slack = ln(1 / (2 hidden_probability)) / budget entries.
///
/// Derivation: with E = exp(e0) - 1 and m chunks a row of d entries costs m (1 + E / m)^d
///     candidates. Noise hides x entries with probability about exp(-budget x) / 2; up to x =
///     slack, d <= released + slack. At the rate m ln(1 + E / m) / G, which rises with m, the work
///     stays below m exp(G). Planned chunks, one every lambda entries, do better from m* = slack E
///     / (G - lambda E) chunks on, so that the rate at m* serves all: few chunks where noise and e0
///     are small. G leaves half of row_candidate_limit to all m* chunks, so the limit holds for
///     every row; expected work stays far below it, since G is about budget slack = 13.8: what the
///     exponential adds the noise's law takes (unit and property tests). Behind a degree every part
///     of it may be the row's, without any noise: half of G.
/// Cost: about E / budget chunks for short rows: none beyond the first at epsilon up to 1
///     (wiki-Vote, ca-GrQc), a fifth more chunks at 2 and 4 on wiki-Vote.
chunk_floor chunk_floor_for(double mechanism_loss, double entries_per_chunk, epsilon budget,
                            released_number number = released_number::size);

/// Chunks per expected entry in units of 2^-32, as release_parameters::chunk_rate wants it.
std::uint64_t chunk_rate_for(double entries_per_chunk);

}  // namespace edgeldp
