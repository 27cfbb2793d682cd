// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp::test {

/// A short name, for lines with several budgets.
inline epsilon nats(double x) {
  return epsilon::from_nats(x);
}

}  // namespace edgeldp::test
