// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/privacy/epsilon.hpp"

/// The levels that users climb: public arithmetic, with the program's constants (phi = 0.5, factor
/// = 0.8, bias factor 8).
namespace edgeldp {

class level_rules {
 public:
  /// budget: of a relationship, for all rounds of levels and the degree round before them.
  level_rules(std::uint64_t users, epsilon budget);

  /// Of the degree round, at each end.
  epsilon degree() const noexcept { return m_degree; }
  /// The round in which a user that released this degree stops climbing: it takes part in those
  /// before.
  std::uint64_t rounds_of(std::int64_t released) const;
  /// Of one round of a user that takes part in so many, at each end.
  epsilon step(std::uint64_t rounds) const;
  /// No user takes part in more.
  std::uint64_t most_rounds() const noexcept { return m_most_rounds; }

  /// What a noisy count on a level must exceed, and what is added to it before.
  static std::int64_t threshold(std::uint64_t users, std::uint64_t level);
  static std::int64_t bias(epsilon step);
  /// What the program takes for the core number of a user that ends on this level.
  static double core_number(std::uint64_t users, std::uint64_t level);

 private:
  double m_levels_per_group;
  std::uint64_t m_most_rounds;
  epsilon m_degree, m_steps;
};

}  // namespace edgeldp
