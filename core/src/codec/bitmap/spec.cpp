// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/spec.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

bit_law bitmap_spec::law(epsilon budget, std::uint32_t alphabet) const {
  return randomized_response::for_budget(budget, alphabet).law();
}

bit_lattice bitmap_spec::lattice(epsilon budget) const {
  return randomized_response::for_budget(budget).lattice();
}

namespace {

/// Gaps where they save a fifth: of two values below an entropy of 0.72 bits, of more where most
/// stay.
row_coding choose_coding(std::uint64_t threshold, std::uint32_t alphabet) {
  const std::uint64_t changed = threshold * (alphabet - 1);
  const bool is_sparse = changed < randomized_response::resolution / (alphabet == 2 ? 5 : 2);
  return is_sparse ? row_coding::compact : row_coding::plain;
}

}  // namespace

void bitmap_spec::fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const {
  p.codec = kind;
  p.flip_threshold = randomized_response::for_budget(budget, numbers.alphabet).threshold();
  p.coding = choose_coding(p.flip_threshold, numbers.alphabet);
}

void bitmap_spec::check(const codec_parameters& p) {
  if (p.chunk_rate != 0 || p.chunk_floor_rate != 0 || p.size_slack != 0)
    throw invalid_parameter("chunk_rate, chunk_floor_rate and size_slack of a bitmap must be 0");
  require_no_columns(p);
  if (p.coding > row_coding::compact) throw invalid_parameter("an unknown coding of bitmaps");
}

bitmap_codec bitmap_spec::make(const codec_parameters& p, std::uint32_t alphabet) {
  return bitmap_codec(randomized_response::from_threshold(p.flip_threshold, alphabet), p.coding);
}

}  // namespace edgeldp
