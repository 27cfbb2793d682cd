// SPDX-License-Identifier: MIT
#include "uniform/row_ends.hpp"

#include <cstdint>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"

namespace edgeldp {

std::optional<earlier_ends> room_at_earlier_ends(epsilon total, double relationship, epsilon degree,
                                                 const codec_spec& codec) {
  const epsilon bit = difference(total, degree);
  const bool has_lengths = !codec.is<bitmap_spec>();
  const epsilon length = has_lengths ? share_of(total, length_share) : epsilon();
  const auto all = static_cast<double>(total.units());
  const std::uint64_t paid = 2 * degree.units() + length.units();
  // The later ends take no more: there is nothing to gain.
  constexpr double rounding = 1e-6;
  if (relationship * all < all + static_cast<double>(degree.units()) + rounding * all ||
      paid >= total.units())
    return std::nullopt;
  const auto most = static_cast<std::uint64_t>(all * relationship);
  return earlier_ends{length, {epsilon::from_units(most - paid), bit, difference(bit, length), has_lengths}};
}

void require_relationship(double relationship) {
  if (!(relationship >= 1.0) || !(relationship <= 2.0))
    throw invalid_parameter("relationship = " + std::to_string(relationship) +
                            ": must lie in [1, 2], in units of epsilon");
}

void refuse_earlier_ends(double degree_share) {
  throw invalid_parameter("rows at the earlier ends need a relationship above " +
                          std::to_string(1.0 + degree_share) + ", in units of epsilon");
}

}  // namespace edgeldp
