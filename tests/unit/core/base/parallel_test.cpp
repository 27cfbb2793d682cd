// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace edgeldp {
namespace {

TEST(ParallelForTest, VisitsEveryIndexOnceForEveryThreadCountAndGrain) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const thread_limit limit(threads);
    for (const std::uint64_t grain : {0U, 1U, 7U, 1000U}) {
      std::vector<std::atomic<int>> visits(503);
      parallel_for(100, 603, grain, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) ++visits[i - 100];
      });
      for (const auto& v : visits) ASSERT_EQ(v, 1) << threads << ", " << grain;
    }
  }
}

TEST(ParallelForTest, DoesNothingOnAnEmptyRange) {
  bool called = false;
  parallel_for(5, 5, 1, [&](std::uint64_t, std::uint64_t) { called = true; });
  parallel_for(6, 5, 1, [&](std::uint64_t, std::uint64_t) { called = true; });
  EXPECT_FALSE(called);
}

TEST(ParallelForTest, RethrowsWhatABodyThrows) {
  EXPECT_THROW(parallel_for(0, 100, 1,
                            [](std::uint64_t first, std::uint64_t last) {
                              if (first <= 42 && 42 < last) throw std::runtime_error("42");
                            }),
               std::runtime_error);
}

TEST(ThreadLimitTest, LastsAsLongAsItLives) {
  const unsigned before = thread_count();
  {
    const thread_limit limit(1);
    EXPECT_EQ(thread_count(), 1U);
  }
  EXPECT_EQ(thread_count(), before);
  const thread_limit all(0);
  EXPECT_GE(thread_count(), 1U);
}

}  // namespace
}  // namespace edgeldp
