// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

/// The distribution of labels, released by a part of the users ("D1") so that the others ("D2") can
/// be asked by a channel that knows it. Guarantees: core/doc/privacy.md, "Prior of labels".
namespace edgeldp {

struct label_prior {
  std::vector<double> shares;           ///< cut at 0, normalised; all equal when nothing is left
  std::vector<double> unbiased;         ///< of D1, before cutting
  std::vector<double> standard_errors;  ///< of `unbiased` around D1's true shares: the noise alone
};

/// Whether a user belongs to D1: by public randomness, so that the split tells nothing about
/// labels. Each user with chance floor(2^40 share) / 2^40.
/// Errors: invalid_parameter unless 0 < share < 1.
bool reports_prior(release_key key, vertex_id user, double share);

/// A trusted curator counts D1's labels and adds discrete Laplace noise to each count: central
/// label privacy, not local. counts has an entry for every label that could occur, 0 included.
/// Source: [Liu 2026], Algorithm 3 ([Ghazi 2022]). As printed it goes through the labels that
///     occur, so an output names them, and divides by a sum over records instead of labels; neither
///     is private or normal.
/// Privacy: one changed label moves two counts by 1: L1 sensitivity 2. |D1| is public.
/// Errors: invalid_parameter for no labels, nobody in D1 or more than 2^53 of them, or a budget of
///     0.
label_prior central_prior(std::span<const std::uint64_t> counts, epsilon budget, private_randomness& coins);

/// The same without trust: every user of D1 reports through `c` (k_ary_channel, say) and spends its
/// loss; counts are those of its reports.
/// Errors: as debiasing_of; also for a wrong number of counts, or no reports.
label_prior local_prior(const channel& c, std::span<const std::uint64_t> counts);

}  // namespace edgeldp
