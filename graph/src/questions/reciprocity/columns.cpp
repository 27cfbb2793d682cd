// SPDX-License-Identifier: MIT
#include "questions/reciprocity/columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "edgeldp/graph/errors/inverse_filter.hpp"

namespace edgeldp {

namespace {

/// Whom less than this leaves is taken for somebody whom no arc leaves.
constexpr double least_out_degree = 0.5;

/// Rows are held where they take no more than 8 GB.
constexpr double most_bits = 0x1p36;

/// Calls f(position) for the ones of a row.
template <class F>
void for_each_one(std::span<const std::uint64_t> words, F&& f) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t left = words[w]; left != 0; left &= left - 1)
      f(64 * w + static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace

noisy_columns::noisy_columns(const vector_release& published, epsilon size)
    : m_published(published),
      m_law(published.difference_law()),
      m_of_size(inverse_filter(size).noise_variance()),
      m_of_row(static_cast<double>(published.layout().users()) * m_law.non_edge_variance()) {
  auto absent = published.absent().begin();
  for (vertex_id u = 0; u < published.layout().users(); ++u) {
    if (absent != published.absent().end() && *absent == u)
      ++absent;
    else
      m_present.push_back(u);
  }
}

const noisy_matrix& noisy_columns::rows() {
  if (!m_rows) m_rows.emplace(materialize(m_published, m_present));
  return *m_rows;
}

named_users noisy_columns::in_degrees(double arcs) {
  const auto n = static_cast<double>(m_published.layout().users()),
             present = static_cast<double>(m_present.size());
  named_users all;
  all.mean = std::max(0.0, arcs) / n;
  all.standard_error = std::sqrt(present * m_law.non_edge_variance());
  if (all.standard_error > all.mean || n * present > most_bits) return all;
  std::vector<std::uint64_t> ones(m_published.layout().users());
  const noisy_matrix& bits = rows();
  for (std::size_t row = 0; row < m_present.size(); ++row)
    for_each_one(bits.row(row), [&](std::size_t position) { ++ones[position]; });
  for (vertex_id v = 0; v < ones.size(); ++v)
    all.values.push_back((static_cast<double>(ones[m_published.layout().position(v)]) - present * m_law.p0) /
                         (m_law.p1 - m_law.p0));
  return all;
}

std::vector<double> noisy_columns::out_degrees(const noisy_matrix& rows) const {
  const auto n = static_cast<double>(rows.columns());
  const double both = m_of_size + m_of_row;
  std::vector<double> out;
  for (std::size_t row = 0; row < m_present.size(); ++row) {
    double ones = 0.0;
    for_each_one(rows.row(row), [&](std::size_t) { ones += 1.0; });
    const double by_row = (ones - n * m_law.p0) / (m_law.p1 - m_law.p0);
    const auto by_size = static_cast<double>(m_published.layout().sizes()[m_present[row]]);
    out.push_back(both > 0.0 ? (m_of_size * by_row + m_of_row * by_size) / both : by_size);
  }
  return out;
}

std::vector<double> noisy_columns::step(const noisy_matrix& rows, const std::vector<double>& out,
                                        const std::vector<double>& shares) const {
  std::vector<double> named(shares.size());                                           // by position
  double anywhere = std::accumulate(shares.begin(), shares.end(), 0.0), given = 0.0;  // of who sent no row
  for (const vertex_id u : m_present) anywhere -= shares[u];
  for (std::size_t row = 0; row < m_present.size(); ++row) {
    const double share = shares[m_present[row]];
    if (out[row] < least_out_degree) {
      anywhere += share;
      continue;
    }
    const double each = share / out[row];
    given += each;
    for_each_one(rows.row(row), [&](std::size_t position) { named[position] += each; });
  }
  std::vector<double> next(shares.size());
  for (vertex_id v = 0; v < next.size(); ++v)
    next[v] = 1.0 - pagerank_damping +
              pagerank_damping *
                  ((named[m_published.layout().position(v)] - m_law.p0 * given) / (m_law.p1 - m_law.p0) +
                   anywhere / static_cast<double>(next.size()));
  return next;
}

/// The errors of one step, which all later ones repeat, smaller and smaller.
double noisy_columns::error_of_pagerank(const std::vector<double>& shares,
                                        const std::vector<double>& out) const {
  const double both = m_of_size + m_of_row, of_out_degree = both > 0.0 ? m_of_size * m_of_row / both : 0.0;
  double of_bits = 0.0, of_rows = 0.0;
  for (std::size_t row = 0; row < m_present.size(); ++row) {
    const double degree = std::max(1.0, out[row]), share = shares[m_present[row]];
    of_bits += share * share * m_law.non_edge_variance() / (degree * degree);
    of_rows += share * share * of_out_degree / (degree * degree * degree);
  }
  const double one_step = of_bits + of_rows / static_cast<double>(shares.size());
  return pagerank_damping * std::sqrt(one_step / (1.0 - pagerank_damping * pagerank_damping));
}

named_users noisy_columns::pagerank() {
  const std::uint64_t users = m_published.layout().users();
  named_users all;
  all.mean = 1.0;
  std::vector<double> released;
  for (const vertex_id u : m_present)
    released.push_back(static_cast<double>(m_published.layout().sizes()[u]));
  all.standard_error = error_of_pagerank(std::vector(users, 1.0), released);
  const double bits_held = static_cast<double>(users) * static_cast<double>(m_present.size());
  if (all.standard_error > all.mean || bits_held > most_bits) return all;
  const noisy_matrix& bits = rows();
  const std::vector<double> out = out_degrees(bits);
  all.values.assign(users, 1.0);
  for (int i = 0; i < steps; ++i) all.values = step(bits, out, all.values);
  all.standard_error = error_of_pagerank(all.values, out);
  return all;
}

}  // namespace edgeldp
