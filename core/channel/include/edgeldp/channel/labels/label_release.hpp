// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "edgeldp/channel/labels/label_prior.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/core/protocol/session.hpp"

/// Labels of all users, for learning: D1 releases a prior and nothing else, the plan follows from
/// the prior, D2 reports through it. All users in this process: label_release_simulation.hpp. As
/// published, with a curator for the prior: label_release_curator.hpp.
/// Source: [Liu 2026], Algorithm 2.
namespace edgeldp {

/// All of it public and chosen before the labels are seen; see plan_blocks for sigma and l.
struct label_release_options {
  epsilon budget;  ///< all that a user spends: on the prior or on its own report, never on both
  double sigma = 1.0;
  std::size_t favoured = 0;   ///< l
  double prior_share = 0.01;  ///< of the users, expected
};

struct label_release {
  label_prior prior;
  block_plan plan;
  channel mechanism;                 ///< what D2 used
  std::vector<vertex_id> users;      ///< those of D2 who answered, rising
  std::vector<std::size_t> reports;  ///< theirs, as outputs of the mechanism
  run_record run;
};

/// Both rounds: `prior` through k-ary randomized response, then `report`. Nobody is trusted.
/// Promise: every user's label is protected at options.budget (core/doc/privacy.md, "Prior of
///     labels").
/// Errors: invalid_parameter for options outside their ranges, fewer than 2 labels or some that are
///     not UTF-8, more than 2^32 users, or when nobody falls into D1.
label_release release_labels(session& s, const channel::labels& labels, const label_release_options& options);

/// The round `report` alone, after a prior that D1 released elsewhere.
/// Requires: D1 is that of the session's key and of options.prior_share.
label_release report_labels(session& s, const channel::labels& labels, const label_release_options& options,
                            label_prior prior);

}  // namespace edgeldp
