// SPDX-License-Identifier: MIT
#pragma once

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/ppr/sampler.hpp"

namespace edgeldp {

struct ppr_heap_choice : ppr_choice {
  bool is_cut = false;  ///< given up at the bound on visits: index is then the best so far, not a draw
};

/// Draws the index K of the Poisson private representation by the published heap sampler, slow and
/// obvious. The reference for sample_ppr_index in tests and benchmarks; no codec uses it.
///
/// Source: [Liu 2024] and its program: points (T, V) are drawn by increasing key T^alpha min(V, 1)
///     and ranked by a heap on T.
/// Definition: argmin over k <= candidate_limit of T_k^alpha V_k / r(Z_k)^alpha; log_ratio(k) = ln
///     r(Z_k) <= largest_log_ratio. The law of sample_ppr_index, but for draws that are cut.
/// Parameters: most_visits bounds the candidates that are asked for their ratio.
/// Cost: visits at least K candidates; its mean work grows like candidate_limit^(2 - alpha) for
///     alpha < 2 and like its logarithm at 2: keep one of the two limits small.
template <class LogRatio>
ppr_heap_choice sample_ppr_index_by_heap(
    double largest_log_ratio, const ppr_alpha& exponent, std::uint64_t candidate_limit,
    private_randomness& coins, LogRatio&& log_ratio,
    std::uint64_t most_visits = std::numeric_limits<std::uint64_t>::max()) {
  const auto exponential = [&] { return -std::log(uniform_open(coins)); };
  const double alpha = exponent.value();
  const double shape = 1.0 - 1.0 / alpha;
  const double whole =
      std::exp(-1.0) +
      boost::math::tgamma_lower(shape, 1.0);  // points with key <= b: Poisson, mean b^(1/alpha) whole
  const double smallest_scale = std::exp(-largest_log_ratio);
  struct point {
    double t, v;
    bool possible;
    bool operator>(const point& other) const { return t > other.t; }
  };
  std::priority_queue<point, std::vector<point>, std::greater<>> heap;
  double best = std::numeric_limits<double>::infinity();  // the smallest W so far
  std::uint64_t possible = 0;
  ppr_heap_choice choice;
  double u = 0.0;
  for (;;) {
    u += exponential();
    const double root = u / whole;  // b^(1/alpha), where b is the key of this point
    double t, v;
    if (uniform_open(coins) * whole < std::exp(-1.0)) {
      t = root;
      v = 1.0 + exponential();
    } else {
      do {
        v = std::pow(uniform_open(coins), 1.0 / shape);  // density proportional to v^(-1/alpha) on (0, 1)
      } while (uniform_open(coins) >= std::exp(-v));
      t = root * std::pow(v, -1.0 / alpha);
    }
    const bool can_win = std::pow(t * smallest_scale, alpha) * v <= best;
    heap.push({t, v, can_win});
    possible += can_win ? 1 : 0;
    while (!heap.empty() && heap.top().t <= root) {
      const point next = heap.top();
      heap.pop();
      possible -= next.possible ? 1 : 0;
      if (choice.evaluations == candidate_limit) return choice;
      choice.is_cut = choice.evaluations == most_visits;
      if (choice.is_cut) return choice;
      const std::uint64_t rank = ++choice.evaluations;
      const double w = std::pow(next.t * std::exp(-log_ratio(rank)), alpha) * next.v;
      if (w < best) {
        best = w;
        choice.index = rank;
      }
    }
    if (possible == 0 && std::pow(root * smallest_scale, alpha) >= best) return choice;
  }
}

}  // namespace edgeldp
