// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/value_counts.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// Statistics of sparse k-ary vectors from a release: frequencies of items and of values,
/// histograms, means, common items. Post-processing: nothing is spent. All but the mean are
/// unbiased; standard errors are predicted from the release alone.
/// Derivations: graph/src/questions/vectors/derivation.md.
/// Source: of the mechanism [Hillebrand 2026], sections 3 to 5; of the debiasing Warner 1965;
///     [Kairouz 2016].
namespace edgeldp {

/// Noisy values of all users, counted item by item. Every row is decoded once, in parallel; the
/// same for every thread count.
/// Memory: 8 k bytes an item, and as much again a thread (k = 2: 4 bytes an item a thread).
value_counts count_noisy_values(const vector_release& published);

/// Noisy offsets of one user, counted over all items: one number an offset.
std::vector<std::uint64_t> count_noisy_offsets(const vector_release& published, vertex_id u);

/// How many of `trials` independent noisy bits stand for a true 1, when `ones` of them are 1.
/// Definition: (ones - trials p0) / (p1 - p0); variance c p1 (1 - p1) + (trials - c) p0 (1 - p0),
///     over (p1 - p0)^2, with the estimate for c, which leaves it unbiased.
estimate estimate_ones(std::uint64_t ones, std::uint64_t trials, const bit_law& law);

/// How many users differ from the reference at an item; divided by users, its frequency.
estimate estimate_frequency(const value_counts& noisy, const any_codec& codec, std::uint64_t item);

/// True counts by offset behind noisy counts by offset (of one item, of one user, or of any set of
/// users and items). They add up to the number of trials.
std::vector<estimate> estimate_offsets(std::span<const std::uint64_t> noisy, const any_codec& codec);

/// True counts by VALUE over all users and items, where reference[item] is the public reference
/// (empty: 0 everywhere).
std::vector<estimate> estimate_values(const value_counts& noisy, const any_codec& codec,
                                      std::span<const std::uint8_t> reference = {});

/// Mean score of the values that differ from the reference (the mean rating, of those who rated):
/// scores by offset, the first is not read. A ratio of unbiased estimates, so biased by about its
/// relative variance; the standard error is first order. None unless the denominator exceeds twice
/// its own standard error.
std::optional<estimate> estimate_mean(std::span<const std::uint64_t> noisy, const any_codec& codec,
                                      std::span<const double> scores);

}  // namespace edgeldp
