// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "edgeldp/channel/labels/label_release.hpp"
#include "edgeldp/core/protocol/population_simulation.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// Labels (label_release.hpp) of users who are all in this process.
namespace edgeldp {

/// truths[u] is a position in `labels`.
struct true_labels {
  std::span<const std::size_t> truths;
  const channel::labels& labels;
};

/// The labels outlive the population.
/// Errors: invalid_parameter for a truth that is no label, or more than 2^32 users.
simulated_population<true_labels> simulated_labels(const true_labels& all, const coin_source& coins);

/// Both rounds.
/// Promise: deterministic given key and simulated coins.
/// Errors: as over a session and simulated_labels.
label_release release_labels(std::span<const std::size_t> truths, const channel::labels& labels,
                             const label_release_options& options, release_key key, const coin_source& coins);

}  // namespace edgeldp
