// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "questions/common_neighbors/error_model.hpp"

namespace edgeldp {

namespace {

std::vector<std::uint64_t> count_ones_of_rows(const noisy_matrix& rows) {
  std::vector<std::uint64_t> ones(rows.rows());
  parallel_for(0, rows.rows(), 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r)
      for (const std::uint64_t word : rows.row(r)) ones[r] += static_cast<std::uint64_t>(std::popcount(word));
  });
  return ones;
}

}  // namespace

common_neighbor_index::common_neighbor_index(noisy_matrix rows, bit_law law,
                                             std::vector<public_degree> degrees)
    : m_rows(std::move(rows)), m_law(law), m_degrees(std::move(degrees)), m_ones(count_ones_of_rows(m_rows)) {
  if (m_degrees.size() != m_rows.rows())
    throw invalid_parameter("degrees: " + std::to_string(m_degrees.size()) + " for " +
                            std::to_string(m_rows.rows()) + " rows");
  for (const public_degree& d : m_degrees)
    if (!(d.mean >= 1.0))
      throw invalid_parameter("degree = " + std::to_string(d.mean) + ": must be at least 1");
}

common_neighbor_index::common_neighbor_index(noisy_matrix rows, bit_law law,
                                             std::vector<public_degree> degrees,
                                             std::vector<std::uint32_t> own_columns)
    : common_neighbor_index(std::move(rows), law, std::move(degrees)) {
  m_own_columns = std::move(own_columns);
  if (m_own_columns.size() != m_rows.rows())
    throw invalid_parameter("own columns: " + std::to_string(m_own_columns.size()) + " for " +
                            std::to_string(m_rows.rows()) + " rows");
  for (const std::uint32_t c : m_own_columns)
    if (c >= m_rows.columns())
      throw invalid_parameter("own column = " + std::to_string(c) + ": must be below " +
                              std::to_string(m_rows.columns()));
}

std::uint64_t common_neighbor_index::noisy_common(user_pair p) const noexcept {
  return count_common(m_rows.row(p.first), m_rows.row(p.second));
}

double common_neighbor_index::items() const noexcept {
  return static_cast<double>(m_rows.columns()) - (is_symmetric() ? 2.0 : 0.0);
}

double common_neighbor_index::common(user_pair p) const noexcept {
  std::uint64_t ones = m_ones[p.first] + m_ones[p.second];
  // Each of the two is no candidate, but may be a noisy neighbour of the other.
  if (is_symmetric() && m_rows.bit(p.first, m_own_columns[p.second])) ones -= 2;
  const double p0 = m_law.p0, width = m_law.p1 - p0;
  return (static_cast<double>(noisy_common(p)) - p0 * static_cast<double>(ones) + p0 * p0 * items()) /
         (width * width);
}

void common_neighbor_index::check(std::span<const user_pair> pairs) const {
  for (const user_pair& p : pairs) {
    const vertex_id worst = std::max(p.first, p.second);
    if (worst >= users())
      throw invalid_parameter("row = " + std::to_string(worst) + ": must be below " +
                              std::to_string(users()));
    if (p.first == p.second)
      throw invalid_parameter("a pair of row " + std::to_string(p.first) + " with itself");
  }
}

void common_neighbor_index::estimate_pairs(pair_measure measure, std::span<const user_pair> pairs,
                                           std::span<estimate> out) const {
  if (pairs.size() != out.size())
    throw invalid_parameter("estimates: " + std::to_string(out.size()) + " for " +
                            std::to_string(pairs.size()) + " pairs");
  check(pairs);
  parallel_for(0, pairs.size(), 1024, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const user_pair p = pairs[i];
      const double value = common(p);
      const two_degrees degrees{m_degrees[p.first], m_degrees[p.second]};
      const double variance = one_round_variance(m_law, {degrees, items(), plausible_common(value, degrees)});
      out[i] = estimate_measure(measure, {value, std::sqrt(variance), 0.0}, degrees);
    }
  });
}

common_neighbor_index make_common_neighbor_index(const release& published) {
  const release_layout& layout = published.layout();
  std::vector<std::int64_t> degrees(layout.users());
  for (std::uint32_t place = 0; place < degrees.size(); ++place)
    degrees[place] = layout.degrees()[layout.user_at(place)];
  std::vector<std::uint32_t> own(layout.users());
  std::iota(own.begin(), own.end(), 0U);
  return {materialize(published), published.law(),
          posterior_degrees(degrees, published.parameters().degree, layout.users() - 1), std::move(own)};
}

common_neighbor_index make_common_neighbor_index(const vector_release& published,
                                                 std::vector<public_degree> degrees) {
  std::vector<vertex_id> all(published.layout().users());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return {materialize(published, all), published.difference_law(), std::move(degrees)};
}

}  // namespace edgeldp
