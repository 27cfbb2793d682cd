// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_prior_curator.hpp"

#include <cmath>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "labels/prior_shares.hpp"

namespace edgeldp {

namespace {

/// One changed label takes 1 from a count and gives it to another.
constexpr std::uint64_t count_sensitivity = 2;

}  // namespace

label_prior central_prior(std::span<const std::uint64_t> counts, epsilon budget, private_randomness& coins) {
  const double users = number_of_reports(counts);
  const discrete_laplace noise(count_sensitivity, budget);
  label_prior prior;
  for (const std::uint64_t count : counts)
    prior.unbiased.push_back(static_cast<double>(static_cast<int128>(count) + noise(coins)) / users);
  prior.standard_errors.assign(counts.size(), std::sqrt(noise.variance()) / users);
  prior.shares = cut_and_normalised(prior.unbiased);
  return prior;
}

}  // namespace edgeldp
