// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/passing_order.hpp"
#include "edgeldp/core/wire/release.hpp"

/// What a user keeps of an order, a layout or a release who needs a few users of it: itself and its
/// neighbours. It reads all of the public bytes, as everybody does, so that nobody learns whom it
/// knows; but it remembers these alone.
///
/// Memory: of an excerpt: some 20 bytes a known user, and the words of their rows. While one is
///     made from bytes, what passing_order takes, and a block of rows; an index of all blocks.
/// Cost: of making one: reading all degrees twice, all sizes, and decoding every row once. A
///     look-up: O(log k) among k known users.
/// Threads: const access is safe concurrently.
namespace edgeldp {

/// Some users, in increasing order.
class known_users {
 public:
  known_users() = default;
  /// In any order, and more than once; `of`: of so many in all, or 0 where that is not known.
  explicit known_users(std::vector<vertex_id> users, std::uint64_t of = 0);

  std::size_t size() const noexcept { return m_users.size(); }
  std::span<const vertex_id> all() const noexcept { return m_users; }
  /// Where a user stands among them.
  /// Errors: internal_error for a user who is not one of them.
  std::size_t place(vertex_id user) const;
  /// Errors: format_error, which names nobody, for another number of all users, whoever is known,
  ///     so that its words say nothing of a list; else for one of them beyond `users`.
  void require_below(std::uint64_t users) const;

 private:
  std::vector<vertex_id> m_users;
  std::uint64_t m_of = 0;
};

/// Errors: of look-ups, here and below: internal_error for users who are not known.
class order_excerpt {
 public:
  /// Errors: format_error for an order that lacks a known user.
  order_excerpt(passing_order whole, known_users known);

  std::uint64_t users() const noexcept { return m_users; }
  std::uint32_t rank(vertex_id v) const { return m_rank[m_known.place(v)]; }
  bool precedes(vertex_id u, vertex_id v) const { return rank(u) < rank(v); }
  user_order kind() const noexcept { return m_kind; }
  release_key key() const noexcept { return m_key; }
  std::int64_t degree(vertex_id v) const { return m_degree[m_known.place(v)]; }

 private:
  std::uint64_t m_users;
  user_order m_kind;
  release_key m_key;
  known_users m_known;
  std::vector<std::uint32_t> m_rank;
  std::vector<std::int64_t> m_degree;  ///< released
};

/// Each function says what release_layout says.
class layout_excerpt {
 public:
  /// sizes: released ones, one for each user of the order, or none where rows follow degrees.
  /// Errors: format_error for rows that follow true degrees, or degrees that a random order does
  ///     not follow, and for an order that lacks a known user; invalid_parameter for parameters
  ///     that do not fit together, naming them.
  layout_excerpt(const release_parameters& parameters, const passing_order& order,
                 const passing_numbers& sizes, known_users known);

  const release_parameters& parameters() const noexcept { return m_parameters; }
  std::uint64_t users() const noexcept { return m_parameters.users; }
  const known_users& known() const noexcept { return m_known; }

  std::uint32_t rank(vertex_id v) const { return m_rank[m_known.place(v)]; }
  std::uint32_t position(vertex_id v) const { return m_position[m_known.place(v)]; }
  std::int64_t released_number(vertex_id v) const { return m_size[m_known.place(v)]; }
  /// Released, as the order has it.
  std::int64_t degree(vertex_id v) const { return m_degree[m_known.place(v)]; }

  std::span<const any_codec> codecs() const noexcept { return m_codecs; }
  std::size_t class_of(vertex_id v) const;
  std::size_t class_of_bit(vertex_id owner, vertex_id about) const {
    return class_of(m_parameters.has_laws_by_position() ? about : owner);
  }
  const any_codec& codec(vertex_id v) const { return m_codecs[class_of(v)]; }
  row_shape shape(vertex_id v) const;

 private:
  release_parameters m_parameters;
  known_users m_known;
  std::vector<any_codec> m_codecs;
  std::vector<std::uint32_t> m_rank, m_position;
  std::vector<std::int64_t> m_size, m_degree;
  std::vector<std::uint32_t> m_expected;
};

/// The rows of known users.
class release_excerpt {
 public:
  /// `row_bytes`: as write_rows writes the rows of all users, under the same order and sizes as the
  /// layout.
  /// Errors: format_error for bytes that write_rows never makes.
  release_excerpt(layout_excerpt layout, const passing_order& order, const passing_numbers& sizes,
                  const public_bytes& row_bytes, std::span<const vertex_id> absent);

  const layout_excerpt& layout() const noexcept { return m_layout; }
  bool is_absent(vertex_id v) const { return m_is_absent[m_layout.known().place(v)]; }

  template <class F>
  decltype(auto) visit_row(vertex_id v, F&& f) const {
    const std::span<const std::uint64_t> words = m_words[m_layout.known().place(v)];
    return m_layout.codec(v).visit(
        [&](const auto& codec) -> decltype(auto) { return f(codec.row(m_layout.shape(v), words)); });
  }

 private:
  layout_excerpt m_layout;
  std::vector<std::vector<std::uint64_t>> m_words;
  std::vector<bool> m_is_absent;
};

/// As for a whole layout (release.hpp).
/// Requires: u and its neighbours are known.
void encode_row(const layout_excerpt& layout, vertex_id u, std::span<const vertex_id> neighbors,
                private_randomness& coins, std::span<std::uint64_t> words);
std::vector<std::byte> write_report(const layout_excerpt& layout, vertex_id u,
                                    std::span<const std::uint64_t> words);

}  // namespace edgeldp
