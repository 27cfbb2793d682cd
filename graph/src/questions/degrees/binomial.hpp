// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// C(x, k) as the polynomial x (x - 1) ... (x - k + 1) / k!, for any x; 0 for negative k.
inline double binomial(double x, int k) {
  if (k < 0) return 0.0;
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= (x - i) / (i + 1);
  return product;
}

}  // namespace edgeldp
