// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/rp_with_prior.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"

namespace edgeldp {

namespace {

constexpr double most_nats = 36.0;  // 2^42 exp(36) times 2^31 cells stays below 2^127
constexpr double most_cells = 0x1p31;
constexpr unsigned place_bits = 20;

/// A `near` - far with ln(near / far) <= nats, the largest but for the room left to rounding.
uint128 largest_excess(double nats, std::uint64_t far) {
  const auto denominator = static_cast<double>(far);
  double excess = std::floor(denominator * std::expm1(nats));
  while (!is_surely_within(std::log1p(excess / denominator), nats))
    excess = std::min(excess - 1.0, std::nextafter(excess, 0.0));
  return static_cast<uint128>(excess);
}

}  // namespace

rp_with_prior::rp_with_prior(epsilon budget, double low, double high, double half_width, std::uint32_t steps)
    : m_low(low), m_high(high), m_step((high - low) / steps), m_steps(steps) {
  if (budget.is_zero() || !(low < high) || !std::isfinite(high - low) || !(half_width > 0.0) || steps == 0)
    throw invalid_parameter("RPWithPrior on [" + std::to_string(low) + ", " + std::to_string(high) +
                            "] with half width " + std::to_string(half_width) + ", " + std::to_string(steps) +
                            " steps: needs a budget, low < high, half width > 0, steps >= 1, all finite");
  const double reach = std::round(half_width / m_step - 0.5);  // whole cells on each side of the truth's
  if (!(2.0 * reach + 1.0 + steps <= most_cells))
    throw invalid_parameter("RPWithPrior with half width " + std::to_string(half_width) + " and " +
                            std::to_string(steps) + " steps: more than 2^31 cells");
  m_window = 2 * static_cast<std::uint64_t>(std::max(reach, 0.0)) + 1;
  m_near = m_far + largest_excess(std::min(budget.nats(), most_nats), m_far);
}

double rp_with_prior::loss() const noexcept {
  return std::log1p(static_cast<double>(m_near - m_far) / static_cast<double>(m_far));
}

rp_with_prior::window rp_with_prior::window_of(double truth) const noexcept {
  if (!(truth >= m_low && truth <= m_high)) return {};
  const auto steps = static_cast<double>(m_steps);
  const double place = std::min(std::round((truth - m_low) / m_step), steps);
  return {static_cast<std::uint64_t>(place), m_window, true};
}

uint128 rp_with_prior::total_weight(const window& w) const noexcept {
  return m_near * w.cells + uint128{m_far} * (cell_count() - w.cells);
}

double rp_with_prior::to_cells(double report) const noexcept {
  return (report - m_low) / m_step + 0.5 * static_cast<double>(m_window);
}

double rp_with_prior::to_report(double cells) const noexcept {
  return m_low + m_step * (cells - 0.5 * static_cast<double>(m_window));
}

double rp_with_prior::density(double report, double truth) const noexcept {
  const double x = to_cells(report);
  if (!(x >= 0.0 && x < static_cast<double>(cell_count()))) return 0.0;
  const window w = window_of(truth);
  const auto cell = static_cast<std::uint64_t>(x);
  const bool is_near = cell >= w.before && cell - w.before < w.cells;
  return static_cast<double>(is_near ? m_near : m_far) / (static_cast<double>(total_weight(w)) * m_step);
}

double rp_with_prior::cdf(double report, double truth) const noexcept {
  const window w = window_of(truth);
  const double x = std::clamp(to_cells(report), 0.0, static_cast<double>(cell_count()));
  const double near = std::clamp(x - static_cast<double>(w.before), 0.0, static_cast<double>(w.cells));
  return (static_cast<double>(m_near) * near + static_cast<double>(m_far) * (x - near)) /
         static_cast<double>(total_weight(w));
}

double rp_with_prior::quantile(double u, double truth) const noexcept {
  const window w = window_of(truth);
  const double weight = u * static_cast<double>(total_weight(w)), far = static_cast<double>(m_far);
  const double left = far * static_cast<double>(w.before);
  if (weight <= left) return to_report(weight / far);
  const double near = static_cast<double>(m_near);
  const double inside = std::min((weight - left) / near, static_cast<double>(w.cells));
  return to_report(static_cast<double>(w.before) + inside + (weight - left - near * inside) / far);
}

double rp_with_prior::mean(double truth) const noexcept {
  const window w = window_of(truth);
  const double middle = 0.5 * (m_low + m_high);
  if (!w.is_inside) return middle;
  const double pull = static_cast<double>(m_near - m_far) * static_cast<double>(w.cells) /
                      static_cast<double>(total_weight(w));
  return middle + pull * (m_low + m_step * static_cast<double>(w.before) - middle);
}

double rp_with_prior::sample(double truth, private_randomness& coins) const {
  const window w = window_of(truth);
  const uint128 left = uint128{m_far} * w.before, inside = m_near * w.cells;
  const uint128 drawn = uniform_below(coins, total_weight(w));
  uint128 cell = 0;
  if (drawn < left) {
    cell = drawn / m_far;
  } else if (drawn - left < inside) {
    cell = w.before + (drawn - left) / m_near;
  } else {
    cell = w.before + w.cells + (drawn - left - inside) / m_far;
  }
  const double place =
      std::ldexp(static_cast<double>(coins() >> (64 - place_bits)) + 0.5, -static_cast<int>(place_bits));
  return to_report(static_cast<double>(cell) + place);
}

}  // namespace edgeldp
