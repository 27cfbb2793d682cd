// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

/// The distribution of labels, released by a part of the users ("D1") so that the others ("D2") can
/// be asked by a channel that knows it. Guarantees: core/doc/privacy.md, "Prior of labels". By a
/// curator: label_prior_curator.hpp.
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

/// D1 and D2, both rising.
struct prior_split {
  roster first, second;
};

/// Errors: as reports_prior; invalid_parameter for more than 2^32 users, or nobody in D1.
prior_split split_for_prior(release_key key, std::uint64_t users, double share);

/// What D1's reports say: every user of D1 reports through `c` (k_ary_channel, say) and spends its
/// loss; counts are those of its reports.
/// Errors: as debiasing_of; also for a wrong number of counts, or no reports.
label_prior local_prior(const channel& c, std::span<const std::uint64_t> counts);

}  // namespace edgeldp
