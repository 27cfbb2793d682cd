// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/ppr/budget.hpp"
#include "edgeldp/core/codec/ppr/sampler.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// Reads candidate vectors: position x of candidate k of a user, drawn from randomized response of
/// the reference.
/// Layout: core/doc/randomness.md, "Lanes".
/// Cost: one dependent Philox block, two with probability 1/256 a boundary.
class ppr_candidates {
 public:
  ppr_candidates(const public_randomness& random, const randomized_response& response,
                 vertex_id user) noexcept
      : m_random(random),
        m_response(response),
        m_user(user),
        m_tie_byte(static_cast<std::uint32_t>(response.threshold() >> 32)),
        m_tie_word(static_cast<std::uint32_t>(response.threshold())) {}

  static std::uint32_t lane_byte(const philox_block& block, std::uint32_t lane) noexcept {
    return (block[lane >> 2] >> (8 * (lane & 3))) & 0xff;
  }

  std::uint32_t offset(std::uint64_t candidate, std::uint32_t position) const noexcept {
    const std::uint32_t byte = lane_byte(positions(candidate, position >> 4), position & 15);
    const std::uint32_t offset = m_response.offset_of_byte(byte);
    if (offset != randomized_response::tie) return offset;
    return m_response.offset_of((std::uint64_t{byte} << 32) | drawn_tie_word(candidate, position));
  }

  /// The same for k = 2.
  bool bit(std::uint64_t candidate, std::uint32_t position) const noexcept {
    return bit_in(positions(candidate, position >> 4), candidate, position);
  }

  /// The sixteen bytes of positions 16 index .. 16 index + 15.
  philox_block positions(std::uint64_t candidate, std::uint32_t index) const noexcept {
    return m_random.block(stream_tag::ppr, index, candidate, m_user);
  }

  bool bit_in(const philox_block& block, std::uint64_t candidate, std::uint32_t position) const noexcept {
    const std::uint32_t byte = lane_byte(block, position & 15);
    return byte < m_tie_byte || (byte == m_tie_byte && drawn_tie_word(candidate, position) < m_tie_word);
  }

  release_key key() const noexcept { return m_random.key(); }
  vertex_id user() const noexcept { return m_user; }
  const randomized_response& response() const noexcept { return m_response; }
  /// k = 2: bytes below tie_byte() are ones; at equality, tie words below tie_word().
  std::uint32_t tie_byte() const noexcept { return m_tie_byte; }
  std::uint32_t tie_word() const noexcept { return m_tie_word; }

 private:
  std::uint32_t drawn_tie_word(std::uint64_t candidate, std::uint32_t position) const noexcept {
    return m_random.block(stream_tag::ppr_ties, position >> 2, candidate, m_user)[position & 3];
  }

  public_randomness m_random;
  randomized_response m_response;
  vertex_id m_user;
  std::uint32_t m_tie_byte, m_tie_word;
};

/// View of one user's chunk indices.
/// Cost: bit: see ppr_candidates. count_ones with AVX2: 3.6 ns a position, where a loop over bit()
///     takes 12 (processor with a scalar Philox block of 5.4 ns in a stream, 16 alone). decode_bits
///     with AVX2: 28 us for 100 000 positions in 20 chunks, 19 positions a stream block.
class ppr_row {
 public:
  ppr_row(const ppr_candidates& candidates, std::span<const std::uint64_t> indices, std::uint64_t length,
          std::uint64_t chunk_size) noexcept
      : m_candidates(candidates),
        m_indices(indices.data()),
        m_length(length),
        m_chunk_size(chunk_size),
        m_inverse_chunk_size(chunk_size == 0 ? 0 : ~std::uint64_t{0} / chunk_size) {}

  bool bit(std::uint32_t position) const noexcept { return m_candidates.bit(index_at(position), position); }
  std::uint32_t offset(std::uint32_t position) const noexcept {
    return m_candidates.offset(index_at(position), position);
  }
  std::uint64_t count_ones(std::span<const std::uint32_t> positions) const noexcept;
  void select_bits(std::span<const std::uint32_t> positions,
                   std::span<std::uint64_t> selected) const noexcept;
  void decode_bits(std::span<std::uint64_t> bits) const noexcept;
  void decode_offsets(std::span<std::uint8_t> offsets) const noexcept;

  const ppr_candidates& candidates() const noexcept { return m_candidates; }
  const std::uint64_t* indices() const noexcept { return m_indices; }
  std::uint64_t length() const noexcept { return m_length; }
  std::uint64_t chunk_size() const noexcept { return m_chunk_size; }

  /// floor((2^64 - 1) / chunk_size).
  std::uint64_t inverse_chunk_size() const noexcept { return m_inverse_chunk_size; }

  /// position / chunk_size without a division. Exact: with q the quotient, (position + 1) /
  /// chunk_size is at least q + 1 / chunk_size and at most q + 1; times chunk_size * inverse / 2^64
  /// it loses something, but at most (position + 1) / 2^64 <= 1 / chunk_size, since both are at
  /// most 2^32.
  std::uint32_t chunk_of(std::uint32_t position) const noexcept {
    return static_cast<std::uint32_t>((uint128{position} + 1) * m_inverse_chunk_size >> 64);
  }

  /// K of the position's chunk.
  std::uint64_t index_at(std::uint32_t position) const noexcept { return m_indices[chunk_of(position)]; }

 private:
  ppr_candidates m_candidates;
  const std::uint64_t* m_indices;
  std::uint64_t m_length;
  std::uint64_t m_chunk_size;
  std::uint64_t m_inverse_chunk_size;
};

/// Randomized response compressed by chunked Poisson private representation: one index K a chunk.
///
/// Source: [Hillebrand 2026], Algorithms 1 to 3.
/// Departures: the number of chunks is public; counters carry user and global position; indices end
///     at 2^40 (alpha >= 2) or 2^55.
/// Promise: a row of this codec costs message_epsilon(alpha, mechanism) per changed entry
///     (core/doc/privacy.md, "PPR"); decoded values have randomized response's joint law but for
///     the finite list, see truncation_bound.
/// Shapes: a row is cut into chunks of s = ceil(length / chunks) positions; word j of a row is K of
///     positions [j s, (j + 1) s). Positions are permuted ones: spread a user's entries with
///     `permutation` first.
/// Cost: encode: O(exp(e0 d_j)) candidates for a chunk with d_j entries, however large K is;
///     decode: see ppr_candidates.
class ppr_codec {
 public:
  using row_type = ppr_row;
  static constexpr bool is_permuted = true;
  static constexpr row_read_cost read_cost{3.7, 0.28};

  /// Every index must fit the 56 bits that a counter has for it.
  static constexpr unsigned largest_candidate_limit_log2 = 55;

  /// Adaptive model of floor(log2 K), one context a public load class.
  class model {
   public:
    explicit model(const ppr_codec& codec);
    static constexpr unsigned loads = 8, classes = largest_candidate_limit_log2;
    std::vector<adaptive_bit>& continues(const row_shape& shape);

   private:
    std::array<std::vector<adaptive_bit>, loads> m_continues;
  };

  /// Errors: invalid_parameter unless candidate_limit_log2 <= 55 (0 chooses
  ///     default_candidate_limit_log2).
  ppr_codec(release_key key, const randomized_response& response, const ppr_alpha& alpha,
            unsigned candidate_limit_log2 = 0);

  static unsigned default_candidate_limit_log2(const ppr_alpha& alpha) {
    return alpha.milli() >= 2000 ? 40 : largest_candidate_limit_log2;
  }

  const randomized_response& response() const noexcept { return m_response; }
  const ppr_alpha& alpha() const noexcept { return m_alpha; }
  const ppr_law& index_law() const noexcept { return m_index_law; }
  unsigned candidate_limit_log2() const noexcept { return m_candidate_limit_log2; }
  double loss_nats() const noexcept { return 2.0 * m_alpha.value() * m_response.loss_nats(); }
  bit_law law() const noexcept { return m_response.law(); }
  bit_lattice lattice() const noexcept { return m_response.lattice(); }

  std::uint64_t chunk_size(const row_shape& shape) const noexcept {
    return (shape.length + shape.chunks - 1) / shape.chunks;
  }
  std::uint64_t word_count(const row_shape& shape) const noexcept {
    const std::uint64_t size = chunk_size(shape);
    return size == 0 ? 0 : (shape.length + size - 1) / size;
  }

  /// Errors: invalid_parameter, naming codecs that serve, where rows would take more than 2^28
  ///     words in all (2 GB): budgets so large that every chunk is a position or two.
  static void require_room(std::uint64_t words);

  void encode(const row_shape& shape, std::span<const row_entry> entries, private_randomness& coins,
              std::span<std::uint64_t> words) const;

  /// encode, returning the number of candidates whose ratio was asked for (what encoding costs).
  std::uint64_t encode_counting(const row_shape& shape, std::span<const row_entry> entries,
                                private_randomness& coins, std::span<std::uint64_t> words) const;

  ppr_row row(const row_shape& shape, std::span<const std::uint64_t> words) const noexcept {
    return {ppr_candidates(m_random, m_response, shape.user), words, shape.length, chunk_size(shape)};
  }
  void write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out,
             model& m) const;
  void read(const row_shape& shape, range_decoder& in, model& m, std::span<std::uint64_t> words) const;

  /// Bound on the total variation between a chunk of `entries` entries as decoded and exact
  /// randomized response: Pr[K > C] <= Gamma(1 + alpha) E_Q[r^alpha] C^(1 - alpha) / (alpha - 1).
  /// Derivation: core/doc/privacy.md, "Finite list".
  double truncation_bound(std::uint64_t entries) const noexcept;

 private:
  public_randomness m_random;
  randomized_response m_response;
  ppr_alpha m_alpha;
  ppr_law m_index_law;
  unsigned m_candidate_limit_log2;
};

static_assert(Codec<ppr_codec>);

}  // namespace edgeldp
