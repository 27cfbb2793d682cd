// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"

/// Numbers in a public interval, made private: by a channel on a grid, or by Laplace noise.
namespace edgeldp::learning {

/// Points equally far apart, from low to high: [Zhang 2025], section V C, with low = -c, high = c
/// and n = 2 c / L + 1. The interval is public: one taken from the data would tell of them.
struct grid {
  double low = 0.0, high = 1.0;
  std::size_t points = 2;  ///< at least 2

  double step() const { return (high - low) / static_cast<double>(points - 1); }
  double value(std::size_t i) const { return low + step() * static_cast<double>(i); }
  /// The point next to v, which is first brought into the interval.
  std::size_t nearest(double v) const;
  /// One of the two points around v, so that their mean is v: the randomized rounding of
  /// `rounded_loss`.
  std::size_t around(double v, private_randomness& coins) const;
};

/// BRR on a grid, utility minus the distance ([Zhang 2025], Algorithm 2): between ANY two values
/// its loss is at most the budget.
channel bipartite_on_grid(const grid& g, epsilon budget);

/// The most that reports on several numbers lose between two vectors a distance `move` apart in l1,
/// when each number is rounded at random (grid::around) and then reported by a channel of loss
/// `channel_nats`.
/// Proof: core/doc/privacy.md, "Rounding before a channel".
double rounded_loss(const grid& g, double channel_nats, double move, std::size_t numbers = 1);

/// The largest budget of a channel for which rounded_loss is at most `nats`; at most 64.
epsilon rounded_budget(const grid& g, double nats, double move, std::size_t numbers = 1);

/// Laplace noise for numbers: discrete, on a lattice of sensitivity / 2^20. Several numbers that
/// share a sensitivity in l1 name how many they are, for rounding to the lattice moves each.
class lattice_noise {
 public:
  lattice_noise(double sensitivity, epsilon budget, std::size_t numbers = 1);
  double operator()(double v, private_randomness& coins) const;

 private:
  double m_step;
  discrete_laplace m_noise;
};

}  // namespace edgeldp::learning
