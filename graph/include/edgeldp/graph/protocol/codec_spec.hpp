// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "edgeldp/core/codec/ppr/budget.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/codec_parameters.hpp"

namespace edgeldp {

/// Errors that differ by no more than this factor are as good as equal where the smaller message is
/// chosen: a bitmap is 10 to 30 times the size of a null space, for 3% to 20% less error at budgets
/// around 1.
inline constexpr double error_tolerance = 1.25;

/// The codec and its public parameters.
struct codec_spec {
  /// None: chosen by prediction from public numbers (`--codec auto`).
  std::optional<codec_kind> kind;
  ppr_alpha alpha{2.0};
  unsigned level = default_level;
  std::optional<double>
      beta;  ///< [Hillebrand 2026]'s work knob: beta * e0 chunks a neighbour, instead of the level

  /// This choice, or where there is none the one that the budget of the rows suggests: a null space
  /// while the standard error of its non-edges is within error_tolerance of a bitmap's, which is
  /// many times larger; beyond, from about 3.1 nats on, the bitmap. (ppr, at 1 / (2 alpha) of the
  /// budget, never comes near.) fullest: the largest part of its positions that a row may hold; a
  /// null space must not keep more than crowded_share of them.
  codec_spec settled(epsilon edges, double fullest = 0.0) const;

  /// The law of noisy edges at an edge budget: randomized response at all of it, or at edges / (2
  /// alpha) for ppr; for nullspace the field with the least variance of a non-edge.
  bit_law law(epsilon edges) const;
  bit_lattice lattice(epsilon edges) const;
  /// The largest edge budget, in nats, of any plan, by hand too: 24.9, as far as thresholds of 40
  /// bits express it well. For ppr, whose work grows like the exponential of it: 2 nats for the
  /// mechanism, or more where all rows together, of so many entries, then cost at most 2^24
  /// candidates; never more than possible_edges.
  double largest_edges(double entries = std::numeric_limits<double>::infinity()) const;
  /// The largest edge budget, in nats, that the codec makes use of: 24.9, for ppr 2 alpha
  /// largest_mechanism_loss. Splits by hand that give more leave it unspent; those of ppr are
  /// refused.
  double possible_edges() const;
  /// Errors: invalid_parameter, naming a codec that serves, for ppr beyond possible_edges.
  void require_possible(epsilon edges) const;
  /// Randomized response behind ppr or a bitmap at an edge budget.
  randomized_response response(epsilon edges, std::uint32_t alphabet = 2) const;
  /// Entries of an average chunk of ppr, by level or beta; no more than level 9 gives.
  double chunk_entries(double mechanism_loss) const;

  /// Sets the public numbers of rows that cost `budget`. `released`: the numbers that shape rows,
  /// and `released_at` the budget of the noise on them: zero for public ones, none for private ones
  /// without noise (NOT private, for reproduction).
  /// Errors: invalid_parameter for options that do not fit.
  void fill(codec_parameters& p, epsilon budget, std::optional<epsilon> released_at,
            std::span<const std::int64_t> released, released_number number = released_number::size,
            std::uint32_t alphabet = 2) const;

  void write(canonical_writer& to) const;
  /// Errors: format_error for bytes that write never makes.
  static codec_spec read(canonical_reader& from);
};

/// The codec of a release, for planning another like it.
codec_spec codec_of(const codec_parameters& p);

}  // namespace edgeldp
