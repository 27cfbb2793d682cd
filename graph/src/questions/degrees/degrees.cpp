// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "belief/noise_by_part.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/degrees/alike_users.hpp"
#include "questions/degrees/binomial.hpp"
#include "rounds/ask_by_part.hpp"

namespace edgeldp {

degree_result release_all_degrees(session& s, epsilon total) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  released_values round = ask_by_part(s, degree_round{total}, all);
  std::vector<vertex_id> absent = s.latest().absent;
  plausibility_check check(true);
  check.clamp_degrees(total, round.values, s.chosen());
  const double sent = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  return {{std::move(round.values), total, std::move(absent), s.chosen()},
          {sent, 0.0, 0.0},
          s.close(),
          check.found()};
}

released_degrees degrees_of(const release& published) {
  return {published.layout().order()->degrees(), published.parameters().degree, published.absent()};
}

namespace {

/// One by one, calls f(user, filter) for all who are present, each with the filter of its own law:
/// sums of millions of users need no list of them.
template <class F>
void for_each_present(const released_degrees& released, F&& f) {
  const own_filters filters(released.budget, released.chosen);
  for_each_user_but(released.absent, released.values.size(),
                    [&](vertex_id user) { f(user, filters.of(user)); });
}

std::uint64_t users_in(std::span<const alike_users> groups) {
  std::uint64_t users = 0;
  for (const alike_users& group : groups) users += group.users();
  return users;
}

/// The largest number of all groups but so many, who are fewer than all.
std::int64_t largest_but(std::span<const alike_users> groups, std::uint64_t left_out) {
  number_counts all;
  for (const alike_users& group : groups)
    for (const auto& [number, times] : group.counts()) all.add(number, times);
  const std::vector<number_counts::entry> sorted = all.sorted();
  auto at = sorted.rbegin();
  for (; at->times <= left_out; ++at) left_out -= at->times;
  return at->number;
}

}  // namespace

sequence_estimate estimate_degree_sequence(const released_degrees& released) {
  sequence_estimate all{std::vector<double>(released.values.size()),
                        std::vector<double>(released.values.size(), std::numeric_limits<double>::infinity())};
  for_each_present(released, [&](vertex_id user, const inverse_filter& filter) {
    all.values[user] = static_cast<double>(released.values[user]);
    all.standard_errors[user] = std::sqrt(filter.noise_variance());
  });
  return all;
}

estimate estimate_edges(const released_degrees& released) {
  int128 sum = 0;
  part_counts users{};
  for_each_user_but(released.absent, released.values.size(), [&](vertex_id user) {
    sum += released.values[user];
    ++users[static_cast<std::size_t>(released.chosen.of(user))];
  });
  double variance = 0.0;
  for (const chosen_part part : all_parts)
    if (const std::uint64_t alike = users[static_cast<std::size_t>(part)]; alike > 0)
      variance +=
          static_cast<double>(alike) * inverse_filter(part_of(released.budget, part)).noise_variance();
  const double error = 0.5 * std::sqrt(variance);
  return {0.5 * static_cast<double>(sum), error, 0.0, bound_of_steps(0.5, inflation::degrees, error),
          inflation::degrees};
}

estimate estimate_stars(const released_degrees& released, unsigned k) {
  if (k < 1 || k > 16) throw invalid_parameter("k = " + std::to_string(k) + ": must lie in [1, 16]");
  const int leaves = static_cast<int>(k);
  const auto stars = [leaves](double d) { return binomial(d, leaves); };
  double value = 0.0, variance = 0.0;
  for_each_present(released, [&](vertex_id user, const inverse_filter& filter) {
    const auto x = static_cast<double>(released.values[user]);
    const double up = binomial(x, leaves - 1), down = binomial(x - 1.0, leaves - 1);
    const double second = binomial(x - 1.0, leaves - 2);  // differences of binomials, without cancellation
    value += stars(x) - filter.b() * second;
    variance += filter.b() * (up * up + down * down) + filter.b() * filter.b() * second * second;
  });
  return {value, std::sqrt(variance), 0.0, 0.0, inflation::degrees};
}

namespace {

/// Pr[L <= x] of discrete Laplace noise.
double noise_cdf(std::int64_t x, double decay) {
  const auto steps = static_cast<double>(x);
  return x >= 0 ? 1.0 - std::pow(decay, steps + 1.0) / (1.0 + decay)
                : std::pow(decay, -steps) / (1.0 + decay);
}

/// In scales of the noise: beyond, released degrees say more than a fitted distribution, whose grid
/// is coarse there. Of 1, 2, 3, 6, 10 and 20 this one had the least or nearly the least error on
/// email-Eu-core, wiki-Vote and ca-GrQc at budgets from 0.1 to 3.
constexpr double clear_of_noise = 6.0;

/// How many users have a degree.
struct likely_degree {
  double degree;
  std::uint64_t users;
};

/// Quantiles of the maximum likelihood distribution of degrees, one a user, in increasing order.
/// largest: that there may be.
std::vector<likely_degree> likely_degrees(const alike_users& group, std::uint64_t largest) {
  const degree_posterior posterior = group.posterior(largest);
  std::map<double, double> users;  // by true degree
  for (const auto& [d, times] : group.counts())
    posterior.for_each_degree(d, [&, many = static_cast<double>(times)](double degree, double probability) {
      users[degree] += many * probability;
    });
  std::vector<likely_degree> all;
  std::uint64_t before = 0;
  double so_far = 0.0;
  for (const auto& [degree, many] : users) {
    so_far += many;
    std::uint64_t last = before;
    while (static_cast<double>(last) + 0.5 < so_far && last < group.users()) ++last;
    all.push_back({degree, last - before});
    before = last;
  }
  // Improbable degrees were left out of the sums.
  if (!all.empty()) all.back().users += group.users() - before;
  return all;
}

/// Of the largest released number above the largest degree, under the maximum likelihood
/// distribution.
struct excess_of_largest {
  double mean = 0.0, deviation = 0.0;
};

/// The noise of a group, and how many users have which degree, as estimated.
struct group_below {
  double decay = 0.0;
  std::int64_t steps = 0;  ///< beyond so many from a degree its noise has a probability below 1e-17 / n
  std::map<std::int64_t, double> users;

  /// The probability that all of the group's numbers are at most x.
  double at_most(std::int64_t x) const {
    double all = 1.0;
    for (auto user = users.rbegin(); user != users.rend() && x - user->first < steps && all > 0.0; ++user)
      all *= std::pow(noise_cdf(x - user->first, decay), user->second);
    return all;
  }
};

excess_of_largest predict_excess(std::span<const alike_users> groups) {
  std::vector<group_below> all_below;
  std::int64_t largest = 0, steps = 0;
  const std::uint64_t n = users_in(groups);
  for (const alike_users& group : groups) {
    const double reach = (40.0 + std::log(static_cast<double>(n))) / group.budget().nats();
    group_below& below = all_below.emplace_back(group_below{
        std::exp(-group.budget().nats()), static_cast<std::int64_t>(std::min(reach, 0x1p48)) + 2, {}});
    for (const auto& [likely, times] : likely_degrees(group, n - 1)) {
      if (times == 0) continue;
      const std::int64_t degree = std::llround(likely);
      largest = std::max(largest, degree);
      below.users[degree] += static_cast<double>(times);
    }
    steps = std::max(steps, below.steps);
  }
  const std::int64_t stride = 1 + steps / 4096;  // a hundredth of the noise's scale
  double mean = 0.0, square = 0.0, before = 0.0;
  for (std::int64_t x = largest - steps; x <= largest + steps; x += stride) {
    double all = 1.0;
    for (const group_below& below : all_below) all *= below.at_most(x);
    const auto excess = static_cast<double>(x - largest);
    mean += (all - before) * excess;
    square += (all - before) * excess * excess;
    before = all;
  }
  return {mean, std::sqrt(std::max(0.0, square - mean * mean))};
}

}  // namespace

estimate estimate_max_degree(const released_degrees& released) {
  std::vector<alike_users> groups = by_part(released);
  if (groups.empty()) return {};
  const excess_of_largest excess = predict_excess(groups);
  // One noisy number: where the largest noise of all users comes near it, it may be luck and no
  // hub.
  double luck = 0.0;
  for (const alike_users& group : groups)
    luck = std::max(luck, std::log(static_cast<double>(users_in(groups))) / group.budget().nats());
  const auto group = ranges::max_element(groups, {}, &alike_users::largest);
  const std::int64_t largest = group->largest();
  // A number that is large by luck passes for a hub, which hides its bias: the bound is also that
  // of the others.
  group->forget_largest();
  if (group->users() == 0) groups.erase(group);
  const double without = groups.empty() ? 0.0 : predict_excess(groups).mean;
  const double bound = bias_allowance * std::max(std::abs(excess.mean), std::abs(without));
  estimate e{static_cast<double>(largest), excess.deviation, excess.mean,
             bound + bound_of_steps(1.0, inflation::degrees, excess.deviation), inflation::degrees};
  e.rests_on_few = luck > usable_at_most * e.value;
  return e;
}

degree_influence influence_of(const released_degrees& released, std::uint64_t liars) {
  const std::vector<alike_users> groups = by_part(released);
  if (groups.empty()) return {};
  // Liars are taken for users of the widest noise.
  const epsilon least = groups.back().budget();
  const plausible_number range(0, static_cast<int128>(released.values.size()) - 1, 1, least);
  const auto low = static_cast<double>(range.low()), high = static_cast<double>(range.high());
  const std::uint64_t users = users_in(groups), lying = std::min(liars, users);
  const auto many = static_cast<double>(lying);
  // Pairs of x are least, 0, at 0 and 1, which are plausible where 1 is.
  const double most_pairs = std::max(binomial(low, 2), binomial(high, 2));
  // Some user among the largest lying + 1 does not lie.
  const double left = lying < users ? static_cast<double>(largest_but(groups, lying)) : low;
  return {0.5 * many * (high - low), many * most_pairs, lying > 0 ? high - left : 0.0};
}

namespace {

/// The degrees of one group, in increasing order.
std::vector<double> estimate_sorted(const alike_users& group, std::uint64_t largest) {
  std::vector<double> sorted;
  sorted.reserve(size_of(group.users()));
  for (const auto& [degree, times] : likely_degrees(group, largest))
    sorted.insert(sorted.end(), size_of(times), degree);
  std::size_t i = 0;
  for (const auto& [number, times] : group.counts()) {
    const auto d = static_cast<double>(number);
    for (const std::size_t last = i + size_of(times); i < last; ++i) {
      if (d * group.budget().nats() > clear_of_noise) sorted[i] = d;
      if (i > 0) sorted[i] = std::max(sorted[i], sorted[i - 1]);
    }
  }
  return sorted;
}

}  // namespace

std::vector<double> estimate_sorted_degrees(const released_degrees& released) {
  const std::vector<alike_users> groups = by_part(released);
  const std::uint64_t users = users_in(groups);
  std::vector<double> all;
  for (const alike_users& group : groups) {
    std::vector<double> sorted = estimate_sorted(group, users - 1);
    if (groups.size() == 1) return sorted;
    all.insert(all.end(), sorted.begin(), sorted.end());
  }
  ranges::sort(all);
  return all;
}

double predict_relative_half_width(const released_degrees& released, unsigned k, epsilon other) {
  const int leaves = static_cast<int>(k);
  double stars = 0.0, variance = 0.0;
  const std::vector<alike_users> groups = by_part(released);
  const std::uint64_t users = users_in(groups);
  for (const alike_users& group : groups) {
    // The same part of another budget.
    const inverse_filter filter(epsilon::from_units(static_cast<std::uint64_t>(
        uint128{other.units()} * group.budget().units() / released.budget.units())));
    for (const double d : estimate_sorted(group, users - 1)) {
      const double up = binomial(d, leaves - 1), down = binomial(d - 1.0, leaves - 1);
      stars += binomial(d, leaves);
      variance += filter.b() * (up * up + down * down);
    }
  }
  return relative_half_width({stars, std::sqrt(variance), 0.0, 0.0, inflation::degrees});
}

std::vector<double> isotonic_regression(std::span<const double> sequence) {
  struct block {
    double sum;
    std::size_t size;
    double mean() const { return sum / static_cast<double>(size); }
  };
  std::vector<block> blocks;
  for (const double x : sequence) {
    blocks.push_back({x, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().size += last.size;
    }
  }
  std::vector<double> fitted;
  for (const block& b : blocks) fitted.insert(fitted.end(), b.size, b.mean());
  return fitted;
}

}  // namespace edgeldp
