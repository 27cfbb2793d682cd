// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/mixing.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void check(std::span<const attribute_reports> reports, std::uint64_t users) {
  for (const attribute_reports& a : reports) {
    if (a.law.output_count() > most_mixing_outputs)
      throw invalid_parameter("outputs of a channel = " + std::to_string(a.law.output_count()) +
                              ": must be at most " + std::to_string(most_mixing_outputs));
    if (a.of.size() != users)
      throw invalid_parameter(std::to_string(a.of.size()) + " reports of " + std::to_string(users) +
                              " users");
  }
}

/// One user's counts.
struct counts_of_user {
  std::uint64_t user = 0;
  std::size_t report = 0;
  std::vector<std::int64_t> counts;
  std::int64_t sum = std::numeric_limits<std::int64_t>::min();

  /// The one with the larger sum; of equal ones the first user.
  bool is_before(std::int64_t other_sum, std::uint64_t other_user) const {
    return sum > other_sum || (sum == other_sum && user < other_user);
  }
};

/// Sums over users of integer counts and of products of two of them, by the user's report; and the
/// counts of the user that has most.
class count_sums {
 public:
  explicit count_sums(std::size_t outputs)
      : m_size(outputs),
        m_users(outputs),
        m_sums(outputs * outputs),
        m_products(outputs * outputs * outputs) {}

  void add(std::uint64_t user, std::size_t report, std::span<const std::int64_t> counts) {
    ++m_users[report];
    const std::int64_t sum = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (!m_largest.is_before(sum, user)) m_largest = {user, report, {counts.begin(), counts.end()}, sum};
    int128* sums = m_sums.data() + report * m_size;
    int128* products = m_products.data() + report * m_size * m_size;
    for (std::size_t v = 0; v < m_size; ++v) {
      sums[v] += counts[v];
      for (std::size_t w = 0; w <= v; ++w) products[v * m_size + w] += int128{counts[v]} * counts[w];
    }
  }

  void add(const count_sums& other) {
    for (std::size_t u = 0; u < m_size; ++u) m_users[u] += other.m_users[u];
    for (std::size_t i = 0; i < m_sums.size(); ++i) m_sums[i] += other.m_sums[i];
    for (std::size_t i = 0; i < m_products.size(); ++i) m_products[i] += other.m_products[i];
    if (!m_largest.is_before(other.m_largest.sum, other.m_largest.user)) m_largest = other.m_largest;
  }

  /// Whose counts were added.
  std::uint64_t users(std::size_t report) const { return m_users[report]; }

  /// Without users: no counts.
  const counts_of_user& largest() const { return m_largest; }
  VectorXd largest_counts() const {
    VectorXd result = VectorXd::Zero(index(m_size));
    for (std::size_t v = 0; v < m_largest.counts.size(); ++v)
      result[index(v)] = static_cast<double>(m_largest.counts[v]);
    return result;
  }

  VectorXd sums(std::size_t report) const {
    VectorXd result(index(m_size));
    for (std::size_t v = 0; v < m_size; ++v)
      result[index(v)] = static_cast<double>(m_sums[report * m_size + v]);
    return result;
  }

  MatrixXd products(std::size_t report) const {
    MatrixXd result(index(m_size), index(m_size));
    for (std::size_t v = 0; v < m_size; ++v)
      for (std::size_t w = 0; w <= v; ++w)
        result(index(v), index(w)) = result(index(w), index(v)) =
            static_cast<double>(m_products[(report * m_size + v) * m_size + w]);
    return result;
  }

 private:
  std::size_t m_size;
  std::vector<std::uint64_t> m_users;
  std::vector<int128> m_sums, m_products;
  counts_of_user m_largest;
};

/// counts(user) of users who reported adds up by the user's report, but of those who are absent,
/// named in increasing order; in parallel.
template <class Counts>
count_sums sum_counts(const attribute_reports& reports, std::span<const vertex_id> absent, Counts&& counts) {
  const std::size_t outputs = reports.law.output_count();
  count_sums all(outputs);
  std::mutex guard;
  parallel_for(0, reports.of.size(), 256, [&](std::uint64_t first, std::uint64_t last) {
    count_sums part(outputs);
    for (std::uint64_t u = first; u < last; ++u)
      if (reports.of[u] != no_report && !ranges::binary_search(absent, u))
        part.add(u, reports.of[u], counts(u));
    const std::lock_guard lock(guard);
    all.add(part);
  });
  return all;
}

std::vector<std::uint64_t> users_by_report(const attribute_reports& reports) {
  std::vector<std::uint64_t> users(reports.law.output_count());
  for (const std::uint32_t r : reports.of)
    if (r != no_report) ++users[r];
  return users;
}

noisy_profiles empty_profiles(const attribute_reports& reports) {
  noisy_profiles p;
  p.users = users_by_report(reports);
  const Index outputs = index(p.users.size());
  p.sums = p.noise = MatrixXd::Zero(outputs, outputs);
  p.largest = p.largest_noise = VectorXd::Zero(outputs);
  return p;
}

/// Of vectors around their mean, from the sum of them and of their squares.
MatrixXd scatter(const VectorXd& sum, const MatrixXd& squares, double users) {
  if (!(users > 0.0)) return squares;
  return squares - sum * sum.transpose() / users;
}

}  // namespace

std::vector<noisy_profiles> profiles_of(std::span<const attribute_reports> reports,
                                        const neighbor_count_round& counts) {
  if (counts.width == 0) throw invalid_parameter("no counts");
  check(reports, counts.values.size() / counts.width);
  std::vector<noisy_profiles> all;
  std::size_t begin = 0;
  for (const attribute_reports& a : reports) {
    const std::size_t outputs = a.law.output_count();
    if (begin + outputs > counts.width) throw invalid_parameter("counts of fewer attributes than reported");
    const count_sums sums =
        sum_counts(a, counts.absent, [&](std::uint64_t u) { return counts.of(u).subspan(begin, outputs); });
    noisy_profiles p = empty_profiles(a);
    for (std::size_t u = 0; u < outputs; ++u) {
      const auto came = static_cast<double>(sums.users(u));
      const double scale = came > 0.0 ? static_cast<double>(p.users[u]) / came : 1.0;
      p.sums.row(index(u)) = scale * sums.sums(u).transpose();
      p.squares.push_back(scale * sums.products(u));
      if (!counts.absent.empty())
        p.spread.push_back(scale * (scale - 1.0) * scatter(sums.sums(u), sums.products(u), came));
      p.noise.row(index(u)).setConstant(counts.noise_variance * static_cast<double>(p.users[u]));
    }
    p.largest = sums.largest_counts();
    p.largest_noise.setConstant(counts.noise_variance);
    all.push_back(std::move(p));
    begin += outputs;
  }
  return all;
}

namespace {

/// Bit sets over places of the public order: who reported v.
noisy_matrix groups_by_report(const attribute_reports& reports, const release_layout& layout) {
  noisy_matrix groups(reports.law.output_count(), layout.users());
  for (std::uint64_t place = 0; place < layout.users(); ++place) {
    const std::uint32_t report = reports.of[layout.user_at(static_cast<std::uint32_t>(place))];
    if (report != no_report) groups.row(report)[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  return groups;
}

/// Ones towards each group become numbers of neighbours: c = (ones - p0 others) / (p1 - p0), where
/// `others`, the users that a user could be tied to, are the same for all users of one report.
noisy_profiles debias(const attribute_reports& reports, const count_sums& ones, const bit_law& law) {
  noisy_profiles p = empty_profiles(reports);
  p.is_mirrored = true;
  const double gain = law.p1 - law.p0;
  for (std::size_t u = 0; u < p.users.size(); ++u) {
    const auto many = static_cast<double>(p.users[u]);
    VectorXd others(index(p.users.size()));
    for (std::size_t v = 0; v < p.users.size(); ++v)
      others[index(v)] = static_cast<double>(p.users[v]) - (u == v ? 1.0 : 0.0);
    const VectorXd expected = law.p0 * others, sum = ones.sums(u);
    const VectorXd ties = (sum - many * expected) / gain;
    p.sums.row(index(u)) = ties.transpose();
    p.squares.push_back((ones.products(u) - expected * sum.transpose() - sum * expected.transpose() +
                         many * expected * expected.transpose()) /
                        (gain * gain));
    p.noise.row(index(u)) =
        (law.non_edge_variance() * many * others + (law.edge_variance() - law.non_edge_variance()) * ties)
            .transpose();
  }
  VectorXd others(index(p.users.size()));
  for (std::size_t v = 0; v < p.users.size(); ++v)
    others[index(v)] = static_cast<double>(p.users[v]) - (v == ones.largest().report ? 1.0 : 0.0);
  p.largest = (ones.largest_counts() - law.p0 * others) / gain;
  p.largest_noise = law.non_edge_variance() * others +
                    (law.edge_variance() - law.non_edge_variance()) * p.largest.cwiseMax(0.0);
  return p;
}

}  // namespace

std::vector<noisy_profiles> profiles_of(std::span<const attribute_reports> reports, const release& published,
                                        const noisy_matrix& noisy) {
  const release_layout& layout = published.layout();
  check(reports, layout.users());
  if (noisy.rows() != layout.users() || noisy.columns() != layout.users())
    throw invalid_parameter("the matrix has " + std::to_string(noisy.rows()) + " rows, the release " +
                            std::to_string(layout.users()) + " users");
  std::vector<noisy_profiles> all;
  for (const attribute_reports& a : reports) {
    const noisy_matrix groups = groups_by_report(a, layout);
    const count_sums ones = sum_counts(a, {}, [&](std::uint64_t u) {
      std::vector<std::int64_t> counts(groups.rows());
      for (std::uint64_t v = 0; v < groups.rows(); ++v)
        counts[v] = static_cast<std::int64_t>(
            count_common(noisy.row(layout.rank(static_cast<vertex_id>(u))), groups.row(v)));
      return counts;
    });
    all.push_back(debias(a, ones, published.law()));
  }
  return all;
}

}  // namespace edgeldp
