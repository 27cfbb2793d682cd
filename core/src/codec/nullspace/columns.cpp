// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

namespace {

/// Share of largest_span_probability that noise may use up; columns_for_kept needs the rest.
constexpr double hidden_probability = 0.8 * largest_span_probability;

/// Keeps the number of columns below 2^32.
constexpr std::uint64_t largest_kept = 3'700'000'000;

}  // namespace

std::uint64_t columns_under(const column_plan& plan, std::int64_t released, std::uint64_t rank) noexcept {
  if (rank == 0) return 0;
  const auto reach = static_cast<uint128>(std::max<int128>(0, int128{released} + plan.size_slack));
  // Whoever reaches 2^64 gets the largest number of columns anyway; the product stays below 2^128.
  const uint128 kept = (std::min<uint128>(reach, ~std::uint64_t{0}) * plan.kept_rate + 0xffffffffU) >> 32;
  return columns_for_kept(static_cast<std::uint64_t>(std::min<uint128>(std::min(rank, largest_kept), kept)));
}

column_plan plan_columns(double keep, epsilon released_at, std::span<const std::int64_t> released) {
  const double e = released_at.nats();
  const double floor_slack = -std::log(hidden_probability * (1.0 + std::exp(-e))) / e;
  std::int64_t largest = 0;
  for (const std::int64_t size : released) largest = std::max(largest, size);
  const double largest_size = static_cast<double>(largest) + floor_slack;

  // At g = last the bound does not grow with the true size; below, slack has to make up for the
  // largest one.
  const double last = e / std::log1p(std::expm1(e) / keep);
  double least = std::numeric_limits<double>::infinity();
  column_plan best;
  constexpr int steps = 16;
  for (int i = 0; i <= steps; ++i) {
    const double g = keep + (last - keep) * i / steps;
    const double growth = std::max(0.0, std::log1p(keep * std::expm1(e / g)) - e);
    const double slack = std::ceil(floor_slack + largest_size * growth / e);
    double columns = 0.0;
    for (const std::int64_t size : released) columns += g * std::max(0.0, static_cast<double>(size) + slack);
    if (columns < least) {
      least = columns;
      best = {static_cast<std::uint64_t>(std::ceil(std::ldexp(g, 32))),
              static_cast<std::uint64_t>(std::min(slack, 0x1.0p32))};
    }
  }
  return best;
}

}  // namespace edgeldp
