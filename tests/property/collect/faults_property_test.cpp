// SPDX-License-Identifier: MIT
// Whole collections under faults of network, disks and people, each schedule from a seed.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <iterator>
#include <random>
#include <string>

#include "edgeldp/graph/generate/generators.hpp"
#include "support/collection_world.hpp"
#include "support/night.hpp"

namespace edgeldp::test {

namespace {

/// What schedules met, so that a test that met nothing fails.
struct met {
  std::uint64_t crashes = 0, lost_users = 0, refusals = 0, altered = 0, failed = 0, schedules = 0;
};

faults drawn_faults(std::mt19937_64& random) {
  const auto chance = [&](double most) {
    return std::uniform_real_distribution<double>(0.0, 1.0)(random) < 0.4
               ? 0.0
               : std::uniform_real_distribution<double>(0.0, most)(random);
  };
  faults f;
  f.lose_request = chance(0.5);
  f.lose_answer = chance(0.5);
  f.duplicate = chance(0.3);
  f.corrupt = chance(0.3);
  f.delay = chance(0.4);
  f.unreadable = chance(0.3);
  f.client_crash = chance(0.2);
  f.collector_crash = chance(0.05);
  f.collector_restart = chance(0.02);
  f.sleeper = chance(0.6);
  f.liar = chance(0.3);
  return f;
}

void play_schedule(std::uint64_t seed, met& all) {
  SCOPED_TRACE("schedule of seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  constexpr const char* methods[] = {"triangles", "triangles-1500", "triangles-sample",
                                     "degrees",   "cycles-4",       "cycles-4-1500"};
  const std::uint64_t users = 4 + random() % 20;
  const csr_graph g = generate_erdos_renyi(users, users * (users - 1) / 5, random());
  const faults chances = drawn_faults(random);
  collection_world world(g, methods[random() % std::size(methods)], seed % 2 == 0, seed, chances);
  world.play([](const std::string& why) { ADD_FAILURE() << why; });
  all.crashes += world.crashes();
  all.lost_users += world.lost_users();
  all.refusals += world.refusals();
  all.altered += world.altered();
  all.failed += world.has_failed() ? 1 : 0;
  ++all.schedules;
}

void expect_faults(const met& all) {
  std::cout << all.schedules << " schedules: " << all.crashes << " crashes, " << all.refusals
            << " messages refused, " << all.lost_users << " answers lost, " << all.altered
            << " lies counted, " << all.failed << " collections without users\n";
  EXPECT_GT(all.crashes, all.schedules);
  EXPECT_GT(all.refusals, all.schedules);
  EXPECT_GT(all.lost_users, all.schedules);
  EXPECT_GT(all.altered, 0U);
  EXPECT_LT(all.failed, all.schedules / 2);
}

TEST(CollectionFaultsTest, WithoutFaultsEverybodyCounts) {
  const csr_graph g = generate_erdos_renyi(20, 60, 1);
  for (const char* method :
       {"triangles", "triangles-2000", "triangles-sample", "degrees", "cycles-4", "cycles-4-2000"}) {
    collection_world world(g, method, false, 5, {});
    world.play([](const std::string& why) { ADD_FAILURE() << why; });
    EXPECT_EQ(world.lost_users(), 0U);
    EXPECT_EQ(world.crashes(), 0U);
    EXPECT_FALSE(world.has_failed());
  }
}

TEST(CollectionFaultsTest, NothingIsLostOrSaidTwice) {
  met all;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) play_schedule(seed, all);
  expect_faults(all);
}

TEST(CollectionFaultsNightlyTest, NothingIsLostOrSaidTwice) {
  met all;
  const std::uint64_t first = night_seed().value_or(1) * 100000;
  for (std::uint64_t seed = first; seed < first + 10000; ++seed) play_schedule(seed, all);
  expect_faults(all);
}

}  // namespace

}  // namespace edgeldp::test
