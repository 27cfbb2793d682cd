// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/prefetch.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

namespace edgeldp {

/// User side: randomizes user u's row. `neighbors` are ALL its neighbours, in any order, without
/// repeats; those that come later in the public order never enter the row. Writes the words of u's
/// row (see release_layout::word_offset).
///
/// Promise: costs parameters().edge_budgets() at u's rank per bit of the adjacency vector, or at
///     the rank of whom the bit is about where laws are by position (core/doc/privacy.md); the
///     length and header of what is sent depend on released numbers and the randomized row only.
/// Errors: invalid_parameter when simulated coins would enter a release that is not marked
///     simulated, or a neighbour is out of range.
void encode_row(const release_layout& layout, vertex_id u, std::span<const vertex_id> neighbors,
                private_randomness& coins, std::span<std::uint64_t> words);

/// One user's edge message as bytes: what it uploads. The bit length of the content is rounded up
/// to bytes.
std::vector<std::byte> write_report(const release_layout& layout, vertex_id u,
                                    std::span<const std::uint64_t> words);

/// Collector side: the words of a report.
/// Errors: format_error unless the bytes are exactly what write_report would produce.
std::vector<std::uint64_t> read_report(const release_layout& layout, vertex_id u,
                                       std::span<const std::byte> report);

/// What a release file says beside the release, for its readers. All of it is public: an order of
/// first appearance in a private file is not.
struct file_notes {
  /// What user 0, 1, ... is called elsewhere; none, or one a user.
  std::vector<std::uint64_t> ids{};
  /// The id of the collection that made the release, in 64 hexadecimal digits; empty: none did.
  std::string task{};
};

/// Sizes of a release file by section, in bytes.
struct release_sizes {
  std::uint64_t header = 0;  ///< of all that is not named here
  std::uint64_t degrees = 0, sizes = 0;
  std::uint64_t ids = 0;    ///< names of users, where the file carries them
  std::uint64_t edges = 0;  ///< block index and rows
  std::uint64_t total() const noexcept { return header + degrees + sizes + ids + edges; }
};

/// n reports with random access: a noisy graph that anybody may read. Rows are decoded to flat
/// words once; after that any noisy edge is O(1). Immutable; const access is safe concurrently.
class release {
 public:
  /// Takes the rows of all users, concatenated (layout.word_offset(layout.users()) words), and who
  /// of them sent none (gathered_rows.hpp), in increasing order.
  release(std::shared_ptr<const release_layout> layout, shared_numbers<std::uint64_t> words,
          std::vector<vertex_id> absent = {});
  release(release_layout layout, shared_numbers<std::uint64_t> words, std::vector<vertex_id> absent = {});

  /// The same under the same layout, its rows held under a name (shared_numbers::held).
  /// Errors: as public_memory::hold.
  release held_as(std::shared_ptr<const release_layout> layout, std::string_view name) const;

  const release_layout& layout() const noexcept { return *m_layout; }
  const std::shared_ptr<const release_layout>& shared_layout() const noexcept { return m_layout; }
  const release_parameters& parameters() const noexcept { return m_layout->parameters(); }
  /// Of all rows.
  /// Errors: invalid_parameter where they have several laws.
  bit_law law() const { return m_layout->codec().law(); }
  /// Of the bit of the pair {u, v}.
  bit_law law(vertex_id u, vertex_id v) const noexcept { return m_layout->law(u, v); }

  /// Users whose rows never came and say nothing: noise that everybody could have drawn.
  const std::vector<vertex_id>& absent() const noexcept { return m_absent; }

  /// Of all users, concatenated.
  const shared_numbers<std::uint64_t>& all_words() const noexcept { return m_words; }

  std::span<const std::uint64_t> words(vertex_id u) const noexcept {
    const std::uint64_t begin = m_layout->word_offset(u);
    return {m_words.data() + begin, size_of(m_layout->word_offset(u + std::uint64_t{1}) - begin)};
  }

  /// Asks for the first of them.
  /// Requires: for speed, that its place is at hand (release_layout::prefetch_place).
  [[gnu::always_inline]] void prefetch_words(vertex_id u) const noexcept {
    prefetch_from(m_words.data() + m_layout->word_offset(u));
  }

  /// Calls f(row) with user u's decodable row: dispatches on the codec once.
  template <class F>
  decltype(auto) visit_row(vertex_id u, F&& f) const {
    const std::size_t row_class = m_layout->class_of(u);
    return m_layout->codecs()[row_class].visit([&](const auto& codec) -> decltype(auto) {
      return f(codec.row(m_layout->shape(u, row_class), words(u)));
    });
  }

  /// The noisy bit of the pair {u, v}; false when u = v. O(1): one dependent Philox block for ppr.
  /// Does not throw.
  bool edge(vertex_id u, vertex_id v) const noexcept;

  /// The file of core/doc/format.md in memory, and how its bytes divide.
  /// Errors: invalid_parameter for another number of ids, or a task that is no id.
  std::vector<std::byte> serialize(release_sizes* sizes = nullptr, const file_notes& notes = {}) const;

  /// Writes the file as an atomic_file; returns how the bytes divide.
  /// Errors: io_error with path and cause.
  release_sizes save(const std::string& path, const file_notes& notes = {}) const;

 private:
  std::shared_ptr<const release_layout> m_layout;
  shared_numbers<std::uint64_t> m_words;
  std::vector<vertex_id> m_absent;
};

/// How the bytes of a release file will divide, as far as that is known before the rows are.
release_sizes sizes_before_rows(const release_layout& layout);

/// Index and blocks of all rows, as they end a file.
std::vector<std::byte> write_rows(const release& rows);
/// name: under which the words are held (shared_numbers::held).
/// Errors: format_error for bytes that write_rows never makes.
release read_rows(std::shared_ptr<const release_layout> layout, std::span<const std::byte> bytes,
                  std::vector<vertex_id> absent = {}, std::string_view name = {});

/// Users in one block of a file: a block is the unit of random access and of checksums.
inline constexpr std::uint32_t users_per_block = 1024;

}  // namespace edgeldp
