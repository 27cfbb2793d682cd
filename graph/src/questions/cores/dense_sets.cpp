// SPDX-License-Identifier: MIT
#include "questions/cores/dense_sets.hpp"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "questions/cores/tuning.hpp"

namespace edgeldp {

nested_sets nest_by(std::span<const double> cores, const roster& present, double mean_degree) {
  std::vector<std::pair<double, vertex_id>> users;
  users.reserve(present.size());
  present.for_each([&](std::uint64_t, vertex_id user) { users.emplace_back(cores[user], user); });
  ranges::sort(users, std::greater());
  const auto all = static_cast<double>(users.size());
  const double first = std::max<double>(core_tuning::least_members, std::ceil(mean_degree) + 1.0);
  const double last = std::max(first, core_tuning::largest_part * all);
  const double growth = std::pow(last / first, 1.0 / static_cast<double>(core_tuning::most_sets - 2));
  // Sizes that hardly grow would take many steps to the next, or no end: there is none between.
  const bool grows = growth > core_tuning::least_growth;
  nested_sets sets{std::vector<std::int64_t>(cores.size(), -1), {}};
  double wanted = first;
  for (std::size_t i = 0; i < users.size(); ++i) {
    sets.of[users[i].second] = static_cast<std::int64_t>(sets.size());
    const bool is_last = i + 1 == users.size();
    // Those of the same number are not told apart.
    const bool ends = is_last || users[i].first > users[i + 1].first;
    const auto members = static_cast<double>(i + 1);
    if (!ends || (!is_last && (members < wanted || wanted > last))) continue;
    sets.members.push_back(i + 1);
    while (wanted <= members) wanted = grows ? wanted * growth : std::numeric_limits<double>::infinity();
  }
  return sets;
}

namespace {

/// Of the members of a set who answered: their number, and the sum and squares of what they count.
struct counted_set {
  double came = 0.0, sum = 0.0, squares = 0.0;
  double noise = 0.0, squared_noise = 0.0;  ///< of a count of each, relative to who spends all
};

std::vector<counted_set> count_in(const nested_sets& sets, std::span<const std::int64_t> counts,
                                  const roster& asked, const std::vector<bool>& came,
                                  const relative_noise& relative) {
  std::vector<counted_set> all(sets.size());
  asked.for_each([&](std::uint64_t number, vertex_id user) {
    if (!came[user]) return;
    const double noise = relative.of(user);
    double known = 0.0;
    for (std::size_t set = 0; set < all.size(); ++set) {
      known += static_cast<double>(counts[number * all.size() + set]);
      if (std::cmp_less(set, sets.of[user])) continue;
      all[set].came += 1.0;
      all[set].sum += known;
      all[set].squares += known * known;
      all[set].noise += noise;
      all[set].squared_noise += noise * noise;
    }
  });
  return all;
}

/// Normal errors of so many numbers are all within this many standard errors with 95%, by the
/// inequality of Bonferroni.
double simultaneous(std::size_t numbers) {
  return std::numbers::sqrt2 * boost::math::erfc_inv(0.05 / static_cast<double>(numbers));
}

/// The same of a sum of noise with more mass in its tails, by the first term of the expansion of
/// Cornish and Fisher: excess: of its kurtosis.
double beyond_normal(double z, double excess) {
  return z + (z * z * z - 3.0 * z) / 24.0 * excess;
}

/// place: of the set among so many, from 1; each of its members adds the noise of so many numbers.
estimate density_of(const counted_set& counted, std::uint64_t members, std::size_t place, std::size_t sets,
                    epsilon budget) {
  if (counted.came == 0.0) return {0.0, std::numeric_limits<double>::infinity()};
  const double mean = counted.sum / counted.came;
  const double each = inverse_filter(budget).noise_variance();
  const double noise = static_cast<double>(place) * each * (counted.noise / counted.came);
  // Who was lost is taken for a random part: means of samples without replacement.
  const double lost = 1.0 - counted.came / static_cast<double>(members);
  const double spread = std::max(0.0, counted.squares / counted.came - mean * mean);
  // Of one discrete Laplace number 3 + 1 / variance, weighted by squared variances; where noise is
  // rare, steps matter and not tails.
  const double once = counted.came / counted.noise;
  const double twice = once * (counted.squared_noise / counted.noise);
  const double excess =
      std::min(1.0, (3.0 * twice + once / each) / (static_cast<double>(place) * counted.came));
  estimate density{0.5 * mean, 0.5 * std::sqrt((noise + lost * spread) / counted.came)};
  density.inflation = beyond_normal(simultaneous(sets), excess) / simultaneous(1);
  density.bias_bound = bound_of_steps(0.5 / counted.came, density.inflation, density.standard_error);
  return density;
}

}  // namespace

dense_set densest_of(const nested_sets& sets, std::span<const std::int64_t> counts, const roster& asked,
                     const roster& present, epsilon budget, const relative_noise& relative) {
  const std::vector<counted_set> counted = count_in(sets, counts, asked, on_roster(present), relative);
  std::size_t best = 0;
  estimate densest;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const estimate density = density_of(counted[set], sets.members[set], set + 1, sets.size(), budget);
    if (set == 0 || density.low() > densest.low()) best = set, densest = density;
  }
  dense_set found{{}, densest};
  for (std::size_t u = 0; u < sets.of.size(); ++u)
    if (sets.of[u] >= 0 && std::cmp_less_equal(sets.of[u], best))
      found.members.push_back(static_cast<vertex_id>(u));
  return found;
}

}  // namespace edgeldp
