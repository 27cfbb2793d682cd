// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/released_statistics.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "synthesis/degree_classes.hpp"
#include "synthesis/draws.hpp"
#include "synthesis/streams.hpp"

namespace edgeldp {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using namespace synthesis;

std::vector<bool> present_in(const released_degrees& released) {
  std::vector<bool> is_present(released.values.size(), true);
  for (const vertex_id u : released.absent) is_present[u] = false;
  return is_present;
}

// --- degrees

/// Moves single ends until degrees, each at most `most`, sum to `sum`, of users who are present in
/// proportion to their degrees.
void fit_sum(std::vector<std::uint64_t>& degrees, const std::vector<bool>& is_present, std::uint64_t most,
             std::uint64_t sum, private_randomness& coins) {
  std::uint64_t now = std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0});
  std::vector<std::size_t> ends;  // users, each once and once more for each end
  for (std::size_t u = 0; u < degrees.size(); ++u)
    if (is_present[u]) ends.insert(ends.end(), static_cast<std::size_t>(degrees[u]) + 1, u);
  while (now != sum) {
    std::uint64_t& degree = degrees[draw_one(coins, ends)];
    if (now < sum && degree < most) ++degree, ++now;
    if (now > sum && degree > 0) --degree, --now;
  }
}

std::vector<std::uint64_t> likely_degrees(const released_degrees& released, private_randomness& coins) {
  const std::size_t users = released.values.size();
  const std::vector<bool> is_present = present_in(released);
  std::vector<std::pair<std::pair<std::int64_t, std::uint64_t>, std::size_t>> order;
  for (std::size_t u = 0; u < users; ++u)
    if (is_present[u]) order.push_back({{released.values[u], coins()}, u});
  ranges::sort(order);
  const std::vector<double> sorted = estimate_sorted_degrees(released);
  std::vector<std::uint64_t> degrees(users);
  if (order.empty()) return degrees;
  const std::uint64_t most = order.size() - 1;  // the others have no edges
  const auto largest = static_cast<double>(most);
  for (std::size_t i = 0; i < order.size(); ++i)
    degrees[order[i].second] = static_cast<std::uint64_t>(std::lround(std::clamp(sorted[i], 0.0, largest)));
  const double ends = 2.0 * estimate_edges(released).value;
  const double all = std::clamp(ends, 0.0, static_cast<double>(order.size()) * largest);
  // Rounded down to an even number.
  fit_sum(degrees, is_present, most, 2 * static_cast<std::uint64_t>(0.5 * all), coins);
  return degrees;
}

// --- groups

void add_groups(wanted_graph& wanted, const found_communities& found) {
  const std::size_t groups = found.groups.names.size();
  if (!found.are_found() || groups < 2) return;
  wanted.group_count = groups;
  // Who released nothing there is in no group: in any, without edges to speak of.
  for (const std::uint32_t group : found.groups.of) wanted.group_of.push_back(group == no_group ? 0 : group);
  for (std::size_t a = 0; a < groups; ++a)
    for (std::size_t b = 0; b < groups; ++b) {
      const estimate edges = found.edges.edges_between(std::min(a, b), std::max(a, b));
      const double ends = a == b ? 2.0 : 1.0;
      wanted.ends.push_back(ends * edges.value);
      wanted.ends_errors.push_back(ends * edges.standard_error);
    }
}

// --- triangles

/// Clustering is a broken line over the logarithm of the degree, with these knees.
constexpr double knees[] = {2, 3, 5, 8, 14, 25, 45, 90, 180, 400, 1000};
/// Neighbouring knees differ by about so much; a weak pull towards 0 where nothing is known.
constexpr double likely_step = 0.04, pull = 1e-3;

/// Knees up to a largest degree.
class clustering_line {
 public:
  explicit clustering_line(double largest) {
    for (const double knee : knees)
      if (knee <= std::max(3.0, 1.6 * largest)) m_at.push_back(std::log(knee));
  }
  Eigen::Index size() const { return static_cast<Eigen::Index>(m_at.size()); }

  /// Calls f(knee, weight) for the one or two knees that a degree lies between.
  template <class F>
  void for_each_weight(double degree, F&& f) const {
    const double at = std::log(std::max(1.0, degree));
    if (at <= m_at.front()) return f(Eigen::Index{0}, 1.0);
    if (at >= m_at.back()) return f(size() - 1, 1.0);
    const auto next = ranges::upper_bound(m_at, at) - m_at.begin();
    const double low = m_at[static_cast<std::size_t>(next) - 1], high = m_at[static_cast<std::size_t>(next)];
    const double share = (at - low) / (high - low);
    f(static_cast<Eigen::Index>(next) - 1, 1.0 - share);
    f(static_cast<Eigen::Index>(next), share);
  }

 private:
  std::vector<double> m_at;  // logarithms
};

double wedges_of(double degree) {
  return std::max(0.0, 0.5 * degree * (degree - 1.0));
}

/// Users who released like degrees: their triangles, and the wedges that may be behind, by knee.
struct alike {
  double triangles = 0.0, variance = 0.0, bias = 0.0;
  VectorXd wedges;
};

std::vector<alike> users_alike(const released_statistics& released, const clustering_line& line,
                               const std::vector<bool>& is_present) {
  const std::span values(released.degrees.values.data(), released.degrees.values.size());
  std::vector<std::int64_t> present;
  for (std::size_t u = 0; u < values.size(); ++u)
    if (is_present[u]) present.push_back(values[u]);
  const degree_posterior behind(present, released.degrees.budget, values.size() - 1);
  std::map<std::int64_t, std::pair<std::size_t, VectorXd>> by_number;  // of released degrees
  const std::vector<std::uint64_t> bounds = degree_class_bounds(values.size());
  std::vector<alike> all(bounds.size() + 1, {0.0, 0.0, 0.0, VectorXd::Zero(line.size())});
  for (std::size_t u = 0; u < values.size(); ++u) {
    const double error = released.triangles.at_users.standard_errors[u];
    if (!is_present[u] || !std::isfinite(error)) continue;  // who is lost in the count said nothing
    auto [at, is_new] = by_number.try_emplace(values[u], 0, VectorXd());
    auto& [place, wedges] = at->second;
    if (is_new) {
      const double mean = behind.of(values[u]).mean;
      place = static_cast<std::size_t>(
          ranges::upper_bound(bounds, static_cast<std::uint64_t>(std::max(0.0, mean + 0.5))) -
          bounds.begin());
      wedges = VectorXd::Zero(line.size());
      behind.for_each_degree(values[u], [&, &sums = wedges](double degree, double chance) {
        line.for_each_weight(
            degree, [&](Eigen::Index k, double weight) { sums[k] += chance * weight * wedges_of(degree); });
      });
    }
    alike& mine = all[place];
    mine.triangles += released.triangles.at_users.values[u] - released.triangles.biases[u];
    mine.variance += error * error;
    mine.bias += std::abs(released.triangles.biases[u]);
    mine.wedges += wedges;
  }
  return all;
}

/// Clustering at the knees: least squares weighted by the errors, in [0, 1], not rising.
VectorXd fitted_clustering(const std::vector<alike>& all, Eigen::Index knees_used) {
  MatrixXd normal = pull * MatrixXd::Identity(knees_used, knees_used);
  for (Eigen::Index k = 0; k + 1 < knees_used; ++k) {
    const double tie = 1.0 / (likely_step * likely_step);
    normal(k, k) += tie;
    normal(k + 1, k + 1) += tie;
    normal(k, k + 1) -= tie;
    normal(k + 1, k) -= tie;
  }
  VectorXd right = VectorXd::Zero(knees_used);
  for (const alike& a : all) {
    // A twentieth, since no such line is the whole truth; half of what is predicted to be refused.
    const double variance = a.variance + std::pow(0.5 * a.bias, 2) + std::pow(0.05 * a.triangles, 2) + 1.0;
    normal += a.wedges * a.wedges.transpose() / variance;
    right += a.wedges * (a.triangles / variance);
  }
  VectorXd line = normal.ldlt().solve(right).cwiseMax(0.0).cwiseMin(1.0);
  for (Eigen::Index k = knees_used - 1; k-- > 0;) line[k] = std::max(line[k], line[k + 1]);
  return line;
}

void add_triangles(wanted_graph& wanted, const released_statistics& released,
                   const std::vector<bool>& is_present) {
  const estimate& triangles = released.triangles.triangles;
  wanted.triangles = 3.0 * (triangles.value - triangles.bias);
  wanted.triangles_error = 3.0 * std::hypot(triangles.standard_error, 0.5 * triangles.bias_bound);
  const std::uint64_t largest = ranges::max(wanted.degrees);
  const clustering_line line(static_cast<double>(largest));
  const VectorXd clustering = fitted_clustering(users_alike(released, line, is_present), line.size());
  std::map<std::uint64_t, double> by_class;
  const std::vector<std::uint64_t> bounds = degree_class_bounds(largest);
  for (const std::uint64_t degree : wanted.degrees) {
    if (degree < bounds.front()) continue;
    const std::uint64_t from = *(ranges::upper_bound(bounds, degree) - 1);
    line.for_each_weight(static_cast<double>(degree), [&](Eigen::Index k, double weight) {
      by_class[from] += weight * clustering[k] * wedges_of(static_cast<double>(degree));
    });
  }
  for (const auto& [from, sum] : by_class) wanted.classes.push_back({from, sum});
}

}  // namespace

bool are_groups_worth_asking(const released_degrees& degrees, const communities_plan& plan) {
  const estimate ends = estimate_stars(degrees, 1), wedges = estimate_stars(degrees, 2);
  // Sums of d^2 and of d.
  const double squares = 2.0 * wedges.value + ends.value;
  return ends.value > 0.0 && squares / ends.value >= least_excess(plan, degrees.values.size());
}

wanted_graph wanted_of(const released_statistics& released, release_key key) {
  const std::size_t users = released.degrees.values.size();
  if (released.triangles.at_users.values.size() != users ||
      (released.groups && released.groups->groups.of.size() != users))
    throw invalid_parameter("statistics of " + std::to_string(users) + " users, and of others");
  public_coins coins(key, stream_tag::communities, stream_of_degrees);
  wanted_graph wanted;
  wanted.degrees = likely_degrees(released.degrees, coins);
  if (released.groups) add_groups(wanted, *released.groups);
  add_triangles(wanted, released, present_in(released.degrees));
  return wanted;
}

}  // namespace edgeldp
