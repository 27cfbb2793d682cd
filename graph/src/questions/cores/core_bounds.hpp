// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"

/// What the last numbers prove about sizes of cores: noise hides members of a core only as far as
/// its law says, so that a large core leaves many large numbers.
/// Derivation: graph/src/questions/cores/derivation.md#how-large-a-core-can-be.
namespace edgeldp {

/// What a member of a k-core says at least in the last round, before noise: the largest number that
/// it reaches but for a probability of `risk`, whatever its contacts share. budgets: of degrees,
/// and of all rounds of the h-index but the last.
/// Cost: O(sqrt(k)) values of a round, each with as many terms of a binomial law.
std::uint64_t least_h_index_in_core(std::uint64_t k, std::span<const epsilon> budgets, double risk);

class core_bounds {
 public:
  /// last: numbers of the last round, of who is present; budgets: of degrees and all rounds.
  core_bounds(std::span<const std::int64_t> last, std::span<const epsilon> budgets);

  /// How many users the k-core has at most, but for a probability of 2.5%.
  double most_in_core(std::uint64_t k) const;
  /// The largest k such that most_in_core(k) > k: a k-core has k + 1 members and more.
  std::uint64_t most_degeneracy() const;

 private:
  std::vector<epsilon> m_budgets;
  std::vector<std::int64_t> m_sorted;
};

}  // namespace edgeldp
