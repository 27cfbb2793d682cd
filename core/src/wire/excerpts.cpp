// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/excerpts.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "wire/row_laws.hpp"
#include "wire/rows.hpp"

namespace edgeldp {

known_users::known_users(std::vector<vertex_id> users, std::uint64_t of)
    : m_users(std::move(users)), m_of(of) {
  ranges::sort(m_users);
  m_users.erase(ranges::unique(m_users).begin(), m_users.end());
}

std::size_t known_users::place(vertex_id user) const {
  const auto at = ranges::lower_bound(m_users, user);
  if (at == m_users.end() || *at != user)
    throw internal_error("user " + std::to_string(user) + " is not in the excerpt");
  return static_cast<std::size_t>(at - m_users.begin());
}

void known_users::require_below(std::uint64_t users) const {
  if (m_of != 0 && users != m_of)
    throw format_error(
        0, "what was announced is of " + std::to_string(users) + " users, there are " + std::to_string(m_of));
  if (!m_users.empty() && m_users.back() >= users)
    throw format_error(0, "what was announced is of " + std::to_string(users) + " users, and lacks some");
}

namespace {

/// Calls f(user, next()) for known users; next() is called for all users, one after another.
template <class Next, class F>
void for_each_known(const known_users& known, std::uint64_t users, Next&& next, F&& f) {
  auto waiting = known.all().begin();
  for (std::uint64_t u = 0; u < users; ++u) {
    const auto passing = next();
    if (waiting == known.all().end() || *waiting != u) continue;
    f(*waiting, passing);
    ++waiting;
  }
}

/// The public numbers that shape a row (release_layout has the same).
struct row_numbers_of_user {
  std::uint32_t rank = 0;
  std::int64_t degree = 0, released = 0;
  std::uint64_t expected = 0;
};

/// Those of all users, one after another.
class passing_rows {
 public:
  passing_rows(const release_parameters& p, const passing_order& order, const passing_numbers& sizes)
      : m_follows_degrees(p.chunk_rule == chunk_rule::noisy_degree), m_order(order), m_sizes(sizes) {
    if (m_follows_degrees && !order.predicts_sizes())
      throw format_error(0, "rows that follow degrees in a random order have no excerpt");
  }

  row_numbers_of_user next() {
    const passing_order::user u = m_order.next();
    std::int64_t size = 0;
    if (m_sizes.left() > 0) size = m_sizes.next();
    check_released_numbers("size", std::span(&size, 1));
    if (m_follows_degrees) return {u.rank, u.degree, u.degree, m_order.predicted_size(u)};
    return {u.rank, u.degree, size, clamp_released(size, u.rank)};
  }

 private:
  bool m_follows_degrees;
  passing_order m_order;
  passing_numbers m_sizes;
};

}  // namespace

order_excerpt::order_excerpt(passing_order whole, known_users known)
    : m_users(whole.users()), m_kind(whole.kind()), m_key(whole.key()), m_known(std::move(known)) {
  m_known.require_below(m_users);
  for_each_known(
      m_known, m_users, [&] { return whole.next(); },
      [&](vertex_id, const passing_order::user& u) {
        m_rank.push_back(u.rank);
        m_degree.push_back(u.degree);
      });
}

layout_excerpt::layout_excerpt(const release_parameters& parameters, const passing_order& order,
                               const passing_numbers& sizes, known_users known)
    : m_parameters(parameters),
      m_known(std::move(known)),
      m_codecs(wire::make_row_codecs(parameters, order.users(), sizes.left())) {
  if (m_parameters.chunk_rule == chunk_rule::true_degree)
    throw format_error(0, "rows that follow true degrees have no excerpt");
  m_known.require_below(users());
  passing_rows rows(m_parameters, order, sizes);
  const bool is_permuted = m_codecs.front().is_permuted();
  const permutation places(m_parameters.key, users());
  for_each_known(
      m_known, users(), [&] { return rows.next(); },
      [&](vertex_id v, const row_numbers_of_user& row) {
        m_rank.push_back(row.rank);
        m_position.push_back(is_permuted ? places(v) : row.rank);
        m_size.push_back(row.released);
        m_expected.push_back(static_cast<std::uint32_t>(row.expected));
        m_degree.push_back(row.degree);
      });
}

std::size_t layout_excerpt::class_of(vertex_id v) const {
  return wire::class_at(m_parameters, rank(v));
}

namespace {

row_shape shape_of(const release_parameters& p, const any_codec& codec, vertex_id user, std::uint32_t rank,
                   std::uint64_t expected, std::int64_t released) {
  return make_shape(wire::parameters_of_class(p, wire::class_at(p, rank)), user,
                    wire::knowledge_of_row(codec, p.users, rank, expected, released));
}

/// A layout that knows all users of one block at a time, and what their words come to (rows.hpp).
class layout_of_block {
 public:
  layout_of_block(const layout_excerpt& layout, const passing_order& order, const passing_numbers& sizes)
      : m_layout(layout), m_passing(layout.parameters(), order, sizes) {}

  /// Requires: block after block.
  void move_to(std::uint64_t block) {
    m_first = block * users_per_block;
    const std::uint64_t last = std::min(users(), m_first + users_per_block);
    m_offset = {m_offset.back()};
    m_rows.clear();
    for (std::uint64_t u = m_first; u < last; ++u) {
      const auto user = static_cast<vertex_id>(u);
      m_rows.push_back(m_passing.next());
      m_offset.push_back(m_offset.back() + codec(user).word_count(shape(user)));
    }
  }

  const release_parameters& parameters() const noexcept { return m_layout.parameters(); }
  std::uint64_t users() const noexcept { return m_layout.users(); }
  std::span<const any_codec> codecs() const noexcept { return m_layout.codecs(); }
  std::size_t class_of(vertex_id u) const noexcept { return wire::class_at(parameters(), row(u).rank); }
  const any_codec& codec(vertex_id u) const noexcept { return codecs()[class_of(u)]; }
  row_shape shape(vertex_id u) const {
    return shape_of(parameters(), codecs().front(), u, row(u).rank, row(u).expected, row(u).released);
  }
  std::uint64_t word_offset(std::uint64_t u) const noexcept { return m_offset[size_of(u - m_first)]; }

 private:
  const row_numbers_of_user& row(vertex_id u) const noexcept { return m_rows[size_of(u - m_first)]; }

  const layout_excerpt& m_layout;
  passing_rows m_passing;
  std::vector<row_numbers_of_user> m_rows;  // of the block
  std::uint64_t m_first = 0;
  std::vector<std::uint64_t> m_offset = {0};  // of the block's users, and the end
};

/// Calls f(layout, first user of the block, words of the block) block after block.
template <class F>
void for_each_block(layout_of_block layout, const public_bytes& bytes, F&& f) {
  wire::block_reader blocks(bytes, 0, wire::block_count_of(layout.users()));
  std::vector<std::uint64_t> words;
  for (std::uint64_t b = 0; b < blocks.block_count(); ++b) {
    layout.move_to(b);
    blocks.require_room(layout, b);
    if (b + 1 == blocks.block_count()) blocks.require_room_for_all(layout);
    const wire::block_range range(layout, b);
    words.assign(size_of(range.word_count), 0);
    blocks.read(layout, b, words);
    f(layout, range, std::span<const std::uint64_t>(words));
  }
}

}  // namespace

row_shape layout_excerpt::shape(vertex_id v) const {
  const std::size_t at = m_known.place(v);
  return shape_of(m_parameters, m_codecs.front(), v, m_rank[at], m_expected[at], m_size[at]);
}

release_excerpt::release_excerpt(layout_excerpt layout, const passing_order& order,
                                 const passing_numbers& sizes, const public_bytes& row_bytes,
                                 std::span<const vertex_id> absent)
    : m_layout(std::move(layout)) {
  wire::require_absent(m_layout.users(), absent, 0);
  for_each_block({m_layout, order, sizes}, row_bytes, [&](const auto& all, const auto& range, auto words) {
    const std::span<const vertex_id> known = m_layout.known().all();
    while (m_words.size() < known.size() && known[m_words.size()] < range.last) {
      const vertex_id v = known[m_words.size()];
      const auto row = words.subspan(size_of(all.word_offset(v) - range.first_word),
                                     size_of(all.word_offset(std::uint64_t{v} + 1) - all.word_offset(v)));
      m_words.emplace_back(row.begin(), row.end());
      m_is_absent.push_back(ranges::binary_search(absent, v));
    }
  });
}

void encode_row(const layout_excerpt& layout, vertex_id u, std::span<const vertex_id> neighbors,
                private_randomness& coins, std::span<std::uint64_t> words) {
  wire::encode_row(layout, u, neighbors, coins, words);
}

std::vector<std::byte> write_report(const layout_excerpt& layout, vertex_id u,
                                    std::span<const std::uint64_t> words) {
  return wire::write_row(layout, u, words);
}

}  // namespace edgeldp
