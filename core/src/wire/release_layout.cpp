// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/permutation.hpp"

namespace edgeldp {

namespace {

/// Shares of rounds that take place are positive, and add up to no more than the total.
void check_shares(const release_parameters& p) {
  if (p.degree.is_zero() || p.edges.is_zero() ||
      (p.chunk_rule == chunk_rule::released_size && p.size.is_zero()))
    throw invalid_parameter("a round of the release has budget 0");
  if (p.degree.units() + p.size.units() + p.edges.units() + p.count.units() > p.total.units())
    throw invalid_parameter("the rounds' budgets add up to more than the total");
}

void check(const release_parameters& p, std::span<const std::int64_t> degrees,
           std::span<const std::int64_t> sizes) {
  if (p.users == 0 || p.users > (std::uint64_t{1} << 32))
    throw invalid_parameter("users = " + std::to_string(p.users) + ": must lie in [1, 2^32]");
  if (degrees.size() != p.users) throw invalid_parameter("a release needs one noisy degree a user");
  const bool needs_sizes = p.chunk_rule != chunk_rule::noisy_degree;
  if (needs_sizes ? sizes.size() != p.users : !sizes.empty() && sizes.size() != p.users)
    throw invalid_parameter("a release needs one released size a user, or none without a size round");
  check_released_numbers("degree", degrees);
  check_released_numbers("size", sizes);
  check_codec(p);
  if (p.chunk_rule == chunk_rule::true_degree) refuse_true_numbers(p.codec, "the true degree");
  check_shares(p);
}

}  // namespace

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
      m_codec((check(parameters, m_degrees, m_sizes), make_codec(parameters))) {
  check_cost(m_parameters, m_codec, m_parameters.edges, "edge");
  make_order();
  make_expected_sizes();
  make_offsets();
}

void release_layout::make_order() {
  m_rank = rank_users(m_parameters.order, m_parameters.key, users(), m_degrees);
  m_user_at.resize(users());
  for (std::uint64_t u = 0; u < users(); ++u) m_user_at[m_rank[u]] = static_cast<vertex_id>(u);
  m_position = m_codec.is_permuted() ? permutation(m_parameters.key, users()).table() : m_rank;
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
    m_word_offset[u + 1] = m_word_offset[u] + m_codec.word_count(shape(static_cast<vertex_id>(u)));
}

std::int64_t release_layout::released_number(vertex_id u) const noexcept {
  return m_parameters.chunk_rule == chunk_rule::noisy_degree ? m_degrees[u] : m_sizes[u];
}

std::uint64_t release_layout::possible_size(vertex_id u) const noexcept {
  return possible_entries(m_parameters, knowledge_of_row(u));
}

double release_layout::largest_kept_share() const noexcept {
  const double keep = m_codec.visit([](const auto& codec) {
    if constexpr (requires { codec.response().drop_probability(); })
      return 1.0 - codec.response().drop_probability();
    else
      return 0.0;
  });
  return keep * static_cast<double>(*std::ranges::max_element(m_expected)) / static_cast<double>(users());
}

row_knowledge release_layout::knowledge_of_row(vertex_id u) const noexcept {
  return {m_codec.is_permuted() ? users() : m_rank[u], m_rank[u], m_expected[u], released_number(u)};
}

row_shape release_layout::shape(vertex_id u) const noexcept {
  return make_shape(m_parameters, u, knowledge_of_row(u));
}

}  // namespace edgeldp
