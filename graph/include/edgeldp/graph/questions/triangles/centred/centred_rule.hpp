// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/excerpts.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"

/// Centred counts: every pair counts by its noisy bit less a public number theta, and theta times
/// the number of pairs is added back by the collector. A pair that a limit refuses is then lost at
/// its closure less theta, and not at its whole closure; who says nothing is counted at theta. All
/// of it is public.
namespace edgeldp {

/// Weights and theta are integers, in units of 2^-20 of a pair.
inline constexpr std::uint32_t weight_units = std::uint32_t{1} << 20;

/// Of a limit, for each other member, in weight units.
inline constexpr std::uint64_t largest_each = std::uint64_t{1} << 40;

/// How much weight of either sign one member of a list may take part in: `each` for every other
/// member that the released size + margin stands for. The same from one rank to the next limit's.
struct centred_limit {
  std::uint32_t first = 0;  ///< rank of its first user
  std::uint64_t each = 0;   ///< in weight units, at most largest_each; zero: these users say nothing
  std::int64_t margin = 0;  ///< in [-2^48, 2^48]
  friend bool operator==(const centred_limit&, const centred_limit&) = default;
};

/// What users are told before they count.
struct centred_rule {
  std::uint32_t theta = 0;  ///< in weight units, in [0, 2^20]
  std::vector<centred_limit> limits;

  void write(canonical_writer& to) const;
  /// Errors: format_error for bytes that write never makes.
  static centred_rule read(canonical_reader& from);
  friend bool operator==(const centred_rule&, const centred_rule&) = default;
};

/// Whether a public coin puts a user into the first of two groups.
bool is_in_first_group(release_key key, vertex_id user, double share);

/// What a pair counts by its noisy bit, in weight units: phi(bit) - theta, rounded; that of a one
/// is at least 0, that of a zero at most 0.
///
/// Definition: phi(1) = (1 - p0) / (p1 - p0), phi(0) = -p0 / (p1 - p0), of the row that holds the
///     bit. Rounding moves what a pair counts by at most 2^-21 on average over its bit.
bit_weights weights_of(const bit_law& law, std::uint32_t theta);

/// What a pair counts by whose members are not both in the release: no triangle of users who are
/// present holds it, whatever its bit.
inline std::int64_t weight_of_absent(std::uint32_t theta) {
  return -std::int64_t{theta};
}

/// Weights of rows, one for each of their laws.
std::vector<bit_weights> weights_of(std::span<const any_codec> codecs, std::uint32_t theta);

/// The limit of a user's list, for each sign: each x (min(rank, released size + margin) - 1), and
/// so the sensitivity of what it says. Zero: it says nothing.
/// Errors: invalid_parameter for a layout without released sizes, limits that do not begin at rank
///     0 or do not follow each other, or a number outside its interval.
std::uint64_t limit_of(const release_layout& layout, const centred_rule& rule, vertex_id user);
std::uint64_t limit_of(const layout_excerpt& layout, const centred_rule& rule, vertex_id user);

/// The same of many users: what the rule says is checked once.
/// Requires: what they are made of outlives them.
class centred_limits {
 public:
  /// Errors: as limit_of.
  centred_limits(const release_layout& layout, const centred_rule& rule);
  /// Shapes: by user, ranks in the order of degrees and released sizes.
  /// Errors: as limit_of.
  centred_limits(std::span<const std::uint32_t> ranks, std::span<const std::int64_t> sizes,
                 const centred_rule& rule);
  std::uint64_t of(vertex_id user) const noexcept;

 private:
  std::span<const std::uint32_t> m_ranks;
  std::span<const std::int64_t> m_sizes;
  const centred_rule& m_rule;
};

}  // namespace edgeldp
