// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// RPWithPrior: a real number, reported anywhere in N = [low - d, high + d]. Under a truth y in
/// [low, high] the density is 1 / g within d of y and exp(-e) / g elsewhere in N, g = 2 d + exp(-e)
/// (high - low); under any other truth (one that is no number included) the report is uniform on N.
/// Source: [Liu 2026], definition 2.6 ([Liu 2025]).
///
/// Floating point must not tell the truth: doubles near y + d are not those near y' + d. So truths
/// are rounded to a public grid of `steps` steps, N is cut into cells of one step around the grid's
/// points, the cell is drawn by comparing integers with weights `near` : `far`, and the place
/// inside the cell, one of 2^20, by further coins. What is sent is a function of those two
/// integers. `half_width` becomes an odd number of half steps.
///
/// Promise: (near : far) = exp(loss()), loss() <= the budget, to the rounding of one logarithm
///     (core/doc/privacy.md, "BlockRR"). The interval is public: an optimal one found from private
///     labels is not.
/// Cost: a few random words, no table.
class rp_with_prior {
 public:
  /// Budgets above 36 nats count as 36.
  /// Errors: invalid_parameter unless low < high, half_width > 0, all finite, 1 <= steps, and N has
  ///     at most 2^31 cells.
  rp_with_prior(epsilon budget, double low, double high, double half_width,
                std::uint32_t steps = std::uint32_t{1} << 20);

  double low() const noexcept { return m_low; }
  double high() const noexcept { return m_high; }
  /// After rounding: within half a step of what was asked for, or half a step if that is more.
  double half_width() const noexcept { return 0.5 * m_step * static_cast<double>(m_window); }
  double loss() const noexcept;

  /// Of what sample() draws, its last 20 bits taken as continuous.
  double density(double report, double truth) const noexcept;
  double cdf(double report, double truth) const noexcept;
  /// The report with cdf u. Requires 0 <= u <= 1.
  double quantile(double u, double truth) const noexcept;
  /// (low + high) / 2 + (1 - exp(-e)) (2 d / g) (y - (low + high) / 2) inside, the middle outside:
  /// reports are drawn to the middle, and outside nothing can be learnt.
  double mean(double truth) const noexcept;

  double sample(double truth, private_randomness& coins) const;

 private:
  /// The cells within half_width of a truth: how many lie before them, and how many they are. None
  /// outside.
  struct window {
    std::uint64_t before = 0, cells = 0;
    bool is_inside = false;
  };
  window window_of(double truth) const noexcept;
  std::uint64_t cell_count() const noexcept { return m_steps + m_window; }
  uint128 total_weight(const window& w) const noexcept;
  double to_cells(double report) const noexcept;
  double to_report(double cells) const noexcept;

  double m_low, m_high, m_step;
  std::uint64_t m_steps, m_window;  ///< of the interval; cells within half_width of a truth, an odd number
  uint128 m_near;                   ///< weight of a cell in the window; m_far elsewhere
  static constexpr std::uint64_t m_far = std::uint64_t{1} << 42;
};

}  // namespace edgeldp
