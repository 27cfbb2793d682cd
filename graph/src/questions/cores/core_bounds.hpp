// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"

/// What the last numbers prove about sizes of cores: noise hides members of a core only as far as
/// its law says, so that a large core leaves many large numbers.
/// Derivation: graph/src/questions/cores/derivation.md#how-large-a-core-can-be.
namespace edgeldp {

/// What a member of a k-core says at least in the last round, before noise: the largest number that
/// it reaches but for a probability of `risk`, whatever its contacts share, and whichever of these
/// users they are. budgets: of degrees, and of all rounds of the h-index but the last, of who
/// spends all; users: how many chose each part.
/// Cost: O(sqrt(k)) values of a round, each with as many terms of a binomial law.
std::uint64_t least_h_index_in_core(std::uint64_t k, std::span<const epsilon> budgets, double risk,
                                    const part_counts& users);

/// Of users, by the part that they chose.
using numbers_by_part = std::array<std::vector<std::int64_t>, all_parts.size()>;

class core_bounds {
 public:
  /// last: numbers of the last round, of who is present; budgets: of degrees and all rounds, of who
  /// spends all.
  core_bounds(numbers_by_part last, std::span<const epsilon> budgets);

  /// How many users the k-core has at most, but for a probability of 2.5%.
  double most_in_core(std::uint64_t k) const;
  /// The largest k such that most_in_core(k) > k: a k-core has k + 1 members and more.
  std::uint64_t most_degeneracy() const;

 private:
  /// Of the members of a k-core, how many chose each part at most, where they are no more than
  /// these: contacts in a core are members, too.
  part_counts most_of_parts(std::uint64_t k, const part_counts& members) const;

  std::vector<epsilon> m_budgets;
  numbers_by_part m_sorted;
  part_counts m_users{};
  std::uint64_t m_all = 0;
  unsigned m_parts = 0;  ///< that somebody chose
};

}  // namespace edgeldp
