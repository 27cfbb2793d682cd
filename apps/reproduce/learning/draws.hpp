// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

/// Draws that learning experiments repeat from a seed: data, splits, initial weights, noise. One
/// stream a purpose and item, so that no two uses share coins.
namespace edgeldp::learning {

enum purpose : std::uint32_t {
  generated_row = 301,
  generated_image = 302,
  image_prototypes = 303,
  split_of_rows = 304,
  tree_of_row = 305,
  tree_noise = 306,
  initial_weights = 307,
  order_of_epoch = 308,
  gradient_noise = 309,
  feature_noise = 310,
  label_noise = 311,
  prior_noise = 312,
  reported_feature = 313
};

/// A standard normal number, by Box and Muller.
inline double normal(private_randomness& coins) {
  const double radius = std::sqrt(-2.0 * std::log(uniform_open(coins)));
  return radius * std::cos(2.0 * std::numbers::pi * uniform_open(coins));
}

/// 0 .. n - 1 in an order in which all permutations are equally likely.
inline std::vector<std::uint32_t> shuffled(std::uint32_t n, private_randomness& coins) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t left = n; left > 1; --left)
    std::swap(order[left - 1], order[static_cast<std::size_t>(uniform_below(coins, left))]);
  return order;
}

}  // namespace edgeldp::learning
