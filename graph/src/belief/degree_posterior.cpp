// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/degree_posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {

namespace {

constexpr int em_steps = 100;

/// 0, 1, 2, ... and from 7 on in steps of 15%, or of the noise's scale where that is less, up to
/// `largest`.
std::vector<double> degree_grid(double largest, double scale) {
  std::vector<double> grid;
  for (double d = 0.0; d < largest; d += std::max(1.0, std::round(std::fmin(0.15 * d, scale))))
    grid.push_back(d);
  grid.push_back(largest);
  return grid;
}

/// To start from: equal parts for steps of 15%, which are as wide for every scale.
std::vector<double> first_weights(std::span<const double> grid) {
  std::vector<double> weight(grid.size());
  double sum = 0.0;
  for (std::size_t g = 0; g < grid.size(); ++g) {
    const double step = g + 1 < grid.size() ? grid[g + 1] - grid[g] : 1.0;
    sum += weight[g] = step / std::fmax(1.0, std::fmax(step, 0.15 * grid[g]));
  }
  for (double& w : weight) w /= sum;
  return weight;
}

/// The likelihood exp(-e |x - g|) of released numbers x on a grid, as sums from both sides: the sum
/// over the grid points up to x decays from point to point, so that a step over all x and g takes
/// O(numbers + grid).
///
/// Up to a factor of each x, which cancels: its nearest grid point has 1, so that numbers far from
/// all of them do not underflow.
class two_sided_sums {
 public:
  two_sided_sums(std::span<const double> grid, std::span<const number_counts::entry> users, double budget)
      : m_decay(grid.size()) {
    for (std::size_t g = 1; g < grid.size(); ++g) m_decay[g] = std::exp(-budget * (grid[g] - grid[g - 1]));
    for (const auto& [released, count] : users) {
      const double x = std::clamp(static_cast<double>(released), grid.front(), grid.back());
      const auto after = static_cast<std::size_t>(ranges::upper_bound(grid, x) - grid.begin());
      const double below = x - grid[after - 1];
      const double above = after < grid.size() ? grid[after] - x : std::numeric_limits<double>::infinity();
      const double nearest = std::fmin(below, above);
      m_numbers.push_back({after - 1, static_cast<double>(count), std::exp(-budget * (below - nearest)),
                           std::exp(-budget * (above - nearest))});
    }
  }

  /// One step of expectation maximisation: users expected at each grid point under these weights.
  void expect(std::span<const double> weight, std::vector<double>& users) {
    const std::size_t n = weight.size();
    m_low.assign(weight.begin(), weight.end());
    m_high.assign(weight.begin(), weight.end());
    for (std::size_t g = 1; g < n; ++g) m_low[g] += m_decay[g] * m_low[g - 1];
    for (std::size_t g = n - 1; g-- > 0;) m_high[g] += m_decay[g + 1] * m_high[g + 1];
    m_from_above.assign(n, 0.0);
    m_from_below.assign(n, 0.0);
    for (const number& x : m_numbers) {
      const bool has_next = x.point + 1 < n;
      const double all = x.low * m_low[x.point] + (has_next ? x.high * m_high[x.point + 1] : 0.0);
      m_from_above[x.point] += x.users / all * x.low;
      if (has_next) m_from_below[x.point + 1] += x.users / all * x.high;
    }
    for (std::size_t g = n - 1; g-- > 0;) m_from_above[g] += m_decay[g + 1] * m_from_above[g + 1];
    for (std::size_t g = 1; g < n; ++g) m_from_below[g] += m_decay[g] * m_from_below[g - 1];
    for (std::size_t g = 0; g < n; ++g) users[g] = weight[g] * (m_from_above[g] + m_from_below[g]);
  }

 private:
  /// A released number: the last grid point that is not above it, and the likelihoods there and at
  /// the next.
  struct number {
    std::size_t point;
    double users, low, high;
  };
  std::vector<double> m_decay;  // to a grid point from the one before
  std::vector<number> m_numbers;
  std::vector<double> m_low, m_high, m_from_above, m_from_below;
};

/// Beyond so many scales of the noise nothing is left of a likelihood, nor of it times any weight
/// above 1/n.
constexpr double farthest = 50.0;

}  // namespace

degree_posterior::degree_posterior(std::span<const std::int64_t> released, epsilon budget,
                                   std::optional<std::uint64_t> largest)
    : degree_posterior(number_counts(released), budget, largest) {}

degree_posterior::degree_posterior(const number_counts& released, epsilon budget,
                                   std::optional<std::uint64_t> largest) {
  const std::vector<number_counts::entry> users = released.sorted();
  if (users.empty()) return;
  double all = 0.0;
  for (const auto& [x, count] : users) all += static_cast<double>(count);
  const double last = largest ? static_cast<double>(*largest) : all - 1.0;
  m_grid = degree_grid(std::clamp(static_cast<double>(users.back().number), 0.0, last), 1.0 / budget.nats());
  std::vector<double> weight = first_weights(m_grid), next(m_grid.size());
  two_sided_sums sums(m_grid, users, budget.nats());
  for (int step = 0; step < em_steps; ++step) {
    check_stop();
    sums.expect(weight, next);
    for (std::size_t g = 0; g < m_grid.size(); ++g) weight[g] = std::max(1e-300, next[g] / all);
  }
  for (const auto& [x, count] : users) {
    m_released.push_back(x);
    m_behind.push_back(behind(x, weight, budget));
  }
}

degree_posterior::distribution degree_posterior::behind(std::int64_t released, std::span<const double> weight,
                                                        epsilon budget) const {
  const double x = std::clamp(static_cast<double>(released), m_grid.front(), m_grid.back());
  const auto after = ranges::lower_bound(m_grid, x);
  double nearest = *after - x;
  if (after != m_grid.begin()) nearest = std::fmin(nearest, x - *(after - 1));
  const double reach = nearest + farthest / budget.nats();
  distribution d;
  d.first = static_cast<std::size_t>(ranges::lower_bound(m_grid, x - reach) - m_grid.begin());
  double sum = 0.0;
  for (std::size_t g = d.first; g < m_grid.size() && m_grid[g] <= x + reach; ++g)
    d.cumulative.push_back(sum += weight[g] * std::exp(-budget.nats() * (std::abs(x - m_grid[g]) - nearest)));
  double before = 0.0;
  for (std::size_t i = 0; i < d.cumulative.size(); ++i) {
    const double share = (d.cumulative[i] - before) / sum, degree = m_grid[d.first + i];
    before = d.cumulative[i];
    d.cumulative[i] /= sum;
    d.mean.mean += share * degree;
    d.mean.square += share * degree * degree;
  }
  return d;
}

const degree_posterior::distribution& degree_posterior::behind(std::int64_t released) const {
  const auto at = ranges::lower_bound(m_released, released);
  if (at == m_released.end() || *at != released)
    throw internal_error("what is behind " + std::to_string(released) + ", which nobody released");
  return m_behind[static_cast<std::size_t>(at - m_released.begin())];
}

double degree_posterior::quantile(std::int64_t released, double q) const {
  const auto& [mean, first, cumulative] = behind(released);
  const auto i = static_cast<std::size_t>(ranges::upper_bound(cumulative, q) - cumulative.begin());
  return m_grid[first + std::min(i, cumulative.size() - 1)];
}

}  // namespace edgeldp
