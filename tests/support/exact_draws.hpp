// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "edgeldp/core/random/big_ball.hpp"
#include "edgeldp/core/random/double_ball.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

namespace edgeldp::test {

/// draw(arithmetic) from the first of the digits on, in balls of `bits`, 2 bits, 4 bits ... until
/// it is decided.
template <class Draw>
auto drawn_in_bits(unsigned bits, uniform_digits& digits, Draw&& draw) {
  for (;; bits *= 2) {
    digits.rewind();
    try {
      return draw(big_arithmetic(bits));
    } catch (const undecided&) {
      continue;
    }
  }
}

/// draw(arithmetic) in balls of doubles, and where these do not decide in larger ones.
template <class Draw>
auto drawn(uniform_digits& digits, Draw&& draw) {
  digits.rewind();
  try {
    return draw(double_arithmetic());
  } catch (const undecided&) {
    return drawn_in_bits(128, digits, std::forward<Draw>(draw));
  }
}

}  // namespace edgeldp::test
