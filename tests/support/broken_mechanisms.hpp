// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bitmap.hpp"
#include "edgeldp/core/codec/ppr.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "support/output_law.hpp"

/// Twins of the real mechanisms with one fault each, all of them seen in published code or tempting. The
/// checkers that accept the real mechanism must reject the twin.
namespace edgeldp::test::broken {

/// Randomized response whose flip threshold is rounded down: more loss than asked for.
inline randomized_response threshold_rounded_down(epsilon budget) {
  const wide_float ideal = wide_float(randomized_response::resolution) /
                           (exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat)) + 1);
  return randomized_response::from_threshold(static_cast<std::uint64_t>(floor(ideal)));
}

/// Plain randomized response that forgets the last position (opendp's bit vectors, 20 months).
inline void last_bit_in_clear(const bitmap_codec& codec, const row_shape& shape,
                              std::span<const row_entry> entries, private_randomness& coins,
                              std::span<std::uint64_t> words) {
  codec.encode(shape, entries, coins, words);
  const std::uint64_t last = shape.length - 1;
  const bool present = !entries.empty() && entries.back().position == last;
  words[last / 64] &= ~(std::uint64_t{1} << (last % 64));
  words[last / 64] |= std::uint64_t{present} << (last % 64);
}

/// Randomizes neighbours only; non-neighbours keep their zero.
inline void zeros_in_clear(const bitmap_codec& codec, const row_shape& shape,
                           std::span<const row_entry> entries, private_randomness& coins,
                           std::span<std::uint64_t> words) {
  codec.encode(shape, entries, coins, words);
  std::uint64_t kept = 0;
  for (const row_entry& entry : entries) kept |= std::uint64_t{1} << entry.position;
  words[0] &= kept;
}

/// Paper 004's rule: the number of chunks follows the true degree, and everybody sees it.
template <class OffsetAt>
output_law<rational> chunks_by_true_degree(const ppr_model<rational>& model, std::uint64_t n,
                                           std::span<const row_entry> entries, OffsetAt&& offset_at) {
  ppr_model<rational> cut = model;
  const std::uint64_t chunks = entries.empty() ? 1 : entries.size();
  cut.chunk_size = (n + chunks - 1) / chunks;
  cut.point_weights.resize((n + cut.chunk_size - 1) / cut.chunk_size, model.point_weights.front());
  return cut.row_law(entries, offset_at);
}

/// Sends 0 instead of an index for a chunk without entries ("no need to waste bits on it").
template <class OffsetAt>
output_law<rational> symbol_for_empty_chunk(const ppr_model<rational>& model,
                                            std::span<const row_entry> entries, OffsetAt&& offset_at) {
  if (entries.empty()) return {{{0}, rational(1)}};
  return model.row_law(entries, offset_at);
}

/// Draws everything afresh until K <= limit, instead of taking the best of a finite public list: the law of K
/// averaged over equally likely point processes (`models`, one chunk each, over a longer list), conditioned
/// on K <= limit.
template <class OffsetAt>
output_law<rational> redraw_until_small(std::span<const ppr_model<rational>> models, std::uint64_t limit,
                                        std::span<const row_entry> entries, OffsetAt&& offset_at) {
  output_law<rational> law;
  rational kept = 0;
  for (const auto& model : models) {
    const std::vector<rational> full = model.chunk_law(0, entries, offset_at);
    for (std::uint64_t k = 1; k <= limit; ++k) {
      law[{k}] += full[k - 1];
      kept += full[k - 1];
    }
  }
  for (auto& [message, probability] : law) probability /= kept;
  return law;
}

/// Noise for a statistic of sensitivity D, made for D - 1: scale too small by (D - 1) / D.
inline discrete_laplace scale_one_step_short(std::uint64_t sensitivity, epsilon budget) {
  return {sensitivity - 1, budget};
}

/// Empty chunks whose noise is addressed by an offset inside the chunk instead of the row's position: equal
/// indices then decode to equal noise.
class offsets_inside_chunk {
 public:
  offsets_inside_chunk(const ppr_candidates& candidates, std::span<const std::uint64_t> indices,
                       std::uint64_t chunk_size)
      : m_candidates(candidates), m_indices(indices.begin(), indices.end()), m_chunk_size(chunk_size) {}
  bool bit(std::uint32_t position) const noexcept {
    return m_candidates.bit(m_indices[position / m_chunk_size],
                            static_cast<std::uint32_t>(position % m_chunk_size));
  }

 private:
  ppr_candidates m_candidates;
  std::vector<std::uint64_t> m_indices;
  std::uint64_t m_chunk_size;
};

}  // namespace edgeldp::test::broken
