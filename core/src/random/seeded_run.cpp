// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/seeded_run.hpp"

namespace edgeldp {

namespace {

/// Word `which` of run `run`: the release key and the key of the simulated coins must differ and be
/// as good as independent.
std::uint64_t derive(std::uint64_t seed, std::uint64_t run, std::uint32_t which) {
  const philox_block b = philox4x32_10(
      seed, {static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(run >> 32), which, 0x65646765});
  return b[0] | (std::uint64_t{b[1]} << 32);
}

}  // namespace

release_key key_of_run(std::optional<std::uint64_t> seed, std::uint64_t run) {
  if (seed) return {derive(*seed, run, 0)};
  system_randomness coins;
  return {coins()};
}

coin_source coins_of_run(std::optional<std::uint64_t> seed, std::uint64_t run) {
  return seed ? coin_source::simulated(derive(*seed, run, 1)) : coin_source();
}

}  // namespace edgeldp
