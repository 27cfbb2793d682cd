// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/moments_by_rank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "support/budgets.hpp"

namespace edgeldp {
namespace {

std::vector<std::int64_t> noisy_degrees(std::size_t users, epsilon budget) {
  const discrete_laplace noise(1, budget);
  simulation_randomness coins(1, 2, 3);
  std::vector<std::int64_t> released(users);
  for (std::size_t u = 0; u < users; ++u)
    released[u] = static_cast<std::int64_t>(u % 9 * (u % 9)) + static_cast<std::int64_t>(noise(coins));
  return released;
}

/// What the definition says, user by user.
std::vector<rank_moments> user_by_user(const public_order& order, const degree_posterior& posterior,
                                       double present, double factor) {
  std::vector<rank_moments> all(order.users());
  double degrees = 0.0, before = 0.0;
  for (vertex_id u = 0; u < order.users(); ++u) {
    const auto [mean, square] = posterior.of(order.degrees()[u]);
    rank_moments& here = all[order.rank(u)];
    here.degree = present * mean;  // binomial of each degree
    here.squared_degree = present * present * square + present * (1.0 - present) * mean;
    degrees += here.degree;
  }
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const double share = before / degrees;
    all[rank].size = std::min(static_cast<double>(rank), all[rank].degree * share);
    all[rank].two_stars = factor * (all[rank].squared_degree - all[rank].degree) * share * share;
    before += all[rank].degree;
  }
  return all;
}

void expect_near(const rank_moments& a, const rank_moments& b) {
  EXPECT_NEAR(a.degree, b.degree, 1e-9 * (1.0 + b.degree));
  EXPECT_NEAR(a.squared_degree, b.squared_degree, 1e-9 * (1.0 + b.squared_degree));
  EXPECT_NEAR(a.two_stars, b.two_stars, 1e-9 * (1.0 + b.two_stars));
  EXPECT_NEAR(a.size, b.size, 1e-9 * (1.0 + b.size));
}

TEST(MomentsByRankTest, RunsSayWhatUsersSay) {
  const epsilon budget = test::nats(0.7);
  const std::vector<std::int64_t> degrees = noisy_degrees(500, budget);
  const degree_posterior posterior(degrees, budget);
  for (const user_order kind : {user_order::id, user_order::random, user_order::noisy_degree}) {
    const public_order order(kind, {5}, degrees);
    for (const double present : {1.0, 0.4}) {
      moments_by_rank moments(order, posterior, present);
      moments.scale_two_stars(0.5);
      const std::vector<rank_moments> expected = user_by_user(order, posterior, present, 0.5);
      const std::vector<rank_moments> all = moments.all();
      ASSERT_EQ(moments.size(), 500U);
      ASSERT_EQ(all.size(), 500U);
      for (std::size_t rank = 0; rank < all.size(); ++rank) {
        expect_near(all[rank], expected[rank]);
        EXPECT_EQ(moments[rank].size, all[rank].size) << "one alone and one after another";
        EXPECT_EQ(moments[rank].two_stars, all[rank].two_stars);
      }
    }
  }
}

TEST(MomentsByRankTest, SomeGraphsHaveNoNeighborsOrNoUsers) {
  EXPECT_TRUE(moments_by_rank().all().empty());
  const epsilon budget = test::nats(1.0);
  const std::vector<std::int64_t> nothing(4, 0);
  const moments_by_rank moments(public_order(user_order::noisy_degree, {1}, nothing),
                                degree_posterior(nothing, budget));
  ASSERT_EQ(moments.all().size(), 4U);
  for (const rank_moments& user : moments.all()) EXPECT_EQ(user.size, 0.0);
}

}  // namespace
}  // namespace edgeldp
