// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/public_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(PublicOrderTest, ComesBackFromItsBytes) {
  for (const user_order kind : {user_order::id, user_order::random, user_order::noisy_degree}) {
    const public_order order(kind, {5}, {3, -1, 9, 9});
    const public_order back = public_order::read(order.write());
    EXPECT_EQ(back.write(), order.write());
    for (vertex_id u = 0; u < 4; ++u) EXPECT_EQ(back.user_at(order.rank(u)), u);
    EXPECT_TRUE(back.precedes(2, 3) == order.precedes(2, 3) && back.rank(0) == order.rank(0));
  }
}

TEST(PublicOrderTest, RunsAreUsersInNeighboringPlacesOfOneDegree) {
  const std::vector<std::int64_t> degrees = {3, 9, 9, -1, 9, 3};
  const auto runs_of = [&](user_order kind) {
    std::vector<std::vector<std::int64_t>> all;
    for (const auto& [degree, users] : public_order(kind, {5}, degrees).runs())
      all.push_back({degree, users});
    return all;
  };
  using runs = std::vector<std::vector<std::int64_t>>;
  EXPECT_EQ(runs_of(user_order::noisy_degree), (runs{{9, 3}, {3, 2}, {-1, 1}}));
  EXPECT_EQ(runs_of(user_order::id), (runs{{3, 1}, {9, 2}, {-1, 1}, {9, 1}, {3, 1}}));
  const public_order random(user_order::random, {5}, degrees);
  std::uint32_t rank = 0;
  for (const auto& [degree, users] : random.runs())
    for (const std::uint32_t end = rank + users; rank < end; ++rank)
      EXPECT_EQ(degrees[random.user_at(rank)], degree);
  EXPECT_EQ(rank, 6U);
}

// Bytes of a collector: whatever they say, a user gets an order or a format_error.
TEST(PublicOrderTest, WhatCannotBeIsRefused) {
  const std::int64_t too_large = (std::int64_t{1} << 48) + 1;
  EXPECT_THROW(public_order::read(public_order::write(user_order::random, {5}, {})), format_error);
  for (const std::int64_t degree : {too_large, -too_large})
    EXPECT_THROW(public_order::read(public_order::write(user_order::id, {5}, std::vector{degree})),
                 format_error);
}

}  // namespace
}  // namespace edgeldp
