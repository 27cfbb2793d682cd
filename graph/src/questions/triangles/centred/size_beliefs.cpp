// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/size_beliefs.hpp"

#include <cmath>
#include <cstddef>
#include <map>

#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "questions/triangles/centred/tuning.hpp"

namespace edgeldp {

namespace {

/// The distribution function of Laplace noise, in its scales.
double below(double x) {
  return x < 0.0 ? 0.5 * std::exp(x) : 1.0 - 0.5 * std::exp(-x);
}

}  // namespace

std::vector<size_class> size_beliefs(const number_counts& released, epsilon budget, std::uint64_t most) {
  const degree_posterior behind(released, budget, most);
  std::map<std::int64_t, double> truths;
  for (const auto& [size, times] : released.sorted())
    behind.for_each_degree(size, [&, users = static_cast<double>(times)](double truth, double probability) {
      truths[std::llround(truth)] += users * probability;
    });
  return beliefs_with_noise(truths, budget);
}

std::vector<size_class> beliefs_with_noise(const std::map<std::int64_t, double>& sizes, epsilon budget) {
  static constexpr auto cuts = centred_tuning::noise_cuts;
  static constexpr auto middles = centred_tuning::noise_middles;
  const double scale = 1.0 / budget.nats();
  std::vector<size_class> lists;
  for (auto at = sizes.begin(); at != sizes.end();) {
    const auto smallest = static_cast<double>(at->first);
    double users = 0.0, sum = 0.0;
    for (; at != sizes.end() && static_cast<double>(at->first) <= centred_tuning::size_class_width * smallest;
         ++at) {
      users += at->second;
      sum += at->second * static_cast<double>(at->first);
    }
    if (!(users > 0.0)) continue;
    const double size = sum / users;
    for (std::size_t i = 0; i < middles.size(); ++i)
      lists.push_back({users * (below(cuts[i + 1]) - below(cuts[i])), size + middles[i] * scale, size});
  }
  return lists;
}

}  // namespace edgeldp
