// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/degrees/binomial.hpp"

namespace edgeldp {

degree_result release_all_degrees(session& s, epsilon total) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  released_values round = s.ask(degree_round{total}, {total, all});
  require_somebody(s.present());
  std::vector<vertex_id> absent = s.latest().absent;
  plausibility_check check(true);
  check.clamp_degrees(total, round.values);
  const double sent = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  return {{std::move(round.values), total, std::move(absent)}, {sent, 0.0, 0.0}, s.close(), check.found()};
}

released_degrees degrees_of(const release& published) {
  return {published.layout().order()->degrees(), published.parameters().degree, published.absent()};
}

sequence_estimate estimate_degree_sequence(const released_degrees& released) {
  const double error = std::sqrt(inverse_filter(released.budget).noise_variance());
  sequence_estimate all{{released.values.begin(), released.values.end()},
                        std::vector<double>(released.values.size(), error)};
  for (const vertex_id u : released.absent) {
    all.values[u] = 0.0;
    all.standard_errors[u] = std::numeric_limits<double>::infinity();
  }
  return all;
}

namespace {

/// The numbers of users who are present, one by one: sums of millions of users need no list of
/// them.
template <class F>
void for_each_present(const released_degrees& released, F&& f) {
  for_each_but(released.absent, released.values, f);
}

/// The same numbers where it does not matter whose they are: how often each occurs, in increasing
/// order.
class present_numbers {
 public:
  explicit present_numbers(const released_degrees& released)
      : m_budget(released.budget), m_users(released.values.size() - released.absent.size()) {
    number_counts counts;
    for_each_present(released, [&](std::int64_t number) { counts.add(number); });
    m_counts = counts.sorted();
  }

  epsilon budget() const noexcept { return m_budget; }
  std::uint64_t users() const noexcept { return m_users; }
  std::span<const number_counts::entry> counts() const noexcept { return m_counts; }
  std::int64_t largest() const noexcept { return m_counts.back().number; }
  /// The largest but so many, who are fewer than all.
  std::int64_t largest_but(std::uint64_t left_out) const noexcept {
    auto at = m_counts.rbegin();
    for (; at->times <= left_out; ++at) left_out -= at->times;
    return at->number;
  }
  void forget_largest() {
    --m_users;
    if (--m_counts.back().times == 0) m_counts.pop_back();
  }

  degree_posterior posterior() const {
    number_counts counts;
    for (const auto& [number, times] : m_counts) counts.add(number, times);
    return {counts, m_budget, std::nullopt};
  }

 private:
  epsilon m_budget;
  std::uint64_t m_users;
  std::vector<number_counts::entry> m_counts;
};

}  // namespace

estimate estimate_edges(const released_degrees& released) {
  int128 sum = 0;
  for_each_present(released, [&](std::int64_t released_degree) { sum += released_degree; });
  const auto present = static_cast<double>(released.values.size() - released.absent.size());
  const double variance = present * inverse_filter(released.budget).noise_variance();
  const double error = 0.5 * std::sqrt(variance);
  return {0.5 * static_cast<double>(sum), error, 0.0, bound_of_steps(0.5, inflation::degrees, error),
          inflation::degrees};
}

estimate estimate_stars(const released_degrees& released, unsigned k) {
  if (k < 1 || k > 16) throw invalid_parameter("k = " + std::to_string(k) + ": must lie in [1, 16]");
  const inverse_filter filter(released.budget);
  const int leaves = static_cast<int>(k);
  const auto stars = [leaves](double d) { return binomial(d, leaves); };
  double value = 0.0, variance = 0.0;
  for_each_present(released, [&](std::int64_t released_degree) {
    const auto x = static_cast<double>(released_degree);
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
std::vector<likely_degree> likely_degrees(const present_numbers& released) {
  const degree_posterior posterior = released.posterior();
  std::map<double, double> users;  // by true degree
  for (const auto& [d, times] : released.counts())
    posterior.for_each_degree(d, [&, many = static_cast<double>(times)](double degree, double probability) {
      users[degree] += many * probability;
    });
  std::vector<likely_degree> all;
  std::uint64_t before = 0;
  double so_far = 0.0;
  for (const auto& [degree, many] : users) {
    so_far += many;
    std::uint64_t last = before;
    while (static_cast<double>(last) + 0.5 < so_far && last < released.users()) ++last;
    all.push_back({degree, last - before});
    before = last;
  }
  // Improbable degrees were left out of the sums.
  if (!all.empty()) all.back().users += released.users() - before;
  return all;
}

}  // namespace

namespace {

/// Of the largest released number above the largest degree, under the maximum likelihood
/// distribution.
struct excess_of_largest {
  double mean = 0.0, deviation = 0.0;
};

excess_of_largest predict_excess(const present_numbers& released) {
  std::map<std::int64_t, double> users;  // by estimated true degree
  std::int64_t largest = 0;
  for (const auto& [likely, times] : likely_degrees(released)) {
    if (times == 0) continue;
    const std::int64_t degree = std::llround(likely);
    largest = std::max(largest, degree);
    users[degree] += static_cast<double>(times);
  }
  // Beyond this many steps from a degree its noise has a probability below 1e-17 / n.
  const double decay = std::exp(-released.budget().nats());
  const double reach = (40.0 + std::log(static_cast<double>(released.users()))) / released.budget().nats();
  const auto steps = static_cast<std::int64_t>(std::min(reach, 0x1p48)) + 2;
  const std::int64_t stride = 1 + steps / 4096;  // a hundredth of the noise's scale
  double mean = 0.0, square = 0.0, below = 0.0;
  for (std::int64_t x = largest - steps; x <= largest + steps; x += stride) {
    double all = 1.0;
    for (auto user = users.rbegin(); user != users.rend() && x - user->first < steps && all > 0.0; ++user)
      all *= std::pow(noise_cdf(x - user->first, decay), user->second);
    const auto excess = static_cast<double>(x - largest);
    mean += (all - below) * excess;
    square += (all - below) * excess * excess;
    below = all;
  }
  return {mean, std::sqrt(std::max(0.0, square - mean * mean))};
}

}  // namespace

estimate estimate_max_degree(const released_degrees& released) {
  present_numbers present(released);
  if (present.users() == 0) return {};
  const auto largest = static_cast<double>(present.largest()), users = static_cast<double>(present.users());
  const excess_of_largest excess = predict_excess(present);
  // A number that is large by luck passes for a hub, which hides its bias: the bound is also that
  // of the others.
  present.forget_largest();
  const double without = present.users() == 0 ? 0.0 : predict_excess(present).mean;
  const double bound = bias_allowance * std::max(std::abs(excess.mean), std::abs(without));
  estimate e{largest, excess.deviation, excess.mean,
             bound + bound_of_steps(1.0, inflation::degrees, excess.deviation), inflation::degrees};
  // One noisy number: where the largest noise of all users comes near it, it may be luck and no
  // hub.
  const double luck = std::log(users) / released.budget.nats();
  e.rests_on_few = luck > usable_at_most * e.value;
  return e;
}

degree_influence influence_of(const released_degrees& released, std::uint64_t liars) {
  const present_numbers present(released);
  if (present.users() == 0) return {};
  const plausible_number range(0, static_cast<int128>(released.values.size()) - 1, 1, released.budget);
  const auto low = static_cast<double>(range.low()), high = static_cast<double>(range.high());
  const std::uint64_t lying = std::min(liars, present.users());
  const auto many = static_cast<double>(lying);
  // Pairs of x are least, 0, at 0 and 1, which are plausible where 1 is.
  const double most_pairs = std::max(binomial(low, 2), binomial(high, 2));
  // Some user among the largest lying + 1 does not lie.
  const double left = lying < present.users() ? static_cast<double>(present.largest_but(lying)) : low;
  return {0.5 * many * (high - low), many * most_pairs, lying > 0 ? high - left : 0.0};
}

std::vector<double> estimate_sorted_degrees(const released_degrees& released) {
  const present_numbers present(released);
  std::vector<double> sorted;
  sorted.reserve(size_of(present.users()));
  for (const auto& [degree, times] : likely_degrees(present))
    sorted.insert(sorted.end(), size_of(times), degree);
  std::size_t i = 0;
  for (const auto& [number, times] : present.counts()) {
    const auto d = static_cast<double>(number);
    for (const std::size_t last = i + size_of(times); i < last; ++i) {
      if (d * released.budget.nats() > clear_of_noise) sorted[i] = d;
      if (i > 0) sorted[i] = std::max(sorted[i], sorted[i - 1]);
    }
  }
  return sorted;
}

double predict_relative_half_width(const released_degrees& released, unsigned k, epsilon other) {
  const inverse_filter filter(other);
  const int leaves = static_cast<int>(k);
  double stars = 0.0, variance = 0.0;
  for (const double d : estimate_sorted_degrees(released)) {
    const double up = binomial(d, leaves - 1), down = binomial(d - 1.0, leaves - 1);
    stars += binomial(d, leaves);
    variance += filter.b() * (up * up + down * down);
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
