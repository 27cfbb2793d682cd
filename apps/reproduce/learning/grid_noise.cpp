// SPDX-License-Identifier: MIT
#include "reproduce/learning/grid_noise.hpp"

#include <algorithm>
#include <cmath>

#include "edgeldp/channel/mechanisms/bipartite.hpp"

namespace edgeldp::learning {

namespace {

constexpr std::uint64_t lattice_units = std::uint64_t{1} << 20;

}  // namespace

std::size_t grid::nearest(double v) const {
  return static_cast<std::size_t>(std::lround((std::clamp(v, low, high) - low) / step()));
}

std::size_t grid::around(double v, private_randomness& coins) const {
  const double place = (std::clamp(v, low, high) - low) / step();
  const double below = std::min(std::floor(place), static_cast<double>(points - 2));
  return static_cast<std::size_t>(below) + (uniform_open(coins) < place - below ? 1 : 0);
}

channel bipartite_on_grid(const grid& g, epsilon budget) {
  return brr_channel(budget, numbered_labels(g.points), numbered_labels(g.points), line_utility(g.points));
}

double rounded_loss(const grid& g, double channel_nats, double move, std::size_t numbers) {
  const auto n = static_cast<double>(numbers);
  return n * std::log1p(std::min(move / (n * g.step()), 1.0) * std::expm1(channel_nats));
}

epsilon rounded_budget(const grid& g, double nats, double move, std::size_t numbers) {
  double low = nats / static_cast<double>(numbers), high = epsilon::largest;
  for (int i = 0; i < 100 && high - low > 1e-12; ++i) {
    const double middle = 0.5 * (low + high);
    (rounded_loss(g, middle, move, numbers) <= nats ? low : high) = middle;
  }
  return epsilon::from_nats(low);
}

lattice_noise::lattice_noise(double sensitivity, epsilon budget, std::size_t numbers)
    : m_step(sensitivity / static_cast<double>(lattice_units)),
      m_noise(lattice_units + (numbers > 1 ? numbers : 0), budget) {}

double lattice_noise::operator()(double v, private_randomness& coins) const {
  const double rounded = std::floor(v / m_step + 0.5);
  return (rounded + static_cast<double>(m_noise(coins))) * m_step;
}

}  // namespace edgeldp::learning
