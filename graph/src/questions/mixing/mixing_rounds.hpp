// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "questions/mixing/degree_mixing.hpp"
#include "questions/mixing/group_counts.hpp"

/// What questions about public groups ask.
namespace edgeldp {

/// Errors: invalid_parameter for groups of other users, more than 64 of them or fewer than 1, or
///     classes out of [2, 64]; bad_graph_input without users.
void require_fit(const mixing_options& options, std::uint64_t users);

/// The rounds of one run, with what came clamped to what is plausible. Each user spends the part of
/// a round's budget that it chose, and adds noise of its own law (group_answers::relative): methods
/// that work out errors for one law require that all spend the same.
/// Errors: all throw bad_graph_input where nobody answers.
class mixing_rounds {
 public:
  explicit mixing_rounds(session& s) : m_session(s) {}

  released_degrees degrees(epsilon budget);
  /// Counts of neighbours by group. of: of each user; -1 of who is in none.
  group_answers groups(std::span<const std::int64_t> of, std::size_t groups, epsilon budget);
  /// Sums over neighbours of these numbers, one a user; none where all are 0.
  std::optional<rest_answers> rests(std::vector<std::int64_t> numbers, epsilon budget);

  plausibility lies() const { return m_check.found(); }
  /// For what else a run asks.
  plausibility_check& check() noexcept { return m_check; }

 private:
  session& m_session;
  std::uint32_t m_step = 0;  ///< of the next count: each has coins of its own
  plausibility_check m_check{true};
};

/// As they are published: -1 for none; and back.
std::vector<std::int64_t> numbered(std::span<const std::uint32_t> groups_of_users);
std::vector<std::uint32_t> named(std::span<const std::int64_t> groups_of_users);

}  // namespace edgeldp
