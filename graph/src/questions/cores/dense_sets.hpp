// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "belief/noise_by_part.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/graph/questions/cores/cores.hpp"

/// Nested sets of users by what was released of their core numbers, and how dense they are.
/// Derivation: graph/src/questions/cores/derivation.md#the-densest-subgraph.
namespace edgeldp {

/// The first set is the smallest, each holds those before it, and the last one everybody.
struct nested_sets {
  std::vector<std::int64_t> of;        ///< the first set of each user; -1 of who is in none
  std::vector<std::uint64_t> members;  ///< of each, with those of the sets before

  std::size_t size() const noexcept { return members.size(); }
};

/// Of users who are present. cores: one a user; mean_degree: sets are no smaller, since the members
/// of a denser one know as many.
/// Requires: somebody is present.
nested_sets nest_by(std::span<const double> cores, const roster& present, double mean_degree);

/// The set with the largest lower end of its interval. counts: of the contacts of each user asked
/// in each set without those before, size() a user; of these who are present answered, and stand
/// for who did not. budget: of who spends all; relative: the noise of others.
/// Promise: the interval holds for all sets at once.
dense_set densest_of(const nested_sets& sets, std::span<const std::int64_t> counts, const roster& asked,
                     const roster& present, epsilon budget, const relative_noise& relative);

}  // namespace edgeldp
