// SPDX-License-Identifier: MIT
#pragma once

#include <boost/math/special_functions/erf.hpp>

namespace edgeldp {

/// erfc(x), twice the tail of a normal law of variance 1/2. x: no NaN.
///
/// Promise: the same bits wherever std::exp gives the same. std::erfc differs between processors in
///     one value of thirty, which was enough for a plan to choose other limits.
/// Errors: four units in the last place.
/// Cost: 21 ns (std::erfc: 13).
inline double complementary_error(double x) {
  namespace policies = boost::math::policies;
  // As a double: a long double has 64 bits here and 113 there.
  using as_double =
      policies::policy<policies::promote_double<false>, policies::underflow_error<policies::ignore_error>>;
  return boost::math::erfc(x, as_double());
}

}  // namespace edgeldp
