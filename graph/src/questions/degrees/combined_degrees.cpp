// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"

namespace edgeldp {

namespace {

/// An unbiased look at a number.
struct look {
  double value = 0.0, variance = 0.0;
};

/// The average that gives `first` this weight.
look average(const look& first, const look& second, double weight) {
  const double rest = 1.0 - weight;
  return {weight * first.value + rest * second.value,
          weight * weight * first.variance + rest * rest * second.variance};
}

/// The weight of the first of two that minimises the variance of their average.
double best_weight(double first_variance, double second_variance) {
  const double sum = first_variance + second_variance;
  return sum > 0.0 ? second_variance / sum : 0.5;
}

/// Noisy bits of one user: ones towards the users before it and towards those after it.
struct bit_sums {
  std::uint64_t before = 0, after = 0;
};

bit_sums sums_of(std::span<const std::uint64_t> row, std::uint64_t rank) {
  bit_sums sums;
  std::uint64_t all = 0;
  for (std::size_t w = 0; w < row.size(); ++w) {
    all += static_cast<std::uint64_t>(std::popcount(row[w]));
    if (64 * (w + 1) <= rank) sums.before = all;
  }
  if (rank % 64 != 0) {
    const std::uint64_t mask = (std::uint64_t{1} << (rank % 64)) - 1;
    sums.before += static_cast<std::uint64_t>(std::popcount(row[rank / 64] & mask));
  }
  sums.after = all - sums.before;
  return sums;
}

/// Looks at degrees of one release.
class degree_looks {
 public:
  explicit degree_looks(const release& published)
      : m_layout(published.layout()),
        m_law(published.law()),
        m_has_sizes(published.parameters().chunk_rule == chunk_rule::released_size),
        m_degree_variance(inverse_filter(published.parameters().degree).noise_variance()),
        m_size_variance(m_has_sizes ? inverse_filter(published.parameters().size).noise_variance() : 0.0) {
    double sum = 0.0;
    for (std::uint64_t rank = 0; rank < m_layout.users(); ++rank) sum += planned_variance(rank);
    m_mean_variance = sum / static_cast<double>(m_layout.users());
  }

  look degree(vertex_id u, const bit_sums& sums) const {
    const double rank = m_layout.rank(u), others = static_cast<double>(m_layout.users() - 1);
    look before = debiased(sums.before, rank);
    if (m_has_sizes) {
      const look size{static_cast<double>(m_layout.sizes()[u]), m_size_variance};
      before = average(size, before, size_weight(m_layout.rank(u)));
    }
    const look after = debiased(sums.after, others - rank);
    const look bits{before.value + after.value, before.variance + after.variance};
    const look released{static_cast<double>(m_layout.degrees()[u]), m_degree_variance};
    const user_order order = m_layout.parameters().order;
    const bool follows_degrees = order == user_order::noisy_degree || order == user_order::hubs_last;
    const double planned = follows_degrees ? m_mean_variance : planned_variance(m_layout.rank(u));
    return average(released, bits, best_weight(m_degree_variance, planned));
  }

  /// Number of edges: half the degrees, the sizes, the ones of all rows.
  look edges(std::uint64_t ones) const {
    const auto users = static_cast<double>(m_layout.users());
    const double pairs = 0.5 * users * (users - 1.0);
    look all = debiased(ones, pairs);
    double planned = pairs * m_law.non_edge_variance();
    const auto add = [&](double value, double variance) {
      const double weight = best_weight(variance, planned);
      all = average({value, variance}, all, weight);
      planned = weight * weight * variance + (1.0 - weight) * (1.0 - weight) * planned;
    };
    if (m_has_sizes) add(sum(m_layout.sizes()), users * m_size_variance);
    add(0.5 * sum(m_layout.degrees()), 0.25 * users * m_degree_variance);
    return all;
  }

 private:
  static double sum(std::span<const std::int64_t> numbers) {
    return static_cast<double>(std::accumulate(numbers.begin(), numbers.end(), int128{0}));
  }

  /// The edges among so many bits, from the ones.
  look debiased(std::uint64_t ones, double bits) const {
    const double value = (static_cast<double>(ones) - m_law.p0 * bits) / (m_law.p1 - m_law.p0);
    const double edges = std::clamp(value, 0.0, bits);
    return {value, edges * m_law.edge_variance() + (bits - edges) * m_law.non_edge_variance()};
  }

  double size_weight(std::uint64_t rank) const {
    return best_weight(m_size_variance, static_cast<double>(rank) * m_law.non_edge_variance());
  }

  /// Variance of what sizes and bits say about the user at this rank, taking all pairs for
  /// non-edges.
  double planned_variance(std::uint64_t rank) const {
    const double bits = static_cast<double>(rank) * m_law.non_edge_variance();
    const double weight = m_has_sizes ? size_weight(rank) : 0.0;
    const double before = weight * weight * m_size_variance + (1.0 - weight) * (1.0 - weight) * bits;
    return before + static_cast<double>(m_layout.users() - 1 - rank) * m_law.non_edge_variance();
  }

  const release_layout& m_layout;
  bit_law m_law;
  bool m_has_sizes;
  double m_degree_variance, m_size_variance, m_mean_variance = 0.0;
};

}  // namespace

combined_degrees combine_degrees(const release& published, const noisy_matrix& noisy) {
  const std::uint64_t users = published.layout().users();
  if (noisy.rows() != users || noisy.columns() != users)
    throw invalid_parameter("the matrix has " + std::to_string(noisy.rows()) + " rows, the release " +
                            std::to_string(users) + " users");
  const degree_looks looks(published);
  combined_degrees result;
  result.degrees.values.resize(users);
  result.degrees.standard_errors.resize(users);
  std::vector<std::uint64_t> ones(users);
  parallel_for(0, users, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t rank = first; rank < last; ++rank) {
      const vertex_id u = published.layout().user_at(static_cast<std::uint32_t>(rank));
      const bit_sums sums = sums_of(noisy.row(rank), rank);
      const look degree = looks.degree(u, sums);
      result.degrees.values[u] = degree.value;
      result.degrees.standard_errors[u] = std::sqrt(degree.variance);
      ones[rank] = sums.before;
    }
  });
  const look edges = looks.edges(std::accumulate(ones.begin(), ones.end(), std::uint64_t{0}));
  result.edges = {edges.value, std::sqrt(edges.variance), 0.0, 0.0, inflation::degrees};
  return result;
}

}  // namespace edgeldp
