// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/random/permutation.hpp"

namespace edgeldp {

/// Where the numbers come from that shape rows. Tags are stored; never renumber.
enum class size_rule : std::uint8_t {
  released_size = 1,  ///< a size round: how many positions differ from the reference, with noise
  public_bound = 2,   ///< known without asking anybody: no size round. Bitmaps need no numbers at all
  true_size = 3,      ///< the paper's rule, NOT private: kept for reproduction only
};

/// Everything about a release of vectors that is fixed before the round `entries`.
struct vector_parameters : codec_parameters {
  std::uint64_t users = 0;
  std::uint64_t length = 0;    ///< positions ("items") of every user's vector
  std::uint32_t alphabet = 2;  ///< values 0 .. k - 1
  size_rule sizes = size_rule::released_size;
  bool simulated = false;               ///< private coins came from a seed
  epsilon total, size, entries, count;  ///< shares of the budget; count is what is left for later rounds

  /// False for true sizes, which shape messages by private data.
  bool is_private() const noexcept { return sizes != size_rule::true_size; }
  friend bool operator==(const vector_parameters&, const vector_parameters&) = default;
};

/// The public half of a release of n sparse vectors over the same positions, each against a public
/// reference: the counterpart of release_layout for vectors. Nothing is triangular and there is no
/// order: every user reports every position, users of a bipartite graph their whole neighbour list
/// (k = 2, reference 0).
///
/// Shapes: sizes: n numbers of positions that differ from the reference, or empty (bitmaps under
///     public_bound).
/// Memory: 16 bytes a user, which copies share; nothing that grows with `length`.
/// Threads: const access is safe concurrently.
/// Errors: invalid_parameter for parameters that do not fit together, naming them; nullspace rows
///     are binary.
class vector_layout {
 public:
  /// name: under which its numbers are held (shared_numbers::held).
  vector_layout(const vector_parameters& parameters, shared_numbers<std::int64_t> sizes,
                std::string_view name = {});

  const vector_parameters& parameters() const noexcept { return m_parameters; }
  const any_codec& codec() const noexcept { return m_codec; }
  /// As release_layout has them: all rows have one law.
  const any_codec& codec(vertex_id) const noexcept { return m_codec; }
  std::span<const any_codec> codecs() const noexcept { return {&m_codec, 1}; }
  std::size_t class_of(vertex_id) const noexcept { return 0; }
  std::span<const std::int64_t> sizes() const noexcept { return m_sizes; }
  std::uint64_t users() const noexcept { return m_parameters.users; }
  std::uint64_t length() const noexcept { return m_parameters.length; }
  std::uint32_t alphabet() const noexcept { return m_parameters.alphabet; }

  /// Where an item sits in everybody's row: its permuted place, or itself for bitmaps. 8 to 16
  /// Philox blocks when permuted; see positions(). Requires item < length.
  std::uint32_t position(std::uint32_t item) const noexcept {
    return m_permutation ? (*m_permutation)(item) : item;
  }
  /// The item at a position.
  std::uint32_t item_at(std::uint32_t position) const noexcept {
    return m_permutation ? m_permutation->inverse(position) : position;
  }
  /// position(item) of every item: 4 bytes an item, computed in parallel. For decoders; encoders
  /// need few.
  std::vector<std::uint32_t> positions() const;

  row_shape shape(vertex_id u) const noexcept;

  /// Words [word_offset(u), word_offset(u + 1)) of the flat array belong to user u. u = users() is
  /// allowed.
  std::uint64_t word_offset(std::uint64_t u) const noexcept { return m_word_offset[size_of(u)]; }

 private:
  std::vector<std::uint64_t> make_word_offsets() const;

  vector_parameters m_parameters;
  shared_numbers<std::int64_t> m_sizes;
  any_codec m_codec;
  std::optional<permutation> m_permutation;
  shared_numbers<std::uint64_t> m_word_offset;
};

}  // namespace edgeldp
