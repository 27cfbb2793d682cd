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
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "synthesis/degree_classes.hpp"
#include "synthesis/draws.hpp"
#include "synthesis/power_sums.hpp"
#include "synthesis/streams.hpp"

namespace edgeldp {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using namespace synthesis;

std::vector<bool> all_but(std::span<const vertex_id> absent, std::size_t users) {
  std::vector<bool> is_present(users, true);
  for (const vertex_id u : absent) is_present[u] = false;
  return is_present;
}
std::vector<bool> present_in(const released_degrees& released) {
  return all_but(released.absent, released.values.size());
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
/// The same of degrees of contacts, which are lines as well, relative to their mean.
constexpr double likely_step_of_contacts = 0.3, pull_of_contacts = 1.0;
/// Correlations of degrees in networks are about so large: what is known without asking.
constexpr double likely_correlation = 0.25;

/// Knees up to a largest degree.
class broken_line {
 public:
  explicit broken_line(double largest) {
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

/// Users who released like degrees: what they said, and the wedges and ends that may be behind, by
/// knee.
struct alike {
  double triangles = 0.0, variance = 0.0, bias = 0.0;
  VectorXd wedges;
  double contacts = 0.0, said = 0.0;  ///< sums of contacts' degrees, and how many said one
  VectorXd ends;                      ///< of those
};

/// Of a released number.
struct number_behind {
  std::size_t place = 0;  ///< its class
  VectorXd wedges, ends;  ///< by knee
};

std::vector<alike> users_alike(const released_statistics& released, const broken_line& line,
                               const std::vector<bool>& is_present) {
  const std::span values(released.degrees.values.data(), released.degrees.values.size());
  std::vector<std::int64_t> present;
  for (std::size_t u = 0; u < values.size(); ++u)
    if (is_present[u]) present.push_back(values[u]);
  const degree_posterior behind(present, released.degrees.budget, values.size() - 1);
  std::map<std::int64_t, number_behind> by_number;  // of released degrees
  const std::vector<bool> said_sums = all_but(released.contacts.absent, values.size());
  const std::vector<std::uint64_t> bounds = degree_class_bounds(values.size());
  const VectorXd none = VectorXd::Zero(line.size());
  std::vector<alike> all(bounds.size() + 1, {0.0, 0.0, 0.0, none, 0.0, 0.0, none});
  for (std::size_t u = 0; u < values.size(); ++u) {
    const double error = released.triangles.at_users.standard_errors[u];
    if (!is_present[u] || !std::isfinite(error)) continue;  // who is lost in the count said nothing
    const auto [at, is_new] = by_number.try_emplace(values[u], number_behind{0, none, none});
    number_behind& of = at->second;
    if (is_new) {
      const double mean = behind.of(values[u]).mean;
      of.place = static_cast<std::size_t>(
          ranges::upper_bound(bounds, static_cast<std::uint64_t>(std::max(0.0, mean + 0.5))) -
          bounds.begin());
      behind.for_each_degree(values[u], [&](double degree, double chance) {
        line.for_each_weight(degree, [&](Eigen::Index k, double weight) {
          of.wedges[k] += chance * weight * wedges_of(degree);
          of.ends[k] += chance * weight * degree;
        });
      });
    }
    alike& mine = all[of.place];
    mine.triangles += released.triangles.at_users.values[u] - released.triangles.biases[u];
    mine.variance += error * error;
    mine.bias += std::abs(released.triangles.biases[u]);
    mine.wedges += of.wedges;
    if (!said_sums[u]) continue;
    mine.contacts += released.contacts.sums[u];
    mine.said += 1.0;
    mine.ends += of.ends;
  }
  return all;
}

/// Normal equations of what is known of a line before it is asked for: neighbouring knees differ by
/// about a step, and each is about 0, as far as a pull goes.
MatrixXd tied_knees(Eigen::Index size, double step, double pulled) {
  MatrixXd normal = pulled * MatrixXd::Identity(size, size);
  const double tie = 1.0 / (step * step);
  for (Eigen::Index k = 0; k + 1 < size; ++k) {
    normal(k, k) += tie;
    normal(k + 1, k + 1) += tie;
    normal(k, k + 1) -= tie;
    normal(k + 1, k) -= tie;
  }
  return normal;
}

/// Clustering at the knees: least squares weighted by the errors, in [0, 1], not rising.
VectorXd fitted_clustering(const std::vector<alike>& all, Eigen::Index knees_used) {
  MatrixXd normal = tied_knees(knees_used, likely_step, pull);
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

void add_triangles(wanted_graph& wanted, const released_statistics& released, const broken_line& line,
                   const std::vector<alike>& all) {
  const estimate& triangles = released.triangles.triangles;
  wanted.triangles = 3.0 * (triangles.value - triangles.bias);
  wanted.triangles_error = 3.0 * std::hypot(triangles.standard_error, 0.5 * triangles.bias_bound);
  const VectorXd clustering = fitted_clustering(all, line.size());
  std::map<std::uint64_t, double> by_class;
  const std::vector<std::uint64_t> bounds = degree_class_bounds(ranges::max(wanted.degrees));
  for (const std::uint64_t degree : wanted.degrees) {
    if (degree < bounds.front()) continue;
    const std::uint64_t from = *(ranges::upper_bound(bounds, degree) - 1);
    line.for_each_weight(static_cast<double>(degree), [&](Eigen::Index k, double weight) {
      by_class[from] += weight * clustering[k] * wedges_of(static_cast<double>(degree));
    });
  }
  for (const auto& [from, sum] : by_class) wanted.classes.push_back({from, sum});
}

// --- degrees of contacts

/// The correlation that was released, less what of it is likely noise; none where degrees are too
/// much alike to tell.
void add_walks(wanted_graph& wanted, const released_statistics& released, const power_sums& sums) {
  const estimate known = estimate_degree_assortativity(released.degrees, released.contacts);
  double correlation = 0.0, error = likely_correlation;
  if (std::isfinite(known.standard_error)) {
    const double variance = std::pow(known.standard_error, 2), likely = std::pow(likely_correlation, 2);
    correlation = std::clamp(known.value * likely / (likely + variance), -1.0, 1.0);
    error = known.standard_error;
  }
  wanted.walks = sums.chance() + correlation * sums.of_correlation();
  wanted.walks_error = error * sums.of_correlation();
}

/// How far the degrees of contacts of users of a degree are from their mean over all contacts,
/// relative to that, at the knees of a line; with the matrix of its normal equations.
struct contact_line {
  VectorXd excess;
  MatrixXd normal;
};

/// Least squares weighted by the errors. All contacts have their mean, and all walks are as wanted.
contact_line fitted_contacts(const std::vector<alike>& all, const broken_line& line,
                             const wanted_graph& wanted, const released_statistics& released,
                             const power_sums& sums) {
  contact_line fit{VectorXd::Zero(line.size()),
                   tied_knees(line.size(), likely_step_of_contacts, pull_of_contacts)};
  VectorXd right = fit.excess;
  const auto add = [&](const VectorXd& weights, double known, double variance) {
    fit.normal += weights * weights.transpose() / variance;
    right += weights * (known / variance);
  };
  // Contacts of all users are taken to have lost the same share to the ceiling.
  const double mean = sums.mean_contact();
  const double times = 1.0 / share_below_ceiling(released.degrees, released.contacts);
  const double of_degree = inverse_filter(released.degrees.budget).noise_variance();
  for (const alike& a : all) {
    const double ends = a.ends.sum();
    // Each sum has its noise, each contact that of its degree; a twentieth, as above.
    const double variance =
        times * times * a.said * released.contacts.noise + ends * of_degree + std::pow(0.05 * mean * ends, 2);
    const double known = times * (a.contacts + released.contacts.centre() * ends);
    if (variance > 0.0) add(mean * a.ends, known - mean * ends, variance);
  }
  VectorXd ends = VectorXd::Zero(line.size()), squares = ends;
  for (const std::uint64_t whole : wanted.degrees) {
    const auto degree = static_cast<double>(whole);
    line.for_each_weight(degree, [&](Eigen::Index k, double weight) {
      ends[k] += weight * degree;
      squares[k] += weight * degree * degree;
    });
  }
  constexpr double held = 1e-3;  // relative
  add(ends / sums.ends, 0.0, held * held);
  add(squares / sums.squares, wanted.walks / sums.chance() - 1.0, held * held);
  fit.excess = fit.normal.ldlt().solve(right).cwiseMax(-0.95);
  return fit;
}

/// Degrees of contacts, in all and by the classes that there are.
void add_contacts(wanted_graph& wanted, const released_statistics& released, const broken_line& line,
                  const std::vector<alike>& all) {
  const power_sums sums(wanted.degrees);
  if (!(sums.ends > 0.0 && sums.of_correlation() > 0.0)) return;
  add_walks(wanted, released, sums);
  const contact_line fit = fitted_contacts(all, line, wanted, released, sums);
  std::vector<VectorXd> ends(wanted.classes.size(), VectorXd::Zero(line.size()));
  for (const std::uint64_t whole : wanted.degrees) {
    const auto above = ranges::upper_bound(wanted.classes, whole, {}, &wanted_class::from);
    if (above == wanted.classes.begin()) continue;
    VectorXd& mine = ends[static_cast<std::size_t>(above - wanted.classes.begin()) - 1];
    const auto degree = static_cast<double>(whole);
    line.for_each_weight(degree, [&](Eigen::Index k, double weight) { mine[k] += weight * degree; });
  }
  const auto solved = fit.normal.ldlt();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    wanted.classes[i].contact_degrees = sums.mean_contact() * (ends[i].sum() + ends[i].dot(fit.excess));
    wanted.classes[i].contact_degrees_error =
        sums.mean_contact() * std::sqrt(std::max(0.0, ends[i].dot(solved.solve(ends[i]))));
  }
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
  if (released.triangles.at_users.values.size() != users || released.contacts.sums.size() != users ||
      (released.groups && released.groups->groups.of.size() != users))
    throw invalid_parameter("statistics of " + std::to_string(users) + " users, and of others");
  public_coins coins(key, stream_tag::communities, stream_of_degrees);
  wanted_graph wanted;
  wanted.degrees = likely_degrees(released.degrees, coins);
  if (released.groups) add_groups(wanted, *released.groups);
  const broken_line line(static_cast<double>(ranges::max(wanted.degrees)));
  const std::vector<alike> all = users_alike(released, line, present_in(released.degrees));
  add_triangles(wanted, released, line, all);
  add_contacts(wanted, released, line, all);
  return wanted;
}

}  // namespace edgeldp
