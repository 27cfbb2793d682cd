// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

namespace {

/// Keep the number of columns below 2^32.
constexpr std::uint64_t largest_plain = 3'700'000'000, largest_compact = 2'100'000'000;

/// A row that keeps every possible entry still has so many columns more: a stranger is spanned with
/// probability 2^-18.
constexpr std::uint64_t beyond_rank = 18;

/// Of a compact row that may have entries: a matrix row is zero, and its bit 1, with probability
/// 2^-16 at most.
constexpr std::uint64_t fewest_provided = 16;

}  // namespace

std::uint64_t provided_under(const column_plan& plan, std::int64_t released, std::uint64_t rank) noexcept {
  const auto reach = static_cast<uint128>(std::max<int128>(0, int128{released} + plan.size_slack));
  // Whoever reaches 2^64 gets the largest number of columns anyway; the product stays below 2^128.
  const uint128 wanted = (std::min<uint128>(reach, ~std::uint64_t{0}) * plan.kept_rate + 0xffffffffU) >> 32;
  const uint128 most = plan.coding == row_coding::plain
                           ? std::min(rank, largest_plain)
                           : std::min(uint128{rank} + beyond_rank, uint128{largest_compact});
  const uint128 fewest = plan.coding == row_coding::plain ? 0 : fewest_provided;
  return static_cast<std::uint64_t>(std::max(fewest, std::min(most, wanted)));
}

std::uint64_t columns_under(const column_plan& plan, std::int64_t released, std::uint64_t rank,
                            std::uint64_t positions) noexcept {
  if (rank == 0) return 0;
  const std::uint64_t provided = provided_under(plan, released, rank);
  return plan.coding == row_coding::plain ? columns_for_kept(provided)
                                          : columns_for_provided(provided, positions);
}

namespace {

/// A bound on the probability that a stranger is spanned: factor exp(-rate (s + slack)) E[exp(rate
/// B / g)] for a true size s.
struct span_bound {
  double rate, factor;
};

/// Calls f for bounds where 2^-(g z) is the chance to be spanned z possible entries below what is
/// provided: by the tail of the noise where that falls slower, and by moments of all orders.
template <class F>
void for_each_bound(double noise, double g, F&& f) {
  const double a = std::exp(-noise), spanned = g * std::log(2.0);
  if (noise < spanned) f(span_bound{noise, (1.0 + (1.0 - a) / -std::expm1(noise - spanned)) / (1.0 + a)});
  const double largest = std::min(spanned, 0.97 * noise), here = std::expm1(-noise);
  for (const double share : {0.01, 0.03, 0.1, 0.25, 0.5, 0.7, 0.85, 1.0}) {
    const double rate = share * largest;
    f(span_bound{rate, here * here / (std::expm1(rate - noise) * std::expm1(-rate - noise))});
  }
}

/// The least slack that any of the bounds needs for sizes up to the largest that is plausible
/// behind `largest`: noise takes more than of_noise off with probability 1e-4 at most.
double slack_for(double keep, double noise, double g, double largest) {
  constexpr double allowed = largest_span_probability - 1.0 / (1U << beyond_rank);
  double least = std::numeric_limits<double>::infinity();
  for_each_bound(noise, g, [&](const span_bound& bound) {
    const double of_noise = std::log(bound.factor / allowed) / bound.rate;
    // Below g = rate / ln(1 + (exp(rate) - 1) / keep) the bound grows with the true size, and slack
    // has to make up for the largest one.
    const double growth = std::max(0.0, std::log1p(keep * std::expm1(bound.rate / g)) - bound.rate);
    least = std::min(least, of_noise + (largest + of_noise) * growth / bound.rate);
  });
  return std::ceil(least);
}

}  // namespace

column_plan plan_columns(double keep, epsilon released_at, std::span<const std::int64_t> released) {
  const double e = released_at.nats();
  const std::vector<number_counts::entry> sizes = number_counts(released).sorted();
  const std::int64_t largest = sizes.empty() ? 0 : std::max<std::int64_t>(0, sizes.back().number);
  const double last = e / std::log1p(std::expm1(e) / keep);  // no bound grows with the size
  double least = std::numeric_limits<double>::infinity();
  column_plan best;
  constexpr int steps = 32;
  for (int i = 0; i <= steps; ++i) {
    const double g = keep + (last - keep) * i / steps;
    const double slack = slack_for(keep, e, g, static_cast<double>(largest));
    double columns = 0.0;
    for (const auto& [size, rows] : sizes)
      columns += static_cast<double>(rows) * g * std::max(0.0, static_cast<double>(size) + slack);
    if (columns < least) {
      least = columns;
      best = {static_cast<std::uint64_t>(std::ceil(std::ldexp(g, 32))),
              static_cast<std::uint64_t>(std::min(slack, 0x1.0p32))};
    }
  }
  return best;
}

}  // namespace edgeldp
