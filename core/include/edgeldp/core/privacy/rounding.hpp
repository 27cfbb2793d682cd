// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// Whether a loss is at most `nats` for certain, though it was computed in doubles, with a relative
/// error below 2^-51. Thresholds are chosen by it, so that their exact loss never exceeds the
/// budget.
constexpr bool is_surely_within(double loss, double nats) noexcept {
  return loss * (1.0 + 0x1.0p-50) <= nats;
}

}  // namespace edgeldp
