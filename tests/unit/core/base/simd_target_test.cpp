// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/simd_target.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/bitset.hpp"

namespace edgeldp {
namespace {

TEST(VectorTargetTest, TheBestIsInUseUntilAnotherIsForced) {
  const std::vector<std::string> names = simd_targets();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(simd_target(), names.front());
  const std::vector<std::uint64_t> bits(10, 0x123456789abcdef1U);
  std::vector<std::uint32_t> positions(640);
  std::iota(positions.begin(), positions.end(), 0U);
  const std::uint64_t ones = count_common(bits, bits);
  for (const std::string& name : names) {
    {
      const forced_simd_target forced(name);
      EXPECT_EQ(simd_target(), name);
      EXPECT_EQ(count_selected(bits, positions), ones);
    }
    EXPECT_EQ(simd_targets(), names);
  }
}

TEST(VectorTargetTest, RefusesNamesItDoesNotHave) {
  try {
    const forced_simd_target forced("MMX");
    FAIL() << "forced";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("MMX"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find(simd_targets().back()), std::string::npos);
  }
}

}  // namespace
}  // namespace edgeldp
