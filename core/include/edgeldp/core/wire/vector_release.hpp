// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"

/// Sparse k-ary vectors as messages and files: the counterpart of release.hpp for users who each
/// hold a vector over the same positions.
/// Source: [Hillebrand 2026], sections 3 to 5; privacy: core/doc/privacy.md, "Vectors".
namespace edgeldp {

/// User side: randomizes user u's vector. `entries` are the positions at which it differs from the
/// public reference, in any order, each once: position = item, offset = (value - reference) mod k,
/// in 1 .. k - 1. Writes the words of u's row (see vector_layout::word_offset).
///
/// Promise: costs parameters().entries per unit of Hamming distance; the length and header of what
///     is sent depend on released or public numbers only (but under size_rule::true_size).
/// Cost: ppr, nullspace: the entries alone, whatever the length; bitmap: a coin a position. 950
///     entries among 890 060 positions with ppr at budget 1, alpha 2, level 5: 1.1 ms for k = 2,
///     0.6 ms for k = 11 (processor time; 35 and 27 bytes).
/// Errors: invalid_parameter when simulated coins would enter a release that is not marked
///     simulated, for an item or offset out of range, for an item named twice.
void encode_vector(const vector_layout& layout, vertex_id u, std::span<const row_entry> entries,
                   private_randomness& coins, std::span<std::uint64_t> words);

/// One user's message as bytes: what it uploads.
std::vector<std::byte> write_vector(const vector_layout& layout, vertex_id u,
                                    std::span<const std::uint64_t> words);

/// Collector side: the words of a message.
/// Errors: format_error unless the bytes are exactly what write_vector would produce.
std::vector<std::uint64_t> read_vector(const vector_layout& layout, vertex_id u,
                                       std::span<const std::byte> message);

/// Sizes of a file of vectors by section, in bytes.
struct vector_release_sizes {
  std::uint64_t header = 0;  ///< of all that is not named here
  std::uint64_t sizes = 0, catalog = 0;
  std::uint64_t entries = 0;  ///< block index and rows
  std::uint64_t total() const noexcept { return header + sizes + catalog + entries; }
};

/// n noisy vectors with random access. Rows are decoded to flat words once; after that any value is
/// O(1). Immutable; const access is safe concurrently.
class vector_release {
 public:
  /// Takes the rows of all users, concatenated (layout.word_offset(layout.users()) words), and
  /// public text to go along with them: names of users, items and values, for whoever reads the
  /// file (empty: none). `absent` as in release.
  vector_release(vector_layout layout, shared_numbers<std::uint64_t> words, std::string catalog = {},
                 std::vector<vertex_id> absent = {});

  const vector_layout& layout() const noexcept { return m_layout; }
  const vector_parameters& parameters() const noexcept { return m_layout.parameters(); }
  const std::string& catalog() const noexcept { return m_catalog; }
  const std::vector<vertex_id>& absent() const noexcept { return m_absent; }

  /// The law of "the decoded value differs from the reference" (codec_parameters.hpp). Each single
  /// value other than the true one has probability p0 / (k - 1).
  bit_law difference_law() const noexcept;

  std::span<const std::uint64_t> words(vertex_id u) const noexcept {
    return {m_words.data() + m_layout.word_offset(u),
            size_of(m_layout.word_offset(u + std::uint64_t{1}) - m_layout.word_offset(u))};
  }

  /// Of all users, concatenated.
  const shared_numbers<std::uint64_t>& all_words() const noexcept { return m_words; }

  /// Calls f(row) with user u's decodable row: dispatches on the codec once.
  template <class F>
  decltype(auto) visit_row(vertex_id u, F&& f) const {
    return m_layout.codec().visit(
        [&](const auto& codec) -> decltype(auto) { return f(codec.row(m_layout.shape(u), words(u))); });
  }

  /// The noisy offset of user u at an item, 0 where it is as the reference. Does not throw.
  /// Cost: O(1): one dependent Philox block for ppr, and the item's place (see
  ///     vector_layout::position).
  std::uint32_t offset(vertex_id u, std::uint32_t item) const noexcept;

  /// All noisy offsets of user u, by POSITION (vector_layout::positions). Requires offsets.size() =
  /// length.
  void decode_offsets(vertex_id u, std::span<std::uint8_t> offsets) const;

  /// Where the noisy value of user u differs from the reference, one bit a POSITION: ceil(length /
  /// 64) words, unused high bits zero.
  void decode_differences(vertex_id u, std::span<std::uint64_t> bits) const;

  /// The file format of core/doc/format.md, "Vector files", in memory, and how its bytes divide.
  std::vector<std::byte> serialize(vector_release_sizes* sizes = nullptr) const;

  /// As release::save.
  /// Errors: io_error with path and cause.
  vector_release_sizes save(const std::string& path) const;

 private:
  vector_layout m_layout;
  shared_numbers<std::uint64_t> m_words;
  std::string m_catalog;
  std::vector<vertex_id> m_absent;
};

/// As write_rows and read_rows of release.hpp.
std::vector<std::byte> write_rows(const vector_release& rows);
vector_release read_rows(const vector_layout& layout, std::span<const std::byte> bytes,
                         std::vector<vertex_id> absent = {}, std::string_view name = {});

}  // namespace edgeldp
