// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/spec.hpp"

namespace edgeldp {

/// Plain randomized response, before it has a budget (spec.hpp says what the parts mean). Its rows
/// need no released numbers.
struct bitmap_spec {
  using codec_type = bitmap_codec;
  static constexpr codec_kind kind = codec_kind::bitmap;
  static constexpr std::string_view name = "bitmap", about = "plain randomized response",
                                    threshold_name = "flip threshold";
  static constexpr bool is_shaped = false, has_chunks = false;
  static constexpr std::uint32_t largest_alphabet = 256;
  static constexpr std::uint64_t words_per_byte = 256;

  bit_law law(epsilon budget, std::uint32_t alphabet = 2) const;
  bit_lattice lattice(epsilon budget) const;
  double largest_budget(double) const { return largest_threshold_budget; }
  double possible_budget() const { return largest_threshold_budget; }
  std::string fault_of_budget(epsilon) const { return {}; }
  bool serves(epsilon, double, double) const { return true; }
  /// alpha, candidate limit and level keep their defaults, for history.
  void fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const;
  static bitmap_spec of(const codec_parameters&) { return {}; }
  bool plans_as(const bitmap_spec&) const { return true; }
  codec_fields fields() const { return {}; }
  static codec_fields fields(const codec_parameters&) { return {}; }

  static void check(const codec_parameters& p);
  static bitmap_codec make(const codec_parameters& p, std::uint32_t alphabet);
  static row_shape shape(const codec_parameters&, vertex_id user, const row_knowledge& row) noexcept {
    return {user, row.length, 1, row.expected, 0};
  }
  static encoding_work work(const codec_parameters&) { return {0.0, 1.0, 0.0}; }
  template <class Parameters>
  static auto header(Parameters& p) noexcept {
    return std::tie(p.flip_threshold, p.chunk_rate, p.alpha_milli);
  }
  friend bool operator==(const bitmap_spec&, const bitmap_spec&) = default;
};

static_assert(CodecSpec<bitmap_spec>);

}  // namespace edgeldp
