// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "edgeldp/core/error.hpp"

namespace edgeldp {
namespace {

/// Chunks planned for a released size, as layouts compute them.
double chunks_for(std::int64_t released, double load, const chunk_floor& floor) {
  const double planned = static_cast<double>(std::max<std::int64_t>(released, 0)) / load;
  const double possible = std::max(0.0, static_cast<double>(released) + static_cast<double>(floor.slack));
  const double least = possible * static_cast<double>(floor.rate) * 0x1.0p-32;
  return std::max(1.0, std::ceil(std::max(planned, least)));
}

/// Tests an entry that a row of `entries` entries costs, expected over the noise in its released size.
double expected_work(std::int64_t entries, double loss, double size_budget, double load,
                     const chunk_floor& floor) {
  const double a = std::exp(-size_budget), at_zero = (1.0 - a) / (1.0 + a);
  const auto reach = static_cast<std::int64_t>(60.0 / size_budget);
  double work = 0.0;
  for (std::int64_t x = -reach; x <= reach; ++x) {
    const double chunks = chunks_for(entries + x, load, floor);
    work += at_zero * std::exp(static_cast<double>(entries) / chunks * std::expm1(loss) -
                               size_budget * std::abs(static_cast<double>(x)));
  }
  return 1.25 * work;
}

/// The largest expected work over its level's budget, over rows of 1 to 10000 entries.
template <class Floor>
double worst_excess(double message_budget, double size_share, Floor&& floor_for) {
  const double size_budget = size_share * message_budget, loss = (message_budget - size_budget) / 4.0;
  const chunk_floor floor = floor_for(loss, epsilon::from_nats(size_budget));
  double worst = 0.0;
  for (const unsigned level : {1U, 5U, 9U})
    for (const std::int64_t entries : {1, 3, 10, 30, 100, 300, 1000, 3000, 10000})
      worst =
          std::max(worst, expected_work(entries, loss, size_budget, entries_per_chunk(level, loss), floor) /
                              test_budget(level));
  return worst;
}

TEST(Effort, TheFloorKeepsExpectedWorkWithinTheLevelWhateverTheSize) {
  for (const double budget : {0.3, 1.0, 4.0})
    for (const double share : {0.02, 0.1, 0.3})
      EXPECT_LT(worst_excess(budget, share, chunk_floor_for), 1.2) << budget << " " << share;
}

TEST(Effort, HalfTheFloorWouldNot) {
  const auto half = [](double loss, epsilon budget) {
    chunk_floor floor = chunk_floor_for(loss, budget);
    floor.slack /= 2;
    return floor;
  };
  EXPECT_GT(worst_excess(1.0, 0.02, half), 1.5);
}

TEST(Effort, TheFloorIsAConstantForMostRows) {
  const double loss = 0.225;
  const chunk_floor floor = chunk_floor_for(loss, epsilon::from_nats(0.1));
  EXPECT_EQ(chunks_for(0, 1e9, floor), std::ceil(2.0 * std::expm1(loss) / 0.1));
  for (unsigned level = smallest_level; level <= largest_level; ++level)
    EXPECT_LT(static_cast<double>(floor.rate) * 0x1.0p-32 * entries_per_chunk(level, loss), 1.0 / 7.0);
}

TEST(Effort, LevelsAreBounded) {
  EXPECT_THROW(test_budget(0), invalid_parameter);
  EXPECT_THROW(test_budget(10), invalid_parameter);
  for (unsigned level = smallest_level; level < largest_level; ++level)
    EXPECT_LT(entries_per_chunk(level, 0.25), entries_per_chunk(level + 1, 0.25));
}

}  // namespace
}  // namespace edgeldp
