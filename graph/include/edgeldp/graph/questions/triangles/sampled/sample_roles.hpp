// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"

/// Who does what where only a sample of rows is read: a counter reads the rows of candidates that
/// were chosen, at the places of columns. All of it is public.
namespace edgeldp {

enum class sample_role {
  candidate,  ///< may be chosen to publish a row about the columns among its neighbours
  column,     ///< says nothing but its degree
  counter     ///< counts pairs of a column and a chosen candidate among its neighbours
};

/// Roles by public coins: a coin a user, no two roles for anybody.
struct sample_roles {
  release_key key;
  std::uint32_t candidates = 0;  ///< chance of that role in 2^-32, in (0, 2^31]; the rest is halved

  sample_role of(vertex_id user) const noexcept;
  double candidate_chance() const noexcept;
  double column_chance() const noexcept;
  double counter_chance() const noexcept;

  void write(canonical_writer& to) const;
  /// Errors: format_error for bytes that write never makes.
  static sample_roles read(canonical_reader& from);
  friend bool operator==(const sample_roles&, const sample_roles&) = default;
};

/// A candidate that publishes its row. The chance of that was 2^(-rarity / 8), given the coins.
struct sampled_row {
  vertex_id user = 0;
  std::uint8_t rarity = 0;

  double chance() const noexcept;
  friend bool operator==(const sampled_row&, const sampled_row&) = default;
};

/// What a counted pair of this row stands for, in triangles: one over three times the chance that a
/// triangle of the row's user is counted by it.
///
/// Definition: 1 / (6 candidates columns counters chance): a triangle has three users who may be
///     the candidate, and two ways to be column and counter for the others. So the sum over what is
///     counted has the number of triangles as its mean.
double weight_of_row(const sample_roles& roles, const sampled_row& row) noexcept;

/// What a pair counts by its noisy bit in the row, in units of 2^-20 (weight_units), rounded and at
/// most 2^62: weight_of_row x (bit - p0) / (p1 - p0).
bit_weights weights_of(const bit_law& law, const sample_roles& roles, const sampled_row& row);

/// What one neighbour moves of a counter's sum: `each` for every column that its released degree,
/// and the margin, stand for.
struct sampled_limit {
  std::uint64_t each = 0;   ///< in weight units, at most largest_each
  std::int64_t margin = 0;  ///< in columns, in [-2^48, 2^48]

  /// In weight units, at most 2^62; zero: the user is not asked.
  std::uint64_t of(const sample_roles& roles, std::int64_t released_degree) const noexcept;
  friend bool operator==(const sampled_limit&, const sampled_limit&) = default;
};

}  // namespace edgeldp
