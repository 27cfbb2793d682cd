// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/gathered_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/public_coins.hpp"

namespace edgeldp {

namespace {

/// Whether a row came that says nothing (nullspace_codec::is_full).
template <class Layout>
bool is_full(const Layout& layout, vertex_id user, std::span<const std::uint64_t> words) {
  return layout.codec(user).visit([&]<class C>(const C&) {
    if constexpr (requires { C::is_full(words); }) return C::is_full(words);
    return false;
  });
}

template <class Layout>
void draw_row_of_absent(const Layout& layout, vertex_id user, std::span<std::uint64_t> words) {
  public_coins coins(layout.parameters().key, stream_tag::absent_row, user);
  layout.codec(user).visit([&](const auto& codec) { codec.encode(layout.shape(user), {}, coins, words); });
}

template <class Layout>
std::uint64_t words_of(const Layout& layout) {
  const std::uint64_t words = layout.word_offset(layout.users());
  layout.codecs().front().require_room(words);
  return words;
}

}  // namespace

template <class Layout>
gathered_rows<Layout>::gathered_rows(const Layout& layout)
    : m_words(size_of(words_of(layout))), m_came(size_of(layout.users())) {}

template <class Layout>
void gathered_rows<Layout>::put(const Layout& layout, vertex_id user, std::span<const std::uint64_t> row) {
  ranges::copy(row, m_words.all().begin() + static_cast<std::ptrdiff_t>(layout.word_offset(user)));
  m_came[user] = 1;
}

template <class Layout>
typename gathered_rows<Layout>::result gathered_rows<Layout>::finish(const Layout& layout) && {
  std::vector<vertex_id> absent;
  for (std::size_t u = 0; u < m_came.size(); ++u) {
    const std::uint64_t begin = layout.word_offset(u), end = layout.word_offset(u + 1);
    const std::span<std::uint64_t> words = m_words.all().subspan(size_of(begin), size_of(end - begin));
    const auto user = static_cast<vertex_id>(u);
    if (m_came[u] != 0 && !is_full(layout, user, words)) continue;
    draw_row_of_absent(layout, user, words);
    if (m_came[u] == 0) absent.push_back(user);
  }
  return {std::move(m_words).share(), std::move(absent)};
}

template class gathered_rows<release_layout>;
template class gathered_rows<vector_layout>;

}  // namespace edgeldp
