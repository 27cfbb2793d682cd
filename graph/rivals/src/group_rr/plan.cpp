// SPDX-License-Identifier: MIT
#include "group_rr/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "errors/budget_search.hpp"
#include "limits/refused_pairs.hpp"

namespace edgeldp {

namespace {

constexpr double unit = static_cast<double>(pair_grid::unit);

/// An upper bound of Pr[Poisson >= x] for x >= mean (Chernoff).
double poisson_tail(double mean, double x) {
  return x <= mean || mean <= 0.0 ? (x > 0.0 && mean <= 0.0 ? 0.0 : 1.0)
                                  : std::exp(x - mean - x * std::log(x / mean));
}

/// A number of triangles, rounded up to the grid.
std::int64_t to_grid(double triangles, double largest) {
  const double steps = std::ceil(unit * triangles);
  if (!(steps < largest))
    throw invalid_parameter("the budget is too small for this sampling factor: one user would count " +
                            std::to_string(triangles) + " triangles more or less");
  return static_cast<std::int64_t>(steps);
}

group_limit_rule best_rule(const prediction& p, epsilon count, group_limit_rule rule) {
  double least = std::numeric_limits<double>::infinity();
  const auto search = [&](double group_limit_rule::* coordinate, std::span<const double> values) {
    group_limit_rule tried = rule;
    for (const double value : values) {
      tried.*coordinate = value;
      const double rmse = p.limited_error(p.limits_of(tried), count, baseline_closure).rmse();
      if (rmse < least) {
        least = rmse;
        rule.*coordinate = value;
      }
    }
  };
  search(&group_limit_rule::level, std::array{0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998});
  search(&group_limit_rule::deviations, std::array{0.0, 0.7, 1.4, 2.1, 2.8, 3.5, 4.5, 6.0, 9.0, 15.0, 1e9});
  return rule;
}

}  // namespace

void public_sizes::learn(std::span<const rank_moments> places) {
  terms.squared_sharing = predict_squared_sharing(places);
  std::vector<double> before(places.size());
  double sum = 0.0, after = 0.0, weights = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    before[i] = sum;
    sum += places[i].degree;
  }
  for (std::size_t j = places.size(); j-- > 0;) {
    const double reads = before[j] * after, pairs = places[j].degree * reads;
    row_squares += places[j].squared_degree * reads * reads;
    usual_size += pairs * static_cast<double>(sizes[j]);
    weights += pairs;
    if (before[j] > 0.0) after += std::max(0.0, places[j].two_stars) / (before[j] * before[j]);
  }
  usual_size = weights > 0.0 ? std::max(0.0, usual_size / weights) : 0.0;
}

std::vector<rank_moments> unordered_places(const public_sizes& known, double noise) {
  const auto n = static_cast<double>(known.users());
  double edges = 0.0, two_stars = 0.0, shares = 0.0;
  std::vector<rank_moments> places(known.users());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto s = static_cast<double>(known.sizes[i]), share = static_cast<double>(i) / n;
    places[i].two_stars = s * (s - 1.0) - noise;  // unbiased
    edges += s;
    two_stars += places[i].two_stars;
    shares += share * share;
  }
  const double degree = std::max(0.0, 2.0 * edges / n);
  const double square = degree + (shares > 0.0 ? std::max(0.0, two_stars / shares) : 0.0);
  for (rank_moments& p : places) {
    p.degree = degree;
    p.squared_degree = std::max(degree * degree, square);
  }
  return places;
}

group_setting::group_setting(const group_rr& method, std::uint64_t users)
    : bins(group_bins::for_users(users, group_size_for(method.sampling))) {
  const double s = bins.group;
  const double share = std::min(1.0, s * s / method.sampling);
  sampling_threshold =
      static_cast<std::uint64_t>(std::llround(share * static_cast<double>(randomized_response::resolution)));
}

error_parts prediction::response_error(double closure) const {
  const double share = setting.passed_on(), s = setting.bins.group, slots = setting.bins.slots();
  const double noise = clip_model(known.law.budget()).variance();
  error_parts error = predict_triangle_error(known.terms, {p0 + law.delta, p0}, method.total, closure);
  const double spread = law.delta * law.delta, slope = (s - 1.0) / (slots - s);
  const double sampling = (p0 + closure * law.delta) * (1.0 - share) / (share * spread);
  error.response_variance += known.terms.pairs * sampling +
                             (s - 1.0) / (slots - 1.0) * known.row_squares * p0 * (1.0 - p0) / spread +
                             slope * slope * noise * known.row_squares;
  error.laplace_variance = 0.0;
  return error;
}

limit_table prediction::limits_of(const group_limit_rule& rule) const {
  limit_table limits;
  for (const auto& [r, users] : known.law.histogram()) {
    const double n = known.law.quantile(r, rule.level) - 1.0;
    const double mean = n * setting.passed_on() * (p0 + baseline_closure * law.delta);
    limits[r] =
        n < 1.0
            ? 0
            : static_cast<std::uint64_t>(std::ceil(std::min(n, mean + rule.deviations * std::sqrt(mean))));
  }
  return limits;
}

double prediction::expected_loss(double d, std::uint64_t ones, double closure) const {
  if (d < 2.0) return 0.0;
  const double n = d - 1.0, offset = p0 / law.delta;
  if (ones == 0) return closure * 0.5 * d * n;
  const double mean = n * setting.passed_on() * (p0 + closure * law.delta), limit = static_cast<double>(ones);
  const double left_out = std::max(0.0, n - one() * limit / offset);
  return one() * refused_poisson_pairs(d, mean, limit) - 0.5 * offset * left_out * left_out;
}

error_parts prediction::limited_error(const limit_table& limits, epsilon count, double closure) const {
  error_parts error = response_error(closure);
  for (const auto& [r, c] : known.law.classes()) {
    const std::uint64_t ones = limits.at(r);
    const double scale = one() * static_cast<double>(ones) / count.nats();
    double mean = 0.0, square = 0.0;
    for (std::size_t i = 0; i < released_law::pieces; ++i) {
      const double lost = expected_loss(c.behind[i], ones, closure);
      mean += released_law::weight(i) * lost;
      square += released_law::weight(i) * lost * lost;
    }
    error.laplace_variance += 2.0 * c.users * scale * scale;
    error.bias -= c.users * mean;
    error.clip_variance += c.users * std::max(0.0, square - mean * mean);
  }
  error.bias = std::min(0.0, error.bias);
  return error;
}

double prediction::allowance(double size) const {
  const double degree = size + static_cast<double>(method.margin);
  if (degree <= 0.0) return 0.0;
  const double s = setting.bins.group, bins = static_cast<double>(setting.bins.bins), p = law.floor;
  const double odds = s * p / (1.0 - 2.0 * p);  // 1 / (exp(e1) - 1)
  const double variance = 1.0 / law.delta * (2.0 + bins / (bins - 1.0) * odds) / setting.passed_on();
  const double covariance = 2.0 * (s - 1.0) / (s * bins - 1.0) * variance;
  return degree + std::sqrt((degree * variance + degree * degree * covariance) / 1e-3);
}

error_parts prediction::allowances_error(epsilon count, double closure) const {
  error_parts error = response_error(closure);
  for (const auto& [r, users] : known.law.histogram()) {
    const double scale = allowance(static_cast<double>(r)) / count.nats();
    error.laplace_variance += 2.0 * static_cast<double>(users) * scale * scale;
  }
  const clip_model model(known.law.budget());
  const double decay = std::exp(-known.law.budget().nats());
  const double silent = model.deconvolve(known.law.histogram(), [&](double size) {
    return 0.5 * size * (size - 1.0) *
           std::pow(decay, std::max(0.0, size + static_cast<double>(method.margin))) / (1.0 + decay);
  });
  error.bias = -closure * std::max(0.0, silent);
  return error;
}

error_parts prediction::smooth_error(epsilon count, double closure) const {
  error_parts error = response_error(closure);
  const double rarity = 1.0 / static_cast<double>(std::max<std::uint64_t>(2, known.users()));
  for (const auto& [r, users] : known.law.histogram()) {
    const double size = std::max(0.0, static_cast<double>(r)), mean = size * setting.passed_on() * p0;
    double ones = mean, tail = 1.0;
    for (; tail > rarity && ones < size; ++ones) tail = poisson_tail(mean, ones);
    const double reach = std::max(one() * ones - size * p0 / law.delta, size * p0 / law.delta);
    const double scale = 6.0 / count.nats() * smooth_bound(reach, one(), count.nats() / 6.0);
    error.laplace_variance += static_cast<double>(users) * scale * scale;
  }
  return error;
}

namespace {

/// Budgets, and limits where there are any.
struct planned {
  epsilon edges, count;
  limit_table limits{};
};

planned plan_budgets(const group_rr& method, const public_sizes& known, const group_setting& setting,
                     epsilon rest) {
  if (method.rule != group_rr::bound::limited_pairs) {
    const epsilon edges = share_of(rest, method.edge_share);
    return {edges, difference(rest, edges)};
  }
  planned plan;
  group_limit_rule rule{0.98, 2.8};
  const double total = rest.nats();
  for (int pass = 0; pass < 2; ++pass) {
    const double edges = minimize(0.1 * total, std::min(0.95 * total, 24.9), [&](double e) {
      const prediction p(method, known, setting, share_of(rest, e / total));
      return p.limited_error(p.limits_of(rule), difference(rest, share_of(rest, e / total)), baseline_closure)
          .rmse();
    });
    plan.edges = share_of(rest, edges / total);
    plan.count = difference(rest, plan.edges);
    rule = best_rule(prediction(method, known, setting, plan.edges), plan.count, rule);
  }
  plan.limits = prediction(method, known, setting, plan.edges).limits_of(rule);
  return plan;
}

/// Where the downloads to be measured would hold more entries than this, fewer are.
constexpr double most_measured_entries = 2e6;

std::uint64_t count_measured(const prediction& p) {
  const auto n = static_cast<double>(p.known.users());
  const double entries = 0.5 * n * static_cast<double>(p.setting.bins.bins) * p.p0 * p.setting.passed_on();
  const double most = std::clamp(most_measured_entries / entries, 1.0, n);
  return std::min(p.method.measured_users, static_cast<std::uint64_t>(most));
}

group_bound bound_of(const prediction& p, const limit_table& limits, std::int64_t released) {
  constexpr double largest_offset = 0x1p45;  // sums of pairs then fit 64 bits
  const auto size = static_cast<double>(released);
  const double offset = p.law.p0(size) / p.law.delta;
  to_grid(offset, largest_offset);
  group_bound bound{std::llround(unit * offset), 0};
  if (p.method.rule == group_rr::bound::allowances)
    bound.limit = static_cast<std::uint64_t>(to_grid(p.allowance(size), 0x1p62));
  if (p.method.rule == group_rr::bound::limited_pairs) bound.limit = limits.at(released);
  return bound;
}

}  // namespace

group_plan plan_group_rr(const group_rr& method, const public_sizes& known, const group_setting& setting,
                         epsilon rest) {
  const planned budgets = plan_budgets(method, known, setting, rest);
  const prediction p(method, known, setting, budgets.edges);
  group_plan plan{method.rule,
                  method.is_compressed,
                  budgets.edges,
                  budgets.count,
                  p.response,
                  setting.sampling_threshold,
                  to_grid(p.one(), 0x1p45),
                  count_measured(p)};
  for (const auto& [size, users] : known.law.histogram())
    plan.by_size[size] = bound_of(p, budgets.limits, size);
  return plan;
}

}  // namespace edgeldp
