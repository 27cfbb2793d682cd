// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"
#include "edgeldp/core/codec/spec.hpp"

namespace edgeldp {

/// A null space, before it has a budget (spec.hpp says what the parts mean): at each budget the
/// field with the least variance of a non-edge. Rows are binary.
struct nullspace_spec {
  using codec_type = nullspace_codec;
  static constexpr codec_kind kind = codec_kind::nullspace;
  static constexpr std::string_view name = "nullspace", about = "", threshold_name = "drop threshold";
  static constexpr bool is_shaped = true, has_chunks = false;
  static constexpr std::uint32_t largest_alphabet = 2;
  /// A byte of elements fills a fifth of a word.
  static constexpr std::uint64_t words_per_byte = 1;

  bit_law law(epsilon budget, std::uint32_t alphabet = 2) const;
  bit_lattice lattice(epsilon budget) const;
  double largest_budget(double) const { return largest_threshold_budget; }
  double possible_budget() const { return largest_threshold_budget; }
  std::string fault_of_budget(epsilon) const { return {}; }
  /// Not where a row keeps more than worthwhile_share of all positions.
  bool serves(epsilon budget, double entries, double positions) const;
  /// Errors: invalid_parameter without released or public numbers.
  void fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const;
  static nullspace_spec of(const codec_parameters&) { return {}; }
  bool plans_as(const nullspace_spec&) const { return true; }
  codec_fields fields() const { return {}; }
  static codec_fields fields(const codec_parameters& p) { return {{"field", p.field_order}}; }

  static void check(const codec_parameters& p);
  static nullspace_codec make(const codec_parameters& p, std::uint32_t alphabet);
  static row_shape shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept;
  static encoding_work work(const codec_parameters&) { return {100.0, 0.0, 20.0}; }
  template <class Parameters>
  static auto header(Parameters& p) noexcept {
    return std::tie(p.drop_threshold, p.kept_rate, p.field_order);
  }
  friend bool operator==(const nullspace_spec&, const nullspace_spec&) = default;
};

static_assert(CodecSpec<nullspace_spec>);

}  // namespace edgeldp
