// SPDX-License-Identifier: MIT
#include "questions/butterflies/item_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

std::vector<vertex_id> users_by_rank(std::span<const std::uint32_t> rank) {
  std::vector<vertex_id> users(rank.size());
  for (std::size_t u = 0; u < rank.size(); ++u) users[rank[u]] = static_cast<vertex_id>(u);
  return users;
}

}  // namespace

std::vector<std::uint32_t> rank_by_size(const vector_layout& layout) {
  std::vector<vertex_id> users(layout.users());
  std::iota(users.begin(), users.end(), vertex_id{0});
  const auto sizes = layout.sizes();
  if (!sizes.empty()) ranges::sort(users, {}, [&](vertex_id u) { return std::pair(-sizes[u], u); });
  std::vector<std::uint32_t> rank(users.size());
  for (std::uint32_t r = 0; r < rank.size(); ++r) rank[users[r]] = r;
  return rank;
}

bool can_weigh_items(std::uint64_t users, std::uint64_t length) noexcept {
  constexpr uint128 most_bits = uint128{1} << 36;
  const auto whole_words = [](std::uint64_t bits) { return uint128{(bits + 63) / 64} * 64; };
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  return users <= most && length <= most && whole_words(users) * length <= most_bits &&
         whole_words(length) * users <= most_bits;
}

item_weights::item_weights(const vector_release& published)
    : m_rank(rank_by_size(published.layout())),
      m_law(published.difference_law()),
      m_phi(m_law),
      m_bits(transposed(materialize(published, users_by_rank(m_rank)))),
      m_unit(unit_for(static_cast<double>(m_rank.size()) * m_phi.largest() * m_phi.largest())) {}

item_weights::of_list::of_list(const item_weights& w, std::uint32_t rank,
                               std::span<const std::uint32_t> positions)
    : m_w(w), m_rank(rank), m_positions(positions), m_words((rank + std::size_t{63}) / 64) {
  for (const std::uint32_t x : positions)
    m_ones.push_back(ones_below(w.m_bits.row(x), w.m_bits.row(x), rank));
  if (m_words * positions.size() > most_gathered) return;
  m_gathered.reserve(m_words * positions.size());
  for (const std::uint32_t x : positions) {
    const auto bits = w.m_bits.row(x).first(m_words);
    m_gathered.insert(m_gathered.end(), bits.begin(), bits.end());
    if (rank % 64 != 0) m_gathered.back() &= low_bits(rank % 64);
  }
}

void item_weights::of_list::weigh(std::size_t row) {
  m_row = row;
  m_both.resize(row);
  m_weights.resize(row);
  const auto all = std::span(m_gathered);
  if (!all.empty())
    count_common_with_rows(all.data(), m_words, all.subspan(row * m_words, m_words), m_both);
  else
    for (std::size_t k = 0; k < row; ++k)
      m_both[k] = static_cast<std::uint32_t>(
          ones_below(m_w.m_bits.row(m_positions[row]), m_w.m_bits.row(m_positions[k]), m_rank));
  for (std::size_t k = 0; k < row; ++k)
    m_weights[k] = std::llround(m_w.m_phi.two_steps(m_both[k], m_ones[row] + m_ones[k], m_rank) / m_w.m_unit);
}

std::shared_ptr<const item_weights> weights_of_items(const public_objects& published,
                                                     const public_ref<vector_release>& rows) {
  return published.derive<item_weights>("weights of items on " + rows.name,
                                        [&] { return std::make_shared<const item_weights>(*rows); });
}

}  // namespace edgeldp
