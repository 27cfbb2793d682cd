// SPDX-License-Identifier: MIT
#include "degrees/methods/star_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

namespace {
constexpr round_kind counts{rounds::count, edge_use::both_endpoints};
constexpr std::uint64_t largest_cap = std::uint64_t{1} << 32, largest_k = 16;
}  // namespace

uint128 exact_binomial(std::uint64_t n, unsigned k) {
  if (n < k) return 0;
  uint128 product = 1;
  for (unsigned i = 0; i < k; ++i) {
    product = product * (n - i) / (i + 1);
    if (product >> 100 != 0)
      throw invalid_parameter("stars of " + std::to_string(k) + " leaves at a cap of " + std::to_string(n) +
                              " do not fit in 100 bits");
  }
  return product;
}

uint128 star_sensitivity(std::uint64_t cap, unsigned k, bool as_published) {
  if (cap < k) return 0;
  const uint128 reach = exact_binomial(as_published ? cap : cap - 1, k - 1);
  if (reach >> 76 != 0)
    throw invalid_parameter("stars of " + std::to_string(k) + " leaves at a cap of " + std::to_string(cap) +
                            ": sensitivity beyond 76 bits");
  return reach;
}

const round_kind& star_round::kind() const noexcept {
  return counts;
}

void star_round::write(byte_string& out) const {
  canonical_writer(out).budget(budget).number(k).number(as_published ? 1 : 0);
}

byte_string star_round::said_to(std::uint64_t number) const {
  return write_limit(limits[number]);
}

star_round star_round::read(std::span<const std::byte> in, std::span<const std::byte> said_to_me) {
  canonical_reader from(in);
  star_round round;
  round.budget = from.budget();
  round.k = static_cast<unsigned>(from.count(largest_k));
  if (round.k == 0) throw format_error(0, "stars without leaves");
  round.as_published = from.count(1) == 1;
  from.end();
  round.limits = {read_limit(said_to_me)};
  if (round.limits.front() > largest_cap) throw format_error(0, "a cap beyond all degrees");
  return round;
}

}  // namespace edgeldp
