// SPDX-License-Identifier: MIT
#include "questions/common_neighbors/error_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "errors/budget_search.hpp"
#include "errors/noise_variance.hpp"

namespace edgeldp {

namespace {

/// How many items are neighbours of both users, of one, of none.
struct item_classes {
  double both, one, none;
  explicit item_classes(const pair_numbers& p)
      : both(p.common),
        one(std::max(0.0, p.degrees.first.mean + p.degrees.second.mean - 2.0 * p.common)),
        none(std::max(0.0, p.items - both - one)) {}
};

double best_weight(const bit_law& law, const pair_numbers& pair, double noise) {
  const double first = source_variance(law, pair.degrees.first.mean, pair.common) + noise;
  const double second = source_variance(law, pair.degrees.second.mean, pair.common) + noise;
  return second / (first + second);
}

double planned_noise(const common_options& options, epsilon edges, epsilon count) {
  return count_noise_variance({options.codec.lattice(edges), counts_are_centred(options)},
                              options.codec.law(edges), count);
}

/// Settings at one edge budget, the rest of the budget for counting.
struct forecast {
  const common_options& options;
  std::span<const two_degrees> pairs;

  double weight(const bit_law& law, const two_degrees& pair, double noise) const {
    if (options.method == common_method::single_source) return 1.0;
    if (options.variant == common_variant::basic) return 0.5;
    // Of what is common nothing is known yet.
    return best_weight(law, {pair, 0.0, 0.0}, noise);
  }

  double mean_variance(epsilon edges, epsilon count) const {
    if (edges.is_zero() || count.is_zero()) return std::numeric_limits<double>::infinity();
    const bit_law law = options.codec.law(edges);
    const double noise = planned_noise(options, edges, count);
    double sum = 0.0;
    for (const two_degrees& pair : pairs) {
      const common_error e = counted_error(law, {pair, 0.0, 0.0}, weight(law, pair, noise), noise);
      sum += e.response_variance + e.laplace_variance;
    }
    return sum;
  }
};

}  // namespace

double one_round_variance(const bit_law& law, double both, double one, double none) noexcept {
  const double edge = 1.0 + law.edge_variance(), other = law.non_edge_variance();
  return both * (edge * edge - 1.0) + one * edge * other + none * other * other;
}

double one_round_variance(const bit_law& law, const pair_numbers& pair) noexcept {
  const item_classes items(pair);
  return one_round_variance(law, items.both, items.one, items.none);
}

estimate one_round_estimate(double common, double variance) noexcept {
  const double error = std::sqrt(std::fmax(0.0, variance));
  return {common, error, 0.0, bound_of_steps(1.0, inflation::common_neighbors, error),
          inflation::common_neighbors};
}

estimate naive_error(const bit_law& law, const pair_numbers& pair) noexcept {
  const item_classes items(pair);
  const double both = law.p1 * law.p1, one = law.p1 * law.p0, none = law.p0 * law.p0;
  const double mean = items.both * both + items.one * one + items.none * none;
  const double variance =
      items.both * both * (1.0 - both) + items.one * one * (1.0 - one) + items.none * none * (1.0 - none);
  const double bias = mean - pair.common;
  return {0.0, std::sqrt(variance), bias, std::abs(bias), inflation::common_neighbors};
}

double count_noise_variance(const count_weights& weights, const bit_law& law, epsilon count) {
  const double unit = weights.divisor(law);
  return discrete_laplace(weights.sensitivity(), count).variance() / (unit * unit);
}

common_error counted_error(const bit_law& law, const pair_numbers& pair, double weight,
                           double noise) noexcept {
  const double a = weight * weight, b = (1.0 - weight) * (1.0 - weight);
  return {a * source_variance(law, pair.degrees.first.mean, pair.common) +
              b * source_variance(law, pair.degrees.second.mean, pair.common),
          (a + b) * noise};
}

double bound_of_count_steps(const bit_law& law, const pair_numbers& pair, double weight,
                            double error) noexcept {
  const double counted = std::fmax(weight, 1.0 - weight);
  const double degree = weight * pair.degrees.first.mean + (1.0 - weight) * pair.degrees.second.mean;
  // Where no noise falls a count is off by what is taken from all for the noise that might.
  const double off = std::fmin(0.5 * counted, std::fmax(law.p0, 1.0 - law.p1) * degree);
  const auto bound = [&](double step) {
    const double moved = (1.0 + 1e-9) * (counted * step + off) / (law.p1 - law.p0);
    return bound_of_steps(moved, inflation::common_neighbors, error);
  };
  return std::fmax(bound(1.0), bound(0.5));
}

double plausible_common(double estimate, const two_degrees& degrees) noexcept {
  return std::clamp(estimate, 0.0, std::min(degrees.first.mean, degrees.second.mean));
}

common_plan plan_common_neighbors(const common_options& options, epsilon left,
                                  std::span<const two_degrees> pairs) {
  if (left.units() < 2) throw invalid_parameter("nothing is left for the rounds 'edges' and 'count'");
  const auto largest = static_cast<std::uint64_t>(options.codec.largest_budget() *
                                                  static_cast<double>(epsilon::units_per_nat));
  common_plan plan;
  if (!users_count(options.method)) {
    plan.edges = epsilon::from_units(std::min(left.units(), largest));
    plan.weights.assign(pairs.size(), 0.0);
    return plan;
  }
  const forecast future{options, pairs};
  if (options.variant == common_variant::separate_roles) {
    if (options.method != common_method::single_source)
      throw invalid_parameter("separate roles are a variant of single-source");
    plan.edges = epsilon::from_units(std::min(left.units(), largest));
    plan.count = left;
    plan.weights.assign(pairs.size(), 1.0);
    return plan;
  }
  double share = 0.5;
  const double highest = std::min(1.0, static_cast<double>(largest) / static_cast<double>(left.units()));
  if (options.variant != common_variant::basic) {
    share = minimize(0.0, highest, [&](double x) {
      const epsilon edges = share_of(left, x);
      return future.mean_variance(edges, difference(left, edges));
    });
  }
  plan.edges = share_of(left, std::min(share, highest));
  plan.count = difference(left, plan.edges);
  const bit_law law = options.codec.law(plan.edges);
  const double noise = planned_noise(options, plan.edges, plan.count);
  for (const two_degrees& pair : pairs) plan.weights.push_back(future.weight(law, pair, noise));
  return plan;
}

estimate estimate_measure(pair_measure measure, const estimate& common, const two_degrees& degrees) {
  if (measure == pair_measure::common) return common;
  const auto& [first, second] = degrees;
  const double variance = common.standard_error * common.standard_error;
  if (measure == pair_measure::cosine) {
    const double product = std::sqrt(first.mean * second.mean), value = common.value / product;
    const double relative =  // of both degrees
        first.variance / (first.mean * first.mean) + second.variance / (second.mean * second.mean);
    const double curvature = 0.375 * value * relative;
    return {value, std::sqrt(variance / (product * product) + 0.25 * value * value * relative),
            common.bias / product + curvature, common.bias_bound / product + std::abs(curvature),
            common.inflation};
  }
  const double sum = first.mean + second.mean, sum_variance = first.variance + second.variance;
  // A union is no smaller than the larger of two sets, whatever the noise says.
  const double all = std::max({sum - common.value, first.mean, second.mean});
  const double by_common = sum / (all * all), by_sum = common.value / (all * all);
  const double curvature = (sum * variance + common.value * sum_variance) / (all * all * all);
  return {common.value / all, std::sqrt(by_common * by_common * variance + by_sum * by_sum * sum_variance),
          by_common * common.bias + curvature, by_common * common.bias_bound + std::abs(curvature),
          common.inflation};
}

namespace {

/// How many common neighbours there are where the measure is `value`.
double common_behind(pair_measure measure, double value, const two_degrees& d) {
  const double sum = d.first.mean + d.second.mean;
  return plausible_common(measure == pair_measure::common   ? value
                          : measure == pair_measure::cosine ? value * std::sqrt(d.first.mean * d.second.mean)
                                                            : value * sum / (1.0 + value),
                          d);
}

}  // namespace

double predict_relative_half_width(std::span<const two_degrees> degrees, double items,
                                   const common_options& wanted, const estimate& seen, double total) {
  common_options options = wanted;
  options.total = epsilon::from_nats(total);
  const epsilon degrees_cost = options.variant == common_variant::public_degrees
                                   ? epsilon()
                                   : share_of(options.total, options.degree_share);
  const epsilon left = difference(options.total, degrees_cost);
  const common_plan plan = plan_common_neighbors(options, left, degrees);
  const bit_law law = options.codec.law(plan.edges);
  const double noise = users_count(options.method) ? planned_noise(options, plan.edges, plan.count) : 0.0;
  const double value = plausible_count(seen);
  double sum = 0.0;
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const pair_numbers pair{degrees[i], items, common_behind(options.measure, value, degrees[i])};
    estimate common{pair.common, std::sqrt(one_round_variance(law, pair)), 0.0, 0.0,
                    inflation::common_neighbors};
    if (options.method == common_method::naive) {
      common = naive_error(law, pair);
      common.value = pair.common;
    } else if (users_count(options.method)) {
      const common_error e = counted_error(law, pair, plan.weights[i], noise);
      common.standard_error = std::sqrt(e.response_variance + e.laplace_variance);
      if (counts_are_centred(options))
        common.bias_bound = bound_of_count_steps(law, pair, plan.weights[i], common.standard_error);
    }
    const double relative = relative_half_width(estimate_measure(options.measure, common, pair.degrees));
    sum += relative * relative;
  }
  return std::sqrt(sum / static_cast<double>(degrees.size()));
}

std::vector<public_degree> posterior_degrees(std::span<const std::int64_t> released, epsilon budget,
                                             std::uint64_t largest) {
  const degree_posterior posterior(released, budget, largest);
  std::vector<public_degree> degrees(released.size());
  ranges::transform(released, degrees.begin(), [&](std::int64_t d) {
    const auto [mean, square] = posterior.of(d);
    const double known = std::max(1.0, mean);
    return public_degree{
        known, std::max(0.0, square - mean * mean),
        std::clamp(static_cast<double>(d), known, std::max(known, static_cast<double>(largest)))};
  });
  return degrees;
}

std::vector<public_degree> exact_degrees(std::span<const std::int64_t> degrees) {
  std::vector<public_degree> exact(degrees.size());
  ranges::transform(degrees, exact.begin(),
                    [](std::int64_t d) { return public_degree{std::max(1.0, static_cast<double>(d)), 0.0}; });
  return exact;
}

}  // namespace edgeldp
