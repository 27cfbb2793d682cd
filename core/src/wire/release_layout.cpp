// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "wire/row_laws.hpp"

namespace edgeldp {

namespace {

rank_budgets by_class(const release_parameters& p, epsilon first, epsilon rank_class::* of_later) {
  std::vector<rank_budgets::step> steps{{0, first}};
  for (const rank_class& c : p.later) steps.push_back({c.first, c.*of_later});
  return rank_budgets(std::move(steps));
}

}  // namespace

rank_budgets release_parameters::size_budgets() const {
  return by_class(*this, size, &rank_class::size);
}

rank_budgets release_parameters::edge_budgets() const {
  return by_class(*this, edges, &rank_class::edges);
}

rank_budgets release_parameters::count_budgets() const {
  return by_class(*this, count, &rank_class::count);
}

std::vector<std::uint32_t> rank_users(user_order order, release_key key, std::uint64_t users,
                                      std::span<const std::int64_t> degrees) {
  std::vector<std::uint32_t> rank(users);
  switch (order) {
    case user_order::id:
      std::iota(rank.begin(), rank.end(), 0U);
      return rank;
    case user_order::random:
      return permutation(key, users, stream_tag::order).table();
    case user_order::noisy_degree: {
      std::vector<vertex_id> user_at(users);
      std::iota(user_at.begin(), user_at.end(), 0U);
      std::ranges::sort(user_at, [&](vertex_id a, vertex_id b) {
        return degrees[a] != degrees[b] ? degrees[a] > degrees[b] : a < b;
      });
      for (std::uint64_t place = 0; place < users; ++place)
        rank[user_at[place]] = static_cast<std::uint32_t>(place);
      return rank;
    }
  }
  throw invalid_parameter("order = " + std::to_string(static_cast<int>(order)) +
                          ": must be 1 (id), 2 (random) or 3 (noisy-degree)");
}

std::vector<std::uint64_t> predict_sizes(std::span<const std::uint32_t> rank,
                                         std::span<const std::int64_t> degrees) {
  const std::uint64_t users = rank.size();
  std::vector<vertex_id> user_at(users);
  for (std::uint64_t u = 0; u < users; ++u) user_at[rank[u]] = static_cast<vertex_id>(u);
  uint128 total = 0;
  for (const std::int64_t d : degrees) total += clamp_released(d, users - 1);
  std::vector<std::uint64_t> expected(users, 0);
  uint128 before = 0;
  for (std::uint64_t place = 0; place < users && total != 0; ++place) {
    const vertex_id u = user_at[place];
    const std::uint64_t d = clamp_released(degrees[u], users - 1);
    expected[u] = std::min(static_cast<std::uint64_t>((before * d + total / 2) / total), place);
    before += d;
  }
  return expected;
}

release_layout::release_layout(const release_parameters& parameters, std::vector<std::int64_t> degrees,
                               std::vector<std::int64_t> sizes)
    : m_parameters(parameters),
      m_degrees(std::move(degrees)),
      m_sizes(std::move(sizes)),
      m_codecs(wire::make_row_codecs(parameters, m_degrees, m_sizes)) {
  make_order();
  make_expected_sizes();
  make_offsets();
}

void release_layout::make_order() {
  m_rank = rank_users(m_parameters.order, m_parameters.key, users(), m_degrees);
  m_user_at.resize(users());
  for (std::uint64_t u = 0; u < users(); ++u) m_user_at[m_rank[u]] = static_cast<vertex_id>(u);
  m_position = m_codecs.front().is_permuted() ? permutation(m_parameters.key, users()).table() : m_rank;
}

void release_layout::make_expected_sizes() {
  if (m_parameters.chunk_rule == chunk_rule::noisy_degree) {
    m_expected = predict_sizes(m_rank, m_degrees);
    return;
  }
  m_expected.resize(users());
  for (std::uint64_t u = 0; u < users(); ++u) m_expected[u] = clamp_released(m_sizes[u], m_rank[u]);
}

void release_layout::make_offsets() {
  m_word_offset.resize(users() + 1);
  for (std::uint64_t u = 0; u < users(); ++u)
    m_word_offset[u + 1] =
        m_word_offset[u] + codec(static_cast<vertex_id>(u)).word_count(shape(static_cast<vertex_id>(u)));
}

std::int64_t release_layout::released_number(vertex_id u) const noexcept {
  return m_parameters.chunk_rule == chunk_rule::noisy_degree ? m_degrees[u] : m_sizes[u];
}

std::uint64_t release_layout::possible_size(vertex_id u) const noexcept {
  return possible_entries(row_parameters_of(u), knowledge_of_row(u));
}

double release_layout::largest_kept_share() const noexcept {
  const auto kept_by = [](const any_codec& codec) {
    return codec.visit([](const auto& c) {
      if constexpr (requires { c.response().drop_probability(); })
        return 1.0 - c.response().drop_probability();
      else
        return 0.0;
    });
  };
  double most = 0.0;
  for (std::uint64_t u = 0; u < users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    most = std::max(most, kept_by(codec(user)) * static_cast<double>(m_expected[u]));
  }
  return most / static_cast<double>(users());
}

row_knowledge release_layout::knowledge_of_row(vertex_id u) const noexcept {
  return wire::knowledge_of_row(m_codecs.front(), users(), m_rank[u], m_expected[u], released_number(u));
}

row_shape release_layout::shape(vertex_id u) const noexcept {
  return make_shape(row_parameters_of(u), u, knowledge_of_row(u));
}

std::size_t release_layout::class_of(vertex_id u) const noexcept {
  return wire::class_at(m_parameters, m_rank[u]);
}

const any_codec& release_layout::codec() const {
  if (!has_one_law())
    throw invalid_parameter("rows of this release have " + std::to_string(m_codecs.size()) +
                            " laws, by rank: only centred counts of triangles read them");
  return m_codecs.front();
}

const codec_parameters& release_layout::row_parameters_of(vertex_id u) const noexcept {
  return wire::parameters_of_class(m_parameters, class_of(u));
}

}  // namespace edgeldp
