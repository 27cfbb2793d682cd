// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/codec/nullspace_columns.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/random/permutation.hpp"

namespace edgeldp {

namespace {

any_codec make_codec(const release_parameters& p) {
  switch (p.codec) {
    case codec_kind::bitmap:
      return bitmap_codec(randomized_response::from_threshold(p.flip_threshold));
    case codec_kind::ppr:
      return ppr_codec(p.key, randomized_response::from_threshold(p.flip_threshold),
                       ppr_alpha::from_milli(p.alpha_milli), p.candidate_limit_log2);
    case codec_kind::nullspace:
      return nullspace_codec(p.key, nullspace_response::from_threshold(p.drop_threshold, p.field_order));
  }
  throw invalid_parameter("codec = " + std::to_string(static_cast<int>(p.codec)) +
                          ": must be 1 (bitmap), 2 (ppr) or 3 (nullspace)");
}

/// The rows may not cost more than the header says.
void check_budget(const release_parameters& p, const any_codec& codec) {
  const double cost = codec.loss_nats();
  if (cost > p.edges.nats()) {
    const bool drops = p.codec == codec_kind::nullspace;
    throw invalid_parameter((drops ? "drop threshold " : "flip threshold ") +
                            std::to_string(drops ? p.drop_threshold : p.flip_threshold) + " costs epsilon " +
                            std::to_string(cost) + " a bit, more than the edge round's " +
                            std::to_string(p.edges.nats()));
  }
}

void check_numbers(const char* what, std::span<const std::int64_t> numbers) {
  for (const std::int64_t x : numbers) {
    if (x > largest_released_number || x < -largest_released_number)
      throw invalid_parameter(std::string("released ") + what + " " + std::to_string(x) +
                              ": must lie in [-2^48, 2^48]");
  }
}

/// Fields of codecs that are not in use are zero, so that equal releases have equal headers (but alpha,
/// candidate limit and level of a bitmap, for history).
void check_nullspace_fields(const release_parameters& p) {
  if (p.codec != codec_kind::nullspace) {
    if (p.drop_threshold != 0 || p.field_order != 0 || p.kept_rate != 0)
      throw invalid_parameter("drop_threshold, field_order and kept_rate belong to nullspace alone");
    return;
  }
  if (p.flip_threshold != 0 || p.alpha_milli != 0 || p.candidate_limit_log2 != 0 || p.level != 0 ||
      p.chunk_rate != 0 || p.chunk_floor_rate != 0)
    throw invalid_parameter(
        "flip threshold, alpha, candidate limit, level and chunk rates do not belong to nullspace");
  if (p.kept_rate < 1 || p.kept_rate > (std::uint64_t{1} << 32))
    throw invalid_parameter("kept_rate = " + std::to_string(p.kept_rate) + ": must lie in [1, 2^32]");
  if (p.chunk_rule == chunk_rule::true_degree)
    throw invalid_parameter("columns of nullspace rows never follow the true degree");
}

void check_chunk_fields(const release_parameters& p) {
  if (p.codec == codec_kind::nullspace) return;
  ppr_alpha::from_milli(p.alpha_milli);
  if (p.candidate_limit_log2 < 1 || p.candidate_limit_log2 > ppr_codec::largest_candidate_limit_log2)
    throw invalid_parameter("candidate limit = 2^" + std::to_string(p.candidate_limit_log2) +
                            ": must lie in [2^1, 2^55]");
  if (p.codec == codec_kind::ppr && p.chunk_rate == 0)
    throw invalid_parameter("chunk_rate = 0: ppr needs a positive number of chunks per neighbour");
  if (p.codec == codec_kind::bitmap && (p.chunk_rate != 0 || p.chunk_floor_rate != 0 || p.size_slack != 0))
    throw invalid_parameter("chunk_rate, chunk_floor_rate and size_slack of a bitmap must be 0");
}

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
  check_numbers("degree", degrees);
  check_numbers("size", sizes);
  if (p.size_slack > (std::uint64_t{1} << 32))
    throw invalid_parameter("size_slack = " + std::to_string(p.size_slack) + ": must be at most 2^32");
  check_chunk_fields(p);
  check_nullspace_fields(p);
  check_shares(p);
}

std::uint64_t clamp_size(std::int64_t size, std::uint64_t largest) {
  return size <= 0 ? 0 : std::min(static_cast<std::uint64_t>(size), largest);
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
  for (const std::int64_t d : degrees) total += clamp_size(d, users - 1);
  std::vector<std::uint64_t> expected(users, 0);
  uint128 before = 0;
  for (std::uint64_t place = 0; place < users && total != 0; ++place) {
    const vertex_id u = user_at[place];
    const std::uint64_t d = clamp_size(degrees[u], users - 1);
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
  check_budget(m_parameters, m_codec);
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
  for (std::uint64_t u = 0; u < users(); ++u) m_expected[u] = clamp_size(m_sizes[u], m_rank[u]);
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
  return clamp_size(released_number(u) + static_cast<std::int64_t>(m_parameters.size_slack), m_rank[u]);
}

double release_layout::largest_kept_share() const noexcept {
  if (m_parameters.codec != codec_kind::nullspace) return 0.0;
  const double keep = 1.0 - static_cast<double>(m_parameters.drop_threshold) /
                                static_cast<double>(nullspace_response::resolution);
  return keep * static_cast<double>(*std::ranges::max_element(m_expected)) / static_cast<double>(users());
}

row_shape release_layout::shape(vertex_id u) const noexcept {
  if (m_parameters.codec == codec_kind::nullspace) {
    const column_plan plan{m_parameters.kept_rate, m_parameters.size_slack};
    return {u, users(), 1, m_expected[u], columns_under(plan, released_number(u), m_rank[u])};
  }
  const std::uint64_t length = m_codec.is_permuted() ? users() : m_rank[u];
  const uint128 scaled = std::max(uint128{m_expected[u]} * m_parameters.chunk_rate,
                                  uint128{possible_size(u)} * m_parameters.chunk_floor_rate);
  const auto chunks = static_cast<std::uint64_t>(
      std::clamp<uint128>((scaled + 0xffffffffU) >> 32, 1, std::max<std::uint64_t>(length, 1)));
  return {u, length, chunks, m_expected[u], 0};
}

}  // namespace edgeldp
