// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"

namespace edgeldp {

/// The rows of all users of a release as they come in.
///
/// A row that never came is drawn as a user without entries would, from public coins: its bits are
/// noise of the same law, so that estimates stay unbiased for what the others reported. Zero words
/// would not do: in a null space every bit would be 1. So a null-space row that comes as zeros, one
/// in 10 000, is replaced in the same way: strangers keep their law, and that user's neighbours are
/// lost.
/// Threads: rows of different users may be put at the same time.
template <class Layout>
class gathered_rows {
 public:
  /// Errors: as any_codec::require_room.
  explicit gathered_rows(const Layout& layout);

  /// Requires as many words as the user's row has.
  void put(const Layout& layout, vertex_id user, std::span<const std::uint64_t> row);

  struct result {
    shared_numbers<std::uint64_t> words;  ///< of all users, concatenated
    std::vector<vertex_id> absent;        ///< whose rows never came, in increasing order; not full ones
  };
  result finish(const Layout& layout) &&;

 private:
  numbers_to_share<std::uint64_t> m_words;
  std::vector<std::uint8_t> m_came;  // bytes, since bits would share words
};

extern template class gathered_rows<release_layout>;
extern template class gathered_rows<vector_layout>;

}  // namespace edgeldp
