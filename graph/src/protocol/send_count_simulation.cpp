// SPDX-License-Identifier: MIT
#include "protocol/send_count_simulation.hpp"

#include <cstddef>

#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"

namespace edgeldp {

namespace {
/// Statistics and noise stay far below: pairs of 2^32 users times 2^40.
constexpr int128 largest_message = int128{1} << 126;
}  // namespace

int128 send_count(int128 statistic, uint128 sensitivity, epsilon budget, private_randomness& coins,
                  std::uint64_t& bytes) {
  const auto message = noisy_number(statistic, sensitivity, budget, coins);
  bytes += message.size();
  std::size_t position = 0;
  return read_integer(message, position, largest_message);
}

}  // namespace edgeldp
