// SPDX-License-Identifier: MIT
// Degrees and stars without a graph: over objects that hold one user each, and over a collector
// that starts again.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "edgeldp/rivals/tasks/rival_tasks_user.hpp"
#include "support/baselines_user_by_user.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

TEST(DegreesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const epsilon total = epsilon::from_nats(1.0);
  const auto play = [&](session& s) {
    degree_result r = release_all_degrees(s, total);
    return test::played{{r.degrees.values.begin(), r.degrees.values.end()}, std::move(r.run)};
  };
  for (const csr_graph& g : {generate_affiliation(50, 400, 5), test::star_graph(9), csr_graph(2, {})}) {
    const test::played run = test::expect_same_user_by_user(g, total, {}, play, {}, private_tasks());
    EXPECT_EQ(run.run.spent.edge_ldp(), total);
    EXPECT_EQ(run.run.download_bytes, 0U);
  }
}

/// What is said is of the lists of users who are present, and of nobody else: as if there were no
/// others.
TEST(DegreesProtocolTest, UsersWhoAreLostAreLeftOut) {
  const epsilon total = epsilon::from_nats(1.0);
  const csr_graph g = generate_affiliation(50, 400, 5);
  const auto play = [&](session& s) {
    degree_result r = release_all_degrees(s, total);
    std::vector<double> all;
    for (const estimate& e : {estimate_edges(r.degrees), estimate_stars(r.degrees, 2),
                              estimate_stars(r.degrees, 3), estimate_max_degree(r.degrees)})
      all.insert(all.end(), {e.value, e.standard_error, e.half_width()});
    for (const double d : estimate_sorted_degrees(r.degrees)) all.push_back(d);
    all.push_back(predict_relative_half_width(r.degrees, 2, epsilon::from_nats(2.0)));
    return test::played{std::move(all), std::move(r.run)};
  };
  for (const test::losses& lost :
       {test::lose_at_random(test::nobody_lost(50), 0.3, 0, 1), test::lose_hubs(g, 0.1, 0)}) {
    const test::played run = test::expect_same_with_losses(g, lost, total, {}, play, {}, private_tasks());
    degree_result others = release_all_degrees(g, total, coin_source::simulated(7));
    std::vector<std::int64_t> of_others;
    for (vertex_id u = 0; u < 50; ++u)
      if (lost[u] == test::never) of_others.push_back(others.degrees.values[u]);
    const released_degrees alone{of_others, total};
    EXPECT_EQ(run.numbers[0], estimate_edges(alone).value);
    EXPECT_EQ(run.numbers[1], estimate_edges(alone).standard_error);
    EXPECT_EQ(run.numbers[3], estimate_stars(alone, 2).value);
    EXPECT_EQ(run.numbers[9], estimate_max_degree(alone).value);
    EXPECT_EQ(run.numbers.size(), 12 + of_others.size() + 1);
  }
  const auto all_lost = test::lose_at_random(test::nobody_lost(50), 1.0, 0, 1);
  EXPECT_THROW(test::play_with_losses(g, all_lost, total, {}, coin_source::simulated(7), {}, play),
               bad_graph_input);
}

TEST(DegreesProtocolTest, AnAbsentUsersDegreeIsNotKnown) {
  const released_degrees released{{4, 9, 2}, epsilon::from_nats(1.0), {1}};
  const sequence_estimate all = estimate_degree_sequence(released);
  EXPECT_EQ(all.values, (std::vector<double>{4.0, 0.0, 2.0}));
  EXPECT_TRUE(std::isinf(all.standard_errors[1]));
  EXPECT_LT(all.standard_errors[2], 2.0);
  EXPECT_EQ(estimate_edges(released).value, 3.0);
}

TEST(DegreesProtocolTest, SoTheyDoForClippedStars) {
  const epsilon total = epsilon::from_nats(2.0);
  for (const local_stars& method : {local_stars::published(total, 2), local_stars::strongest(total, 3)}) {
    const auto play = [&](session& s) {
      stars_result r = estimate_stars(s, method);
      return test::played{{r.stars.value, r.stars.standard_error, static_cast<double>(r.largest_cap)},
                          std::move(r.run)};
    };
    const csr_graph g = generate_affiliation(50, 400, 5);
    test::expect_same_user_by_user(g, total, {}, play, simulated_star_tasks(),
                                   test::with_tasks(private_tasks(), rival_tasks()));
  }
}

}  // namespace
}  // namespace edgeldp
