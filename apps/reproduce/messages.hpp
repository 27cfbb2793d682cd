// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

/// Users who send their vectors by ppr: real messages, one user after another, timed.
namespace edgeldp::cli {

/// What one user's messages cost.
struct message_cost {
  std::uint64_t entries = 0, bytes = 0;  ///< bytes of all rounds
  double seconds = 0.0;                  ///< processor time from the list of entries to their message
  std::uint64_t cut = 0;                 ///< chunks that the published sampler gave up
  std::uint64_t chunks = 0;
  double log2_indices = 0.0;  ///< sum of log2 K over chunks
};

struct sent_vectors {
  double mechanism_epsilon = 0.0;
  std::vector<message_cost> users;
};

/// Every user's messages, each read back. Key and coins follow from the seed; `repetitions` replay
/// them, so that only the time differs: its median is kept.
/// Errors: as publish_vectors; internal_error when what is read is not what was written.
sent_vectors send_vectors(const sparse_vectors& data, const vector_options& options,
                          std::uint64_t repetitions, std::uint64_t seed);

/// The same by the published sampler, once, cut at a number of candidates a chunk.
sent_vectors send_vectors_by_heap(const sparse_vectors& data, const vector_options& options,
                                  std::uint64_t most_visits, std::uint64_t seed);

}  // namespace edgeldp::cli
