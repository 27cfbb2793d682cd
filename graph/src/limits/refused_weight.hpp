// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// What limits on weights refuse, in cycles: its expectation is the bias.
struct refused_weight {
  double positive = 0.0, negative = 0.0;
  double bias() const noexcept { return negative - positive; }
};

}  // namespace edgeldp
