// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/count_round_user.hpp"

#include <array>
#include <string>
#include <utility>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

byte_string noisy_numbers(std::span<const int128> values, uint128 sensitivity, epsilon budget,
                          private_randomness& coins) {
  const discrete_laplace noise(sensitivity, budget);
  byte_string message;
  for (const int128 value : values) append_integer(message, value + noise(coins));
  return message;
}

byte_string noisy_number(int128 value, uint128 sensitivity, epsilon budget, private_randomness& coins) {
  return noisy_numbers(std::span(&value, 1), sensitivity, budget, coins);
}

coin_purpose purpose_of(const round_kind& kind) {
  static constexpr std::array purposes{
      std::pair{rounds::degree, coin_purpose::degree}, std::pair{rounds::size, coin_purpose::size},
      std::pair{rounds::length, coin_purpose::length}, std::pair{rounds::pilot, coin_purpose::pilot},
      std::pair{rounds::count, coin_purpose::count}};
  for (const auto& [name, purpose] : purposes)
    if (name == kind.name) return purpose;
  throw internal_error("no coins for a round of numbers called '" + std::string(kind.name) + "'");
}

}  // namespace edgeldp
