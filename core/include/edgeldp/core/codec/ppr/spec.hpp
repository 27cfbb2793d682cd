// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "edgeldp/core/codec/ppr/budget.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/codec/spec.hpp"

namespace edgeldp {

/// Chunked Poisson private representation, before it has a budget (spec.hpp says what the parts
/// mean).
struct ppr_spec {
  using codec_type = ppr_codec;
  static constexpr codec_kind kind = codec_kind::ppr;
  static constexpr std::string_view name = "ppr", about = "smallest messages of all",
                                    threshold_name = "flip threshold";
  static constexpr bool is_shaped = true, has_chunks = true;
  static constexpr std::uint32_t largest_alphabet = 256;
  /// An index costs more than 1/32 bit at every alpha we accept.
  static constexpr std::uint64_t words_per_byte = 256;
  /// What may be said of it by hand.
  static constexpr std::array<std::string_view, 3> options = {"alpha", "level", "beta"};

  ppr_alpha alpha{2.0};
  unsigned level = default_level;
  /// [Hillebrand 2026]'s work knob: beta * e0 chunks a neighbour, instead of the level.
  std::optional<double> beta = std::nullopt;

  /// The randomized response inside at a budget of the message: at 1 / (2 alpha) of it.
  randomized_response response(epsilon budget, std::uint32_t alphabet = 2) const;
  bit_law law(epsilon budget, std::uint32_t alphabet = 2) const { return response(budget, alphabet).law(); }
  bit_lattice lattice(epsilon budget) const { return response(budget).lattice(); }
  /// Work grows like the exponential of the budget: 2 nats for the mechanism, or more where all
  /// rows together then cost at most 2^24 candidates; never more than possible_budget.
  double largest_budget(double entries = std::numeric_limits<double>::infinity()) const;
  double possible_budget() const { return 2.0 * alpha.value() * largest_mechanism_loss; }
  /// More than possible_budget.
  std::string fault_of_budget(epsilon budget) const;
  /// Up to 2 nats for the mechanism: beyond, the others are smaller or better.
  bool serves(epsilon budget, double entries, double positions) const;
  /// Entries of an average chunk, by level or beta; no more than level 9 gives.
  /// Errors: invalid_parameter for a level or beta out of range.
  double chunk_entries(double mechanism_loss) const;
  void fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const;
  static ppr_spec of(const codec_parameters& p);
  bool plans_as(const ppr_spec& other) const { return alpha == other.alpha; }
  /// alpha, and level or beta.
  codec_fields fields() const;
  static codec_fields fields(const codec_parameters& p) { return of(p).fields(); }

  static void check(const codec_parameters& p);
  /// Errors: invalid_parameter for an alpha or a candidate limit that does not exist.
  static void check_exponent(const codec_parameters& p);
  static ppr_codec make(const codec_parameters& p, std::uint32_t alphabet);
  static row_shape shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept;
  static encoding_work work(const codec_parameters& p);
  template <class Parameters>
  static auto header(Parameters& p) noexcept {
    return std::tie(p.flip_threshold, p.chunk_rate, p.alpha_milli);
  }
  friend bool operator==(const ppr_spec&, const ppr_spec&) = default;
};

static_assert(CodecSpec<ppr_spec>);

}  // namespace edgeldp
