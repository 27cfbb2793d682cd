// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/graph/errors/inflation.hpp"

namespace edgeldp {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index index(std::size_t i) {
  return static_cast<Index>(i);
}

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
      if (reports.of[u] != no_report && !std::ranges::binary_search(absent, u))
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

}  // namespace

namespace {

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

mixing_moments::parts mixing_moments::covariance(const MatrixXd& g, const MatrixXd& h) const {
  parts result;
  for (std::size_t a = 0; a < dispersion.size(); ++a)
    result.label += (g * dispersion[a] * h).cwiseProduct(neighborhoods[a].transpose()).sum();
  const MatrixXd by_g = weights.transpose() * g * weights, by_h = weights.transpose() * h * weights;
  result.edge = (is_mirrored ? 2.0 : 1.0) * noise.cwiseProduct(by_g).cwiseProduct(by_h).sum();
  for (std::size_t u = 0; u < spread.size(); ++u)
    result.edge += by_g.row(index(u)).dot(by_h.row(index(u)) * spread[u]);
  return result;
}

double mixing_moments::variance_of_rows() const {
  double result = 0.0;
  for (std::size_t a = 0; a < dispersion.size(); ++a) {
    const MatrixXd &d = dispersion[a], &r = neighborhoods[a];
    result += d.sum() * r.trace() + 2.0 * d.rowwise().sum().dot(r.rowwise().sum()) + d.trace() * r.sum();
  }
  const VectorXd sums = weights.colwise().sum(), squares = weights.colwise().squaredNorm();
  const MatrixXd by_pair = squares * sums.cwiseAbs2().transpose() + sums.cwiseAbs2() * squares.transpose() +
                           2.0 * (weights.transpose() * weights).cwiseProduct(sums * sums.transpose());
  result += (is_mirrored ? 2.0 : 1.0) * noise.cwiseProduct(by_pair).sum();
  for (std::size_t u = 0; u < spread.size(); ++u) {
    const MatrixXd by_value = weights.col(index(u)) * sums.transpose() + sums[index(u)] * weights;
    result += (by_value * spread[u]).cwiseProduct(by_value).sum();
  }
  return 0.25 * result;
}

mixing_estimate::mixing_estimate(const channel& law, noisy_profiles p)
    : m_values(law.inputs()), m_condition_number(1.0), m_users(std::move(p.users)) {
  const std::size_t outputs = law.output_count(), inputs = law.input_count();
  if (m_users.size() != outputs || p.sums.rows() != index(outputs) || p.squares.size() != outputs ||
      p.largest.size() != index(outputs) || p.largest_noise.size() != index(outputs))
    throw invalid_parameter("profiles of " + std::to_string(m_users.size()) + " reports for a channel with " +
                            std::to_string(outputs) + " outputs");
  const debiasing d = debiasing_of(law);
  m_condition_number = d.condition_number;
  m_moments.weights = d.weights;
  m_moments.noise = std::move(p.noise);
  m_moments.is_mirrored = p.is_mirrored;
  m_moments.spread = std::move(p.spread);
  m_largest = d.weights * p.largest;
  m_largest_noise = d.weights * p.largest_noise.asDiagonal() * d.weights.transpose();
  const MatrixXd ends = d.weights * p.sums * d.weights.transpose();
  m_moments.ends = 0.5 * (ends + ends.transpose());
  for (std::size_t a = 0; a < inputs; ++a) m_moments.dispersion.push_back(report_covariance(law, d, a));
  // Debiased profiles W c have the means g and, beside the noise of c, the noise of the reports
  // they count.
  for (std::size_t a = 0; a < inputs; ++a) {
    MatrixXd of_reports = MatrixXd::Zero(index(inputs), index(inputs));
    for (std::size_t b = 0; b < inputs; ++b)
      of_reports -= 2.0 * m_moments.ends(index(a), index(b)) * m_moments.dispersion[b];
    m_moments.neighborhoods.push_back(std::move(of_reports));
  }
  for (std::size_t u = 0; u < outputs; ++u) {
    const MatrixXd own = m_moments.noise.row(index(u)).asDiagonal();
    const MatrixXd profile = 4.0 * d.weights * (p.squares[u] - own) * d.weights.transpose();
    for (std::size_t a = 0; a < inputs; ++a)
      m_moments.neighborhoods[a] += d.weights(index(a), index(u)) * profile;
  }
}

/// A polynomial of S: its value, gradient, and the mean that the errors of S add to it (second
/// order).
struct mixing_estimate::polynomial {
  double value = 0.0;
  MatrixXd gradient;
  double bias = 0.0;
};

mixing_estimate::polynomial mixing_estimate::linear_part(const MatrixXd& g) const {
  return {g.cwiseProduct(m_moments.ends).sum(), g, 0.0};
}

namespace {

/// A variance from parts that are unbiased and may come out below 0.
mixing_number number_with_error(double value, double bias, const mixing_moments::parts& variance,
                                double scale) {
  mixing_number n;
  n.label_variance = std::max(0.0, variance.label) * scale;
  n.edge_variance = std::max(0.0, variance.edge) * scale;
  n.estimate = {value, std::sqrt(n.label_variance + n.edge_variance), bias, std::abs(bias),
                inflation::mixing};
  return n;
}

MatrixXd unit(Index size, std::size_t a, std::size_t b) {
  MatrixXd g = MatrixXd::Zero(size, size);
  g(index(a), index(b)) += 0.5;
  g(index(b), index(a)) += 0.5;
  return g;
}

}  // namespace

/// What the label of the user with the most ties adds to the variance, whichever value it has: its
/// neighbours all count one report. Their counts' own noise, squared along, is taken off.
double mixing_estimate::largest_label_variance(const MatrixXd& gradient) const {
  double result = 0.0;
  for (const MatrixXd& d : m_moments.dispersion) {
    const MatrixXd by_label = gradient * d * gradient;
    const double noise = by_label.cwiseProduct(m_largest_noise).sum();
    result = std::max(result, 4.0 * (m_largest.dot(by_label * m_largest) - noise));
  }
  return result;
}

mixing_number mixing_estimate::with_error(double value, double bias, const MatrixXd& gradient,
                                          double scale) const {
  const mixing_moments::parts variance = m_moments.covariance(gradient, gradient);
  mixing_number n = number_with_error(value, bias, variance, scale);
  n.estimate.rests_on_few = 3.0 * largest_label_variance(gradient) > variance.sum();
  return n;
}

mixing_number mixing_estimate::linear(const MatrixXd& g) const {
  return with_error(linear_part(g).value, 0.0, g, 1.0);
}

MatrixXd mixing_estimate::ones() const {
  return MatrixXd::Ones(m_moments.ends.rows(), m_moments.ends.cols());
}

mixing_number mixing_estimate::edges() const {
  return linear(0.5 * ones());
}

mixing_number mixing_estimate::edges_between(std::size_t a, std::size_t b) const {
  if (a >= m_values.size() || b >= m_values.size())
    throw invalid_parameter("value " + std::to_string(std::max(a, b)) + " of " +
                            std::to_string(m_values.size()));
  return linear((a == b ? 0.5 : 1.0) * unit(m_moments.ends.rows(), a, b));
}

mixing_number mixing_estimate::within() const {
  return linear(0.5 * MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols()));
}

mixing_number mixing_estimate::across() const {
  return linear(0.5 * (ones() - MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols())));
}

std::optional<mixing_number> mixing_estimate::ratio(const polynomial& a, const polynomial& b) const {
  const mixing_moments::parts denominator = m_moments.covariance(b.gradient, b.gradient);
  if (!(b.value > 2.0 * number_with_error(0.0, 0.0, denominator, 1.0).estimate.standard_error))
    return std::nullopt;
  const double value = a.value / b.value;
  const MatrixXd gradient = a.gradient - value * b.gradient;
  const double together = m_moments.covariance(a.gradient, b.gradient).sum();
  const double bias =
      (a.bias - value * b.bias) / b.value - (together - value * denominator.sum()) / (b.value * b.value);
  return with_error(value, bias, gradient, 1.0 / (b.value * b.value));
}

std::optional<mixing_number> mixing_estimate::fraction_within() const {
  return ratio(linear_part(MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols())),
               linear_part(ones()));
}

std::optional<mixing_number> mixing_estimate::assortativity() const {
  const Index size = m_moments.ends.rows();
  const MatrixXd same = MatrixXd::Identity(size, size), all = ones();
  const VectorXd rows = m_moments.ends.rowwise().sum();
  const double s = rows.sum(), t = m_moments.ends.trace(), q = rows.squaredNorm();
  const VectorXd one = VectorXd::Ones(size);
  const MatrixXd by_rows = rows * one.transpose() + one * rows.transpose();  // gradient of q
  const double rows_bias = m_moments.variance_of_rows();
  return ratio({t * s - q, s * same + t * all - by_rows, m_moments.covariance(same, all).sum() - rows_bias},
               {s * s - q, 2.0 * s * all - by_rows, m_moments.covariance(all, all).sum() - rows_bias});
}

numeric_mixing mixing_estimate::numeric(std::span<const double> numbers) const {
  if (numbers.size() != m_values.size())
    throw invalid_parameter(std::to_string(numbers.size()) + " numbers for " +
                            std::to_string(m_values.size()) + " values");
  const Eigen::Map<const VectorXd> x(numbers.data(), index(numbers.size()));
  const VectorXd one = VectorXd::Ones(x.size()), x2 = x.cwiseAbs2();
  const MatrixXd all = ones(), product = x * x.transpose(),
                 first = 0.5 * (x * one.transpose() + one * x.transpose()),
                 second = 0.5 * (x2 * one.transpose() + one * x2.transpose());
  const double s = linear_part(all).value, p = linear_part(product).value, u = linear_part(first).value,
               v = linear_part(second).value;
  const double mean_bias = m_moments.covariance(first, first).sum();
  const polynomial covariance{p * s - u * u, s * product + p * all - 2.0 * u * first,
                              m_moments.covariance(product, all).sum() - mean_bias};
  return {ratio(linear_part(product), linear_part(all)),
          ratio(covariance, {s * s, 2.0 * s * all, m_moments.covariance(all, all).sum()}),
          ratio(covariance, {v * s - u * u, s * second + v * all - 2.0 * u * first,
                             m_moments.covariance(second, all).sum() - mean_bias})};
}

mixing_number mixing_estimate::share(std::size_t a) const {
  if (a >= m_values.size())
    throw invalid_parameter("value " + std::to_string(a) + " of " + std::to_string(m_values.size()));
  const double n = static_cast<double>(std::accumulate(m_users.begin(), m_users.end(), std::uint64_t{0}));
  double value = 0.0, variance = 0.0;
  for (std::size_t u = 0; u < m_users.size(); ++u) {
    const VectorXd w = m_moments.weights.col(index(u));
    const auto many = static_cast<double>(m_users[u]);
    value += many * w[index(a)];
    for (std::size_t b = 0; b < m_values.size(); ++b)
      variance += many * w[index(b)] * m_moments.dispersion[b](index(a), index(a));
  }
  return number_with_error(value / n, 0.0, {variance, 0.0}, 1.0 / (n * n));
}

}  // namespace edgeldp
