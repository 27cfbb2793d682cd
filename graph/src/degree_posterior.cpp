// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/degree_posterior.hpp"

#include <algorithm>
#include <cmath>

namespace edgeldp {

namespace {

constexpr int em_steps = 100;

/// 0, 1, 2, ... and from 7 on in steps of 15%, up to `largest`.
std::vector<double> degree_grid(double largest) {
  std::vector<double> grid;
  for (double d = 0.0; d < largest; d = std::max(d + 1.0, std::round(1.15 * d))) grid.push_back(d);
  grid.push_back(largest);
  return grid;
}

}  // namespace

degree_posterior::degree_posterior(std::span<const std::int64_t> released, epsilon budget,
                                   std::optional<std::uint64_t> most) {
  std::map<std::int64_t, double> users;
  for (const std::int64_t x : released) users[x] += 1.0;
  if (users.empty()) return;
  const auto last = static_cast<double>(most.value_or(released.size() - 1));
  const double largest = std::clamp(static_cast<double>(users.rbegin()->first), 0.0, last);
  m_grid = degree_grid(largest);
  const std::vector<double>& grid = m_grid;

  // likelihood[x][g] = exp(-e |x - g|) up to a factor of each x, which cancels: the nearest grid point has 1,
  // so that numbers far from all of them do not underflow.
  std::vector<std::vector<double>> likelihood;
  for (const auto& [x, count] : users) {
    std::vector<double>& row = likelihood.emplace_back();
    for (const double d : grid) row.push_back(std::abs(static_cast<double>(x) - d));
    const double nearest = *std::ranges::min_element(row);
    for (double& distance : row) distance = std::exp(-budget.nats() * (distance - nearest));
  }
  std::vector<double> weight(grid.size(), 1.0 / static_cast<double>(grid.size())), next(grid.size());
  const auto posterior = [&](const std::vector<double>& row, std::vector<double>& out) {
    double sum = 0.0;
    for (std::size_t g = 0; g < grid.size(); ++g) sum += out[g] = weight[g] * row[g];
    for (double& p : out) p /= sum;
  };
  std::vector<double> share(grid.size());
  for (int step = 0; step < em_steps; ++step) {
    std::ranges::fill(next, 0.0);
    std::size_t i = 0;
    for (const auto& [x, count] : users) {
      posterior(likelihood[i++], share);
      for (std::size_t g = 0; g < grid.size(); ++g) next[g] += count * share[g];
    }
    for (std::size_t g = 0; g < grid.size(); ++g)
      weight[g] = std::max(1e-300, next[g] / static_cast<double>(released.size()));
  }
  std::size_t i = 0;
  for (const auto& [x, count] : users) {
    posterior(likelihood[i++], share);
    distribution& d = m_behind[x];
    double sum = 0.0;
    for (std::size_t g = 0; g < grid.size(); ++g) {
      d.mean.mean += share[g] * grid[g];
      d.mean.square += share[g] * grid[g] * grid[g];
      d.cumulative.push_back(sum += share[g]);
    }
  }
}

double degree_posterior::quantile(std::int64_t released, double q) const {
  const std::vector<double>& cumulative = m_behind.at(released).cumulative;
  const auto g = static_cast<std::size_t>(std::ranges::upper_bound(cumulative, q) - cumulative.begin());
  return m_grid[std::min(g, m_grid.size() - 1)];
}

}  // namespace edgeldp
