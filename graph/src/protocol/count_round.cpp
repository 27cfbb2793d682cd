// SPDX-License-Identifier: MIT
#include "protocol/count_round.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {
/// Statistics and noise stay far below: pairs of 2^32 users times 2^40.
constexpr int128 largest_message = int128{1} << 126;
}  // namespace

int128 send_count(int128 statistic, uint128 sensitivity, epsilon budget, private_randomness& coins,
                  std::uint64_t& bytes) {
  const auto message = integer_message(statistic + discrete_laplace(sensitivity, budget)(coins));
  bytes += message.size();
  std::size_t position = 0;
  return read_integer(message, position, largest_message);
}

double noise_variance(std::span<const uint128> sensitivity, epsilon budget) {
  std::map<uint128, double> users;
  for (const uint128 s : sensitivity) users[s] += 1.0;
  double variance = 0.0;
  for (const auto& [s, count] : users)
    if (s != 0) variance += count * discrete_laplace(s, budget).variance();
  return variance;
}

double noise_variance(std::span<const user_bound> bounds, epsilon budget) {
  std::vector<uint128> sensitivity(bounds.size());
  std::ranges::transform(bounds, sensitivity.begin(), &user_bound::sensitivity);
  return noise_variance(sensitivity, budget);
}

}  // namespace edgeldp
