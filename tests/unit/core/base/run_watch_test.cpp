// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/run_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {
namespace {

using namespace std::chrono_literals;

static_assert(std::is_base_of_v<std::exception, stopped>);
static_assert(!std::is_base_of_v<std::runtime_error, stopped> &&
              !std::is_base_of_v<std::logic_error, stopped>);

void loop_of(std::uint64_t length, const std::function<void()>& each) {
  parallel_for(0, length, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (; first < last; ++first) each();
  });
}

class RunWatchTest : public ::testing::TestWithParam<unsigned> {
 protected:
  thread_limit m_limit{GetParam()};
  std::stop_source m_source;
  std::atomic<std::uint64_t> m_calls{0};
};

INSTANTIATE_TEST_SUITE_P(Threads, RunWatchTest, ::testing::Values(1U, 2U, 4U));

TEST_P(RunWatchTest, NothingRunsAfterAStop) {
  m_source.request_stop();
  const run_watch watch(m_source.get_token());
  EXPECT_THROW(loop_of(100, [&] { ++m_calls; }), stopped);
  EXPECT_THROW(check_stop(), stopped);
  EXPECT_EQ(m_calls, 0U);
}

TEST_P(RunWatchTest, ABodyStopsTheRestOfTheLoop) {
  const run_watch watch(m_source.get_token());
  EXPECT_THROW(loop_of(1 << 20,
                       [&] {
                         if (++m_calls == 50) m_source.request_stop();
                         std::this_thread::sleep_for(10us);
                       }),
               stopped);
  EXPECT_LT(m_calls, 1U << 15);
}

TEST_P(RunWatchTest, AnotherThreadEndsALongRangeSoon) {
  const run_watch watch(m_source.get_token());
  std::chrono::steady_clock::time_point asked;
  const std::jthread other([&] {
    std::this_thread::sleep_for(100ms);
    asked = std::chrono::steady_clock::now();
    m_source.request_stop();
  });
  EXPECT_THROW(loop_of(1 << 20, [] { std::this_thread::sleep_for(100us); }), stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, 2s);
}

TEST_P(RunWatchTest, LoopsWithinLoopsStopAndAreNotTold) {
  std::vector<double> told;
  const run_watch watch(m_source.get_token(), [&](const run_step& s) { told.push_back(s.share()); });
  loop_of(8, [&] { loop_of(1000, [&] { ++m_calls; }); });
  EXPECT_EQ(m_calls, 8000U);
  EXPECT_LE(told.size(), 8U);
  EXPECT_THROW(loop_of(8,
                       [&] {
                         m_source.request_stop();
                         loop_of(1, [&] { ++m_calls; });
                       }),
               stopped);
  EXPECT_EQ(m_calls, 8000U);
}

TEST_P(RunWatchTest, SharesGrowToOneAndAreFew) {
  std::vector<double> told;
  const run_watch watch({}, [&](const run_step& s) { told.push_back(s.share()); });
  for (const std::uint64_t length : {1U, 3U, 1000U, 1000000U}) {
    told.clear();
    loop_of(length, [&] { m_calls.fetch_add(1, std::memory_order_relaxed); });
    ASSERT_FALSE(told.empty());
    EXPECT_GT(told.front(), 0.0);
    EXPECT_EQ(std::ranges::adjacent_find(told, std::greater_equal<>()), told.end());
    EXPECT_EQ(told.back(), 1.0);
    EXPECT_LE(told.size(), 200U);
  }
}

TEST_P(RunWatchTest, StagesAreToldWithTheirSteps) {
  std::vector<std::string> told;
  tell_stage("nobody listens");
  const run_watch watch({}, [&](const run_step& s) {
    told.push_back(std::string(s.stage) + " " + std::to_string(s.done) + "/" + std::to_string(s.total));
  });
  loop_of(1, [] {});
  tell_stage("edges");
  loop_of(1, [] {
    tell_stage("within a loop");
    tell_step(1, 2);
  });
  tell_step(3, 4);
  EXPECT_EQ(told, (std::vector<std::string>{" 1/1", "edges 0/0", "edges 1/1", "edges 3/4"}));
}

TEST_P(RunWatchTest, AnOuterStopEndsWhatAnInnerOneWatches) {
  const run_watch outer(m_source.get_token());
  double told = 0.0;
  {
    const run_watch inner({}, [&](const run_step& s) { told = s.share(); });
    loop_of(10, [] {});
    EXPECT_EQ(told, 1.0);
    m_source.request_stop();
    EXPECT_THROW(loop_of(10, [&] { ++m_calls; }), stopped);
  }
  EXPECT_THROW(check_stop(), stopped);
  EXPECT_EQ(m_calls, 0U);
}

TEST_P(RunWatchTest, OneMadeInABodyWatchesThatBodyOnly) {
  EXPECT_THROW(loop_of(64,
                       [&] {
                         std::stop_source mine;
                         const run_watch watch(mine.get_token());
                         mine.request_stop();
                         loop_of(4, [&] { ++m_calls; });
                       }),
               stopped);
  EXPECT_EQ(m_calls, 0U);
  loop_of(64, [&] {
    check_stop();
    ++m_calls;
  });
  EXPECT_EQ(m_calls, 64U);
}

TEST_P(RunWatchTest, ItEndsWithItsScopeAndOtherThreadsHaveNone) {
  m_source.request_stop();
  {
    const run_watch watch(m_source.get_token());
    std::jthread([&] { loop_of(100, [&] { ++m_calls; }); }).join();
    EXPECT_EQ(m_calls, 100U);
  }
  check_stop();
  loop_of(100, [&] { ++m_calls; });
  EXPECT_EQ(m_calls, 200U);
}

TEST_P(RunWatchTest, EveryIndexIsVisitedOnceAndShortRangesAreNotCut) {
  const run_watch watch(m_source.get_token(), [](const run_step&) {});
  for (const std::uint64_t grain : {0U, 1U, 7U, 1000U}) {
    std::vector<std::atomic<int>> visits(503);
    parallel_for(100, 603, grain, [&](std::uint64_t first, std::uint64_t last) {
      EXPECT_TRUE(grain < 503 || last - first == 503);
      for (std::uint64_t i = first; i < last; ++i) ++visits[i - 100];
    });
    for (const auto& v : visits) ASSERT_EQ(v, 1) << grain;
  }
}

TEST_P(RunWatchTest, WhatBodiesAndListenersThrowIsRethrown) {
  const run_watch watch(m_source.get_token(), [](const run_step&) { throw io_error("told"); });
  EXPECT_THROW(loop_of(100, [] { throw bad_graph_input("body"); }), bad_graph_input);
  EXPECT_THROW(loop_of(100, [] {}), io_error);
}

}  // namespace
}  // namespace edgeldp
