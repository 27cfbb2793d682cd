// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"

namespace edgeldp::test {

/// Expects a method whose edge rows may stand at either end, by `options`, to put them where that
/// errs less, and where it is told to, but for earlier ends at 1.02. `estimated()`, by `options` as
/// they then are, returns where they stood.
template <class Options, class Estimated>
void expect_rows_where_they_err_less(Options& options, const Estimated& estimated) {
  const auto rows_at = [&](double relationship) {
    options.relationship = relationship;
    return estimated();
  };
  EXPECT_EQ(rows_at(1.0), endpoint::later);
  EXPECT_EQ(rows_at(1.02), endpoint::later);
  EXPECT_EQ(rows_at(1.5), endpoint::earlier);
  EXPECT_EQ(rows_at(2.0), endpoint::earlier);
  options.rows = endpoint::later;
  EXPECT_EQ(rows_at(2.0), endpoint::later);
  options.rows = endpoint::earlier;
  EXPECT_THROW(rows_at(1.02), invalid_parameter);
}

}  // namespace edgeldp::test
