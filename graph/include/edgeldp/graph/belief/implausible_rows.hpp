// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/wire/release.hpp"

namespace edgeldp {

/// How many entries a row is said to have, by one released number or the difference of two.
struct said_entries {
  double number = 0.0;
  epsilon noise, other_noise;  ///< at which these were released; the second may be zero: there is one
};

/// The ones of a published row against what its user released of its size.
struct ones_of_row {
  vertex_id user = 0;
  double ones = 0.0;      ///< among the users that precede this one
  double expected = 0.0;  ///< of an honest user with this released size
  double of_bits = 0.0;   ///< standard deviation by what bits draw; 0 of who drew none
  double each = 0.0;      ///< what one neighbour more adds on average
  said_entries size{};    ///< what was said of it

  /// By bits and by the noise on the size.
  double deviation() const noexcept;
  /// In standard deviations.
  double z() const noexcept;
  /// The probability that an honest row is further off than z standard deviations, at most: each
  /// noise on the size with its probability, and Bernstein's inequality for bits.
  /// Cost: O(40 / the least noise's budget) exponentials.
  double tail(double z) const noexcept;
};

/// Of all rows that came, by user.
///
/// Definition: with rank r, released size S cut to [0, r] (noise can only look larger by that), the
///     law p1, p0 of the row: expected = r p0 + S (p1 - p0), variance of_bits^2 + (p1 - p0)^2 v,
///     of_bits^2 = S p1 (1 - p1) + (r - S) p0 (1 - p0), v the variance of the noise on S. Bits of
///     one null-space vector share luck: how often a stranger's bit is 1 is counted, with this
///     vector, at as many further positions where nobody stands, and taken for p0. Where bits have
///     laws by whom they are about, each counts by c / (p1 - p0) of its law, c the least of these
///     differences, so that each neighbour adds c wherever it stands.
/// Cost: every row decoded once, null-space rows over twice their length; n^2 / 64 words; parallel.
/// Errors: invalid_parameter for a release without released sizes.
std::vector<ones_of_row> ones_of_rows(const release& published);
/// The same against what is said otherwise, by user.
/// Errors: invalid_parameter for another number of users.
std::vector<ones_of_row> ones_of_rows(const release& published, std::span<const said_entries> said);

/// Users whose rows hold more or fewer ones than an honest user's.
struct implausible_row_list {
  std::vector<vertex_id> users;  ///< in increasing order
  double expected = 0.0;         ///< number of honest users that the threshold names, at most
};

/// Rows that are further off than `threshold` standard deviations. What it cannot see: who reports
/// edges that there are not, but as many as its released size says; a released size that is a lie
/// itself; nor more edges than the size by less than the noise.
///
/// Cost: as ones_of_rows, and so are errors.
implausible_row_list implausible_rows(const release& published, double threshold = 6.0);
implausible_row_list implausible_rows(const release& published, std::span<const said_entries> said,
                                      double threshold = 6.0);

}  // namespace edgeldp
