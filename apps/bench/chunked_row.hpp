// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "edgeldp/core/codec/ppr/heap_sampler.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"

namespace edgeldp::cli {

/// What encoding a row asked for.
struct encoding_work {
  std::uint64_t candidates = 0, tests = 0, cut = 0;
};

/// A row of ppr chunks, and the loss of a candidate as the codec takes it, counting value tests.
/// `codec` must live longer.
class chunked_row {
 public:
  chunked_row(const ppr_codec& codec, const row_shape& shape, std::vector<row_entry> entries)
      : m_codec(codec),
        m_shape(shape),
        m_entries(std::move(entries)),
        m_candidates(codec.row(shape, {}).candidates()),
        m_is_binary(codec.response().alphabet() == 2) {}

  const ppr_codec& codec() const { return m_codec; }
  const row_shape& shape() const { return m_shape; }
  const std::vector<row_entry>& entries() const { return m_entries; }
  std::uint64_t candidate_limit() const { return std::uint64_t{1} << m_codec.candidate_limit_log2(); }

  /// Calls f(entries of the chunk) for every chunk.
  template <class F>
  void for_each_chunk(F&& f) const {
    std::size_t first = 0;
    for (std::uint64_t chunk = 0; chunk < m_codec.word_count(m_shape); ++chunk) {
      const std::uint64_t end = (chunk + 1) * m_codec.chunk_size(m_shape);
      std::size_t last = first;
      while (last < m_entries.size() && m_entries[last].position < end) ++last;
      f(std::span(m_entries).subspan(first, last - first));
      first = last;
    }
  }

  /// How many e0 a candidate's ratio falls short of the largest, or a number beyond `most` as soon
  /// as it is beyond.
  std::uint64_t loss(std::span<const row_entry> chunk, std::uint64_t candidate, std::uint64_t most,
                     std::uint64_t& tests) const {
    std::uint64_t sum = 0;
    for (const row_entry& entry : chunk) {
      ++tests;
      sum += loss_of(entry, candidate);
      if (sum > most) break;
    }
    return sum;
  }

 private:
  std::uint64_t loss_of(const row_entry& entry, std::uint64_t candidate) const {
    if (m_is_binary) return m_candidates.bit(candidate, entry.position) ? 0 : 2;
    const std::uint32_t offset = m_candidates.offset(candidate, entry.position);
    return offset == entry.offset ? 0 : offset == 0 ? 2 : 1;
  }

  const ppr_codec& m_codec;
  row_shape m_shape;
  std::vector<row_entry> m_entries;
  ppr_candidates m_candidates;
  bool m_is_binary;
};

/// Encodes the row by the published sampler, which takes every ratio whole; a chunk is cut at a
/// number of candidates. `words` as for ppr_codec::encode.
inline encoding_work encode_by_heap(const chunked_row& row, std::uint64_t most_visits,
                                    private_randomness& coins, std::span<std::uint64_t> words) {
  constexpr std::uint64_t everything = std::numeric_limits<std::uint64_t>::max();
  const double e0 = row.codec().response().loss_nats();
  encoding_work w;
  std::size_t next = 0;
  row.for_each_chunk([&](std::span<const row_entry> chunk) {
    const double largest = e0 * static_cast<double>(chunk.size());
    const ppr_heap_choice choice = sample_ppr_index_by_heap(
        largest, row.codec().alpha(), row.candidate_limit(), coins,
        [&](std::uint64_t k) {
          return largest - e0 * static_cast<double>(row.loss(chunk, k, everything, w.tests));
        },
        most_visits);
    words[next++] = choice.index;
    w.candidates += choice.evaluations;
    w.cut += choice.is_cut ? 1 : 0;
  });
  return w;
}

}  // namespace edgeldp::cli
