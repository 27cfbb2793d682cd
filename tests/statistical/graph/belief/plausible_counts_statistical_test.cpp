// SPDX-License-Identifier: MIT
// Clamps leave honest users alone: their messages keep their mean, and rows are named as often as
// is expected. Seeds are fixed. Means are compared at 5.2 standard errors (false alarm 2e-7 each).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/belief/implausible_rows.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

/// 40 000 messages of a user whose list fills its limit, by both signs. The twin, which clamps at
/// the limit, loses half a scale of the noise on average.
TEST(PlausibleCountsStatisticalTest, ClampedMessagesKeepTheirMeanAndTheTwinsDoNot) {
  constexpr std::uint64_t limit = 500;
  const epsilon budget = epsilon::from_nats(0.5);
  const plausible_number range = plausible_number::count(limit, 2, budget);
  const discrete_laplace noise(limit, budget);
  constexpr std::uint32_t purpose = 1;
  for (const int128 truth : {static_cast<int128>(limit), -static_cast<int128>(limit)}) {
    simulation_randomness coins(17, purpose, truth > 0 ? 1 : 0);
    test::moments ours, twin;
    for (int i = 0; i < 40000; ++i) {
      const int128 message = truth + noise(coins);
      ours.add(static_cast<double>(range.clamp(message)));
      twin.add(static_cast<double>(test::broken::clamped_at_limit(message, limit)));
    }
    const double error = std::sqrt(noise.variance() / ours.count);
    EXPECT_LT(std::abs(ours.mean - static_cast<double>(truth)), 5.2 * error);
    EXPECT_GT(std::abs(twin.mean - static_cast<double>(truth)), 20.0 * error) << "the twin passes";
  }
}

/// Degrees of who knows nobody and of who knows all keep their mean, so that edges do; the twin,
/// which clamps at what a degree may be, adds half a scale of the noise at one end and takes it at
/// the other. 40 000 messages each, at 5.2 standard errors.
TEST(PlausibleCountsStatisticalTest, ClampedDegreesKeepTheirMean) {
  constexpr std::int64_t most = 11;
  const epsilon budget = epsilon::from_nats(0.5);
  const plausible_number range(0, most, 1, budget);
  const discrete_laplace noise(1, budget);
  constexpr std::uint32_t purpose = 2;
  for (const std::int64_t truth : {std::int64_t{0}, most}) {
    simulation_randomness coins(19, purpose, static_cast<std::uint32_t>(truth));
    test::moments ours, twin;
    for (int i = 0; i < 40000; ++i) {
      const int128 message = truth + noise(coins);
      ours.add(static_cast<double>(range.clamp(message)));
      twin.add(static_cast<double>(std::clamp<int128>(message, 0, most)));
    }
    const double error = std::sqrt(noise.variance() / ours.count);
    EXPECT_LT(std::abs(ours.mean - static_cast<double>(truth)), 5.2 * error);
    EXPECT_GT(std::abs(twin.mean - static_cast<double>(truth)), 20.0 * error) << "the twin passes";
  }
}

/// Honest runs are left as they are, all of them: nothing in them is clamped, so that estimates and
/// intervals are those that are tested elsewhere. `touched` bounds the chance of anything else: in
/// all below 1e-3, and seeds are fixed.
TEST(PlausibleCountsStatisticalTest, HonestRunsAreNotTouched) {
  const csr_graph g = generate_affiliation(60, 400, 5);
  user_attribute team{"team", {"red", "green", "blue"}, {}};
  for (std::uint32_t u = 0; u < 60; ++u) team.of.push_back(u % 3);
  const std::vector<user_attribute> attributes{team};
  double touched = 0.0;
  std::size_t clamped = 0;
  const auto take = [&](const plausibility& lies) {
    touched += lies.touched;
    clamped += lies.clamped.size();
  };
  for (const double budget : {0.25, 1.0, 4.0})
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const coin_source coins = coin_source::simulated(seed);
      two_step options;
      homophily_options mixing;
      options.total = mixing.total = epsilon::from_nats(budget);
      mixing.method = homophily_method::counts;
      take(release_all_degrees(g, options.total, coins).lies);
      take(estimate_cycles(g, 4, options, {seed}, coins).lies);
      take(estimate_homophily(g, attributes, mixing, {seed}, coins).lies);
    }
  EXPECT_EQ(clamped, 0U);
  EXPECT_GT(touched, 0.0);
  EXPECT_LT(touched, 1e-3);
}

/// z has no bias beside the noise and never more variance than it says; at 3.5 deviations, where
/// tails are visible, no more are named than is expected: more than 6.5 Poisson deviations above
/// has probability below 1e-6 for means from 5 on.
TEST(ImplausibleRowsStatisticalTest, HonestRowsAreNamedNoOftenerThanExpected) {
  const csr_graph g = generate_affiliation(1500, 15000, 4);
  for (const codec_spec& codec : {codec_spec(bitmap_spec{}), codec_spec(nullspace_spec{})}) {
    test::moments z;
    double named = 0.0, expected = 0.0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const centred_result r = estimate_centred_triangles(g, {epsilon::from_nats(1.0), codec}, {seed},
                                                          coin_source::simulated(seed));
      for (const ones_of_row& row : ones_of_rows(*r.published))
        if (row.of_bits > 0.0) z.add(row.z());
      const implausible_row_list list = implausible_rows(*r.published, 3.5);
      named += static_cast<double>(list.users.size());
      expected += list.expected;
    }
    EXPECT_LT(named, expected + 6.5 * std::sqrt(expected) + 5.0) << name_of(*codec.kind());
    EXPECT_LT(z.variance(), 1.0 + 6.0 * std::sqrt(6.0 / z.count)) << name_of(*codec.kind());
    EXPECT_GT(z.variance(), 0.3) << "z says nothing";
  }
}

}  // namespace
}  // namespace edgeldp
