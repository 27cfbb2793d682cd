// SPDX-License-Identifier: MIT
#include "edge_orient/levels.hpp"

#include <algorithm>
#include <cmath>

#include "edgeldp/core/privacy/budget_shares.hpp"

namespace edgeldp {

namespace {

constexpr double growth = 1.5, factor = 0.8, bias_factor = 8.0;

double log_of(std::uint64_t users) {
  return std::log(static_cast<double>(std::max<std::uint64_t>(2, users))) / std::log(growth);
}

double levels_per_group(std::uint64_t users) {
  return std::ceil(log_of(users)) / 4.0;
}

/// 2^62 where a bias is beyond that: it decides alone.
std::int64_t whole(double x) {
  return static_cast<std::int64_t>(std::min(x, 0x1.0p62));
}

}  // namespace

level_rules::level_rules(std::uint64_t users, epsilon budget)
    : m_levels_per_group(levels_per_group(users)),
      m_most_rounds(
          static_cast<std::uint64_t>(std::max(0.0, std::ceil(4.0 * std::pow(log_of(users), 1.2)) - 2.0))),
      m_degree(share_of(budget, 0.5 * factor)),
      m_steps(share_of(budget, 0.5 * (1.0 - factor))) {}

std::uint64_t level_rules::rounds_of(std::int64_t released) const {
  const double lambda = 2.0 * m_degree.nats(), a = std::exp(lambda);
  const auto noisy = static_cast<double>(released);
  const double shift = std::min(bias_factor * 2.0 * a / (a * a - 1.0), noisy);
  const double shifted = std::max(1.0, noisy - std::trunc(shift) + 1.0);
  const double last = std::ceil(std::log2(shifted)) * m_levels_per_group;
  return std::min(m_most_rounds, static_cast<std::uint64_t>(last) + 1);
}

epsilon level_rules::step(std::uint64_t rounds) const {
  return epsilon::from_units(m_steps.units() / std::max<std::uint64_t>(1, rounds));
}

std::int64_t level_rules::threshold(std::uint64_t users, std::uint64_t level) {
  return whole(std::pow(growth, std::floor(static_cast<double>(level) / levels_per_group(users))));
}

std::int64_t level_rules::bias(epsilon step) {
  const double gap = std::expm1(2.0 * step.nats());
  return whole(3.0 * 2.0 * std::exp(step.nats()) / (gap * gap * gap));
}

double level_rules::core_number(std::uint64_t users, std::uint64_t level) {
  constexpr double middle = 2.5;
  const double group = std::floor(static_cast<double>(level + 1) / levels_per_group(users)) - 1.0;
  return middle * std::pow(growth, std::max(0.0, group));
}

}  // namespace edgeldp
