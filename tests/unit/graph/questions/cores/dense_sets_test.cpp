// SPDX-License-Identifier: MIT
// Nested sets of users by their core numbers.
#include "questions/cores/dense_sets.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace edgeldp {
namespace {

/// Users 0 .. n - 1, of whom the first `alike` have the same number and the others one less each.
std::vector<double> cores_of(std::size_t n, std::size_t alike) {
  std::vector<double> cores(n);
  for (std::size_t u = 0; u < n; ++u) cores[u] = -static_cast<double>(u < alike ? 0 : u - alike + 1);
  return cores;
}

std::vector<std::uint64_t> members_of_sets(std::size_t n, std::size_t alike, double mean_degree) {
  return nest_by(cores_of(n, alike), roster::everybody(n), mean_degree).members;
}

TEST(DenseSetsTest, GrowFromTheMeanDegreeToAQuarterOfAllAndThenToAll) {
  const std::vector<std::uint64_t> members = members_of_sets(1000, 1, 4.0);
  ASSERT_GT(members.size(), 10U);
  EXPECT_LE(members.size(), 16U);
  EXPECT_EQ(members.front(), 8U);
  EXPECT_GT(members[members.size() - 2], 150U);
  EXPECT_LE(members[members.size() - 2], 250U);
  EXPECT_EQ(members.back(), 1000U);
  for (std::size_t i = 1; i < members.size(); ++i) EXPECT_GT(members[i], members[i - 1]);
}

/// Where a set of the mean degree's size is a quarter of all users and more there is no size
/// between: the next one was looked for without an end.
TEST(DenseSetsTest, EndWhereNoSizeLiesBetween) {
  using sizes = std::vector<std::uint64_t>;
  EXPECT_EQ(members_of_sets(40, 1, 12.0), (sizes{13, 40}));
  EXPECT_EQ(members_of_sets(40, 30, 12.0), (sizes{30, 40})) << "more than twice as many at once";
  EXPECT_EQ(members_of_sets(40, 40, 12.0), (sizes{40}));
  EXPECT_EQ(members_of_sets(40, 1, 1e9), (sizes{40}));
  EXPECT_EQ(members_of_sets(40, 1, -std::numeric_limits<double>::infinity()).front(), 8U);
  EXPECT_EQ(members_of_sets(1, 1, 0.0), (sizes{1}));
  // 8 and 8.0000001: steps of less than a unit of the last place would take for ever.
  EXPECT_EQ(members_of_sets(33, 20, 6.5).back(), 33U);
}

}  // namespace
}  // namespace edgeldp
