// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/budget.hpp"

#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

ppr_alpha::ppr_alpha(double value) {
  if (!(value >= smallest_milli / 1000.0) || !(value <= largest_milli / 1000.0)) {
    throw invalid_parameter("alpha = " + std::to_string(value) + ": must lie in [1.3, 16]");
  }
  m_milli = static_cast<std::uint32_t>(std::lround(value * 1000.0));
}

ppr_alpha ppr_alpha::from_milli(std::uint32_t milli) {
  if (milli < smallest_milli || milli > largest_milli) {
    throw invalid_parameter("alpha = " + std::to_string(milli) + " thousandths: must lie in [1300, 16000]");
  }
  ppr_alpha alpha;
  alpha.m_milli = milli;
  return alpha;
}

epsilon message_epsilon(const ppr_alpha& alpha, epsilon mechanism) {
  const std::uint64_t factor = 2 * std::uint64_t{alpha.milli()};
  return epsilon::from_units((mechanism.units() * factor + 999) / 1000);
}

epsilon mechanism_epsilon(const ppr_alpha& alpha, epsilon message) {
  return epsilon::from_units(message.units() * 1000 / (2 * std::uint64_t{alpha.milli()}));
}

}  // namespace edgeldp
