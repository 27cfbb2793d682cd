// SPDX-License-Identifier: MIT
#include "stars/star_round.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

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

clipped_stars clipped_stars::read(canonical_reader& from, const public_objects&) {
  constexpr std::uint64_t largest_k = 16;
  clipped_stars what;
  what.k = static_cast<unsigned>(from.count(largest_k));
  if (what.k == 0) throw format_error(0, "stars without leaves");
  what.as_published = from.count(1) == 1;
  return what;
}

}  // namespace edgeldp
