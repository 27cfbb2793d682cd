// SPDX-License-Identifier: MIT
#include "edgeldp/channel/records/record_plan.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// -d histogram_error / d nats: positive and decreasing, from infinity at 0.
double marginal_gain(answer_encoding encoding, std::uint32_t k, double nats) {
  const double above = std::expm1(encoding == answer_encoding::unary ? 0.5 * nats : nats), x = above + 1.0;
  const double cube = above * above * above;
  return encoding == answer_encoding::unary ? 0.5 * k * x * (x + 1.0) / cube
                                            : 2.0 * (k - 1.0) * x * (x + k - 1.0) / cube;
}

/// The root of a decreasing function between two points of different signs, to the last bits of a
/// double.
template <class F>
double root_between(F&& f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (at_low <= 0.0) return low;
  if (at_high >= 0.0) return high;
  std::uintmax_t steps = 200;
  const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, at_low, at_high,
                                                        boost::math::tools::eps_tolerance<double>(50), steps);
  return 0.5 * (a + b);
}

/// The share at which one more nat gains exactly exp(log_price), at most `most`.
double share_at(answer_encoding encoding, std::uint32_t k, double log_price, double most) {
  return std::exp(root_between(
      [&](double log_share) { return std::log(marginal_gain(encoding, k, std::exp(log_share))) - log_price; },
      std::log(most) - 40.0, std::log(most)));
}

void check_record(epsilon total, std::span<const std::uint32_t> categories) {
  if (categories.empty()) throw invalid_parameter("a record without answers");
  for (const std::uint32_t k : categories)
    if (k < 2)
      throw invalid_parameter("an answer of " + std::to_string(k) + " categories; at least 2 are needed");
  if (total.nats() > epsilon::largest)
    throw invalid_parameter("a budget of " + std::to_string(total.nats()) + " for a record; at most 64");
  if (total.units() < categories.size())
    throw invalid_parameter("a budget of " + std::to_string(total.units()) + " units of 2^-32 for " +
                            std::to_string(categories.size()) + " answers");
}

/// Integers in proportion to `parts` that add up to the total, none of them 0. What floors leave
/// over goes one by one to those that lost most.
std::vector<epsilon> rounded_shares(epsilon total, const std::vector<double>& parts) {
  const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
  std::vector<std::uint64_t> units;
  std::vector<double> lost;
  for (const double part : parts) {
    const double ideal = static_cast<double>(total.units()) * (part / sum);
    units.push_back(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(ideal)));
    lost.push_back(ideal - static_cast<double>(units.back()));
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  ranges::sort(order, [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
  auto missing = static_cast<std::int64_t>(total.units()) -
                 static_cast<std::int64_t>(std::accumulate(units.begin(), units.end(), std::uint64_t{0}));
  for (std::size_t i = 0; missing > 0; i = (i + 1) % order.size(), --missing) ++units[order[i]];
  for (std::size_t i = order.size(); missing < 0; i = i == 1 ? order.size() : i - 1)
    if (units[order[i - 1]] > 1) --units[order[i - 1]], ++missing;
  std::vector<epsilon> shares;
  for (const std::uint64_t u : units) shares.push_back(epsilon::from_units(u));
  return shares;
}

answer_encoding better_encoding(std::uint32_t k, double nats) {
  return histogram_error(answer_encoding::direct, k, nats) <= histogram_error(answer_encoding::unary, k, nats)
             ? answer_encoding::direct
             : answer_encoding::unary;
}

answer_encoding other(answer_encoding e) {
  return e == answer_encoding::unary ? answer_encoding::direct : answer_encoding::unary;
}

}  // namespace

double histogram_error(answer_encoding encoding, std::uint32_t k, double nats) {
  if (k < 2 || !(nats > 0.0))
    throw invalid_parameter("the error of an answer of " + std::to_string(k) + " categories at epsilon " +
                            std::to_string(nats) +
                            ": at least 2 categories and a positive epsilon are needed");
  const double above = std::expm1(encoding == answer_encoding::unary ? 0.5 * nats : nats), x = above + 1.0;
  return encoding == answer_encoding::unary ? k * x / (above * above)
                                            : (k - 1.0) * (2.0 * x + k - 2.0) / (above * above);
}

double record_plan::squared_error() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const double error = histogram_error(encodings[i], categories[i], shares[i].nats());
    sum += is_sampled() ? (1.0 + error) / chances[i] - 1.0 : error;
  }
  return sum;
}

record_plan even_plan(epsilon total, std::span<const std::uint32_t> categories, answer_encoding encoding) {
  check_record(total, categories);
  const std::size_t answers = categories.size();
  return {{categories.begin(), categories.end()},
          std::vector<answer_encoding>(answers, encoding),
          rounded_shares(total, std::vector<double>(answers, 1.0)),
          {},
          total};
}

record_plan optimal_plan(epsilon total, std::span<const std::uint32_t> categories, answer_encoding encoding) {
  return optimal_plan(total, categories, std::vector<answer_encoding>(categories.size(), encoding));
}

record_plan optimal_plan(epsilon total, std::span<const std::uint32_t> categories,
                         std::span<const answer_encoding> encodings) {
  check_record(total, categories);
  if (encodings.size() != categories.size())
    throw invalid_parameter(std::to_string(encodings.size()) + " encodings for " +
                            std::to_string(categories.size()) + " answers");
  const double nats = total.nats(), even = nats / static_cast<double>(categories.size());
  std::vector<double> shares(categories.size());
  // Every answer gains the same from one more nat; at even shares some gain more than that and some
  // less.
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double log_gain = std::log(marginal_gain(encodings[i], categories[i], even));
    low = std::min(low, log_gain);
    high = std::max(high, log_gain);
  }
  const auto excess = [&](double log_price) {
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i] = share_at(encodings[i], categories[i], log_price, nats);
    return std::accumulate(shares.begin(), shares.end(), -nats);
  };
  excess(root_between(excess, low, high));
  return {{categories.begin(), categories.end()},
          {encodings.begin(), encodings.end()},
          rounded_shares(total, shares),
          {},
          total};
}

record_plan mixed_plan(epsilon total, std::span<const std::uint32_t> categories) {
  check_record(total, categories);
  std::vector<answer_encoding> each;
  for (const std::uint32_t k : categories)
    each.push_back(better_encoding(k, total.nats() / static_cast<double>(categories.size())));
  record_plan best = optimal_plan(total, categories, each);
  for (const answer_encoding start : {answer_encoding::unary, answer_encoding::direct}) {
    record_plan found = optimal_plan(total, categories, start);
    for (std::size_t since = 0, i = 0; since < categories.size(); ++since, i = (i + 1) % categories.size()) {
      std::vector<answer_encoding> changed = found.encodings;
      changed[i] = other(changed[i]);
      record_plan candidate = optimal_plan(total, categories, changed);
      if (candidate.squared_error() < found.squared_error()) {
        found = std::move(candidate);
        since = 0;
      }
    }
    if (found.squared_error() < best.squared_error()) best = std::move(found);
  }
  return best;
}

record_plan sampled_plan(epsilon total, std::span<const std::uint32_t> categories) {
  check_record(total, categories);
  record_plan plan{{categories.begin(), categories.end()}, {}, {}, {}, total};
  for (const std::uint32_t k : categories) {
    plan.encodings.push_back(better_encoding(k, total.nats()));
    plan.shares.push_back(total);
    plan.chances.push_back(std::sqrt(1.0 + histogram_error(plan.encodings.back(), k, total.nats())));
  }
  const double sum = std::accumulate(plan.chances.begin(), plan.chances.end(), 0.0);
  for (double& chance : plan.chances) chance /= sum;
  return plan;
}

record_plan best_plan(epsilon total, std::span<const std::uint32_t> categories) {
  record_plan split = mixed_plan(total, categories), sampled = sampled_plan(total, categories);
  return sampled.squared_error() < split.squared_error() ? sampled : split;
}

}  // namespace edgeldp
