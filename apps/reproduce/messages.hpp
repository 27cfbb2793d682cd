// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/core/codec/ppr.hpp"
#include "reproduce/populations.hpp"

/// Users who send their vectors by ppr: real messages, one user after another, timed.
namespace edgeldp::cli {

/// How a row is cut into chunks.
struct chunk_choice {
  std::optional<double> beta;  ///< the paper's rule: beta e d chunks, e the mechanism's budget
  unsigned level = 5;          ///< otherwise the effort that a chunk may take
  bool is_released = true;     ///< d has been released with noise; otherwise it is the true one, NOT private
};

/// One way of sending a vector, with alpha 2 as in the paper. A released size takes a tenth of the
/// budget.
class vector_sender {
 public:
  vector_sender(double epsilon, const chunk_choice& chunks, std::uint32_t alphabet, std::uint64_t seed);

  const ppr_codec& codec() const { return m_codec; }
  const chunk_choice& chunks() const { return m_chunks; }
  double mechanism_epsilon() const { return m_codec.response().loss_nats(); }
  /// What everybody may know of a row whose number of entries has been given as `size`.
  row_shape shape_of(vertex_id user, std::uint64_t length, std::int64_t size) const;
  std::int64_t size_to_tell(std::uint64_t entries, vertex_id user, std::uint64_t seed) const;

 private:
  chunk_choice m_chunks;
  epsilon m_size_budget;
  ppr_codec m_codec;
};

/// What one user's message cost.
struct message_cost {
  std::uint64_t entries = 0, bytes = 0;
  double seconds = 0.0;   ///< processor time from the list of entries to the bytes
  std::uint64_t cut = 0;  ///< chunks that the published sampler gave up
};

/// All users' messages, each read back. Errors: internal_error when what is read is not what was written.
/// `repetitions` replay the same coins and only the time differs: its median is kept.
std::vector<message_cost> send_vectors(const population& people, const vector_sender& sender,
                                       std::uint64_t repetitions, std::uint64_t seed);

/// The same by the published sampler, cut at a number of candidates a chunk.
std::vector<message_cost> send_vectors_by_heap(const population& people, const vector_sender& sender,
                                               std::uint64_t most_visits, std::uint64_t seed);

}  // namespace edgeldp::cli
