// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "edgeldp/channel/labels/label_prior.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/core/random/coin_source.hpp"

namespace edgeldp {

/// Who sees the labels of D1 in the clear.
enum class prior_model {
  central,  ///< a trusted curator: central label privacy
  local,    ///< nobody: they report by k-ary randomized response
};

/// All of it public and chosen before the labels are seen; see plan_blocks for sigma and l.
struct label_release_options {
  epsilon budget;  ///< all that a user spends: on the prior or on its own report, never on both
  double sigma = 1.0;
  std::size_t favoured = 0;   ///< l
  double prior_share = 0.01;  ///< of the users, expected
  prior_model prior = prior_model::central;
};

struct label_release {
  label_prior prior;
  block_plan plan;
  channel mechanism;                 ///< what D2 used
  std::vector<vertex_id> users;      ///< D2, rising
  std::vector<std::size_t> reports;  ///< theirs, as outputs of the mechanism
};

/// Labels of all users, for learning: D1 releases a prior and nothing else, the plan follows from
/// the prior, D2 reports through it.
/// Source: [Liu 2026], Algorithm 2. truths[u] is a position in `labels`.
/// Promise: every user's label is protected at options.budget (core/doc/privacy.md, "Prior of
///     labels"). Deterministic given key and simulated coins.
/// Errors: invalid_parameter for options outside their ranges, a truth that is no label, more than
///     2^32 users, or when nobody falls into D1.
label_release release_labels(std::span<const std::size_t> truths, const channel::labels& labels,
                             const label_release_options& options, release_key key, const coin_source& coins);

}  // namespace edgeldp
