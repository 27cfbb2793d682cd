// SPDX-License-Identifier: MIT
#include "belief/lost_users.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/graph/belief/public_view.hpp"

namespace edgeldp {
namespace {

using released_numbers = std::vector<std::int64_t>;

TEST(LostUsersTest, WhoHasNoDegreeComesLast) {
  released_numbers degrees = {0, 7, -3, 0, 2};
  place_last(degrees, std::vector<vertex_id>{0, 3});
  EXPECT_EQ(degrees, (released_numbers{-4, 7, -3, -4, 2}));
  const public_order order(user_order::noisy_degree, {1}, degrees);
  EXPECT_EQ(order.rank(0), 3U);
  EXPECT_EQ(order.rank(3), 4U);
  released_numbers least = {-largest_released_number, 0};
  place_last(least, std::vector<vertex_id>{1});
  EXPECT_EQ(least[1], -largest_released_number) << "what a release can carry";
  released_numbers all = {0, 0};
  place_last(all, std::vector<vertex_id>{0, 1});
  EXPECT_EQ(all, (released_numbers{0, 0}));
}

TEST(LostUsersTest, NumbersOfARosterAreThoseOfItsUsers) {
  const roster some = roster::of({4, 1}, 5);
  EXPECT_EQ(by_user({8, 9}, some), (released_numbers{0, 9, 0, 0, 8}));
  EXPECT_EQ(by_user({8, 9}, roster::everybody(2)), (released_numbers{8, 9}));
  EXPECT_EQ(on_roster(some), (std::vector<bool>{false, true, false, false, true}));
  EXPECT_EQ(on_roster(roster::everybody(2)), (std::vector<bool>{true, true}));
  EXPECT_EQ(without(released_numbers{1, 2, 3, 4}, std::vector<vertex_id>{0, 2}), (released_numbers{2, 4}));
  EXPECT_NO_THROW(require_somebody(some));
  EXPECT_THROW(require_somebody(roster::of({}, 5)), bad_graph_input);
}

TEST(LostUsersTest, DistanceSaysHowFarApartListsLie) {
  const std::vector<double> first = {2.0, 2.0, 0.0, 0.0}, last = {0.0, 0.0, 5.0, 0.0},
                            alike = {1.0, 1.0, 0.0, 0.0}, wider = {1.0, 1.0, 1.0, 1.0}, none(4);
  EXPECT_DOUBLE_EQ(distance_in_order(first, last), 1.0);
  EXPECT_DOUBLE_EQ(distance_in_order(first, alike), 0.0);
  EXPECT_DOUBLE_EQ(distance_in_order(first, wider), 0.5);
  EXPECT_DOUBLE_EQ(distance_in_order(wider, first), 0.5);
  EXPECT_DOUBLE_EQ(distance_in_order(first, none), 1.0) << "nobody answered";
}

/// Where half of everybody's neighbours are left there are half the edges and a quarter of the
/// pairs.
TEST(LostUsersTest, ViewsAreOfTheNeighborsWhoAreLeft) {
  const auto order = std::make_shared<const public_order>(user_order::noisy_degree, release_key{1},
                                                          released_numbers(400, 30));
  const epsilon budget = epsilon::from_nats(20.0);
  const public_view all(order, budget), half(order, budget, 0.5);
  EXPECT_DOUBLE_EQ(half.edges(), 0.5 * all.edges());
  EXPECT_NEAR(half.pairs(), 0.25 * all.pairs(), 1e-6 * all.pairs());
  EXPECT_NEAR(half.second_degree(), 0.5 * all.second_degree(), 1e-6);
  double sizes = 0.0, of_half = 0.0;
  for (const std::int64_t s : all.draw_sizes(3)) sizes += static_cast<double>(s);
  for (const std::int64_t s : half.draw_sizes(3)) of_half += static_cast<double>(s);
  EXPECT_NEAR(of_half / sizes, 0.5, 0.05);
}

/// Loads 1, 2 and 3 came with 2, 4 and 9; a load of 2 was lost: 15 for 6, so 5 for 2.
TEST(PartOfLostTest, IsTheMeanOfTheOthersInProportionToTheLoad) {
  const auto play = [](double counted, std::optional<double> fourth) {
    return part_of_lost(counted, [&](auto&& f) {
      f(1.0, std::optional(2.0));
      f(2.0, std::optional(4.0));
      f(3.0, std::optional(9.0));
      f(2.0, fourth);
    });
  };
  const lost_part part = play(15.0, std::nullopt);
  EXPECT_TRUE(part.is_known());
  EXPECT_DOUBLE_EQ(part.each, 2.5);
  EXPECT_DOUBLE_EQ(part.predicted(), 5.0);
  EXPECT_DOUBLE_EQ(part.share(), 0.25);
  // Residuals -0.5, -1 and 1.5; the lost have 4 of 14 squares, and a third of the load.
  EXPECT_DOUBLE_EQ(part.spread, 3.5 * (1.0 / 3.0 + 1.0 / 9.0));
  const lost_part nobody = play(20.0, 5.0);
  EXPECT_EQ(nobody.more, 0.0);
  EXPECT_EQ(nobody.spread, 0.0);
  EXPECT_EQ(nobody.share(), 0.0);
  EXPECT_FALSE(part_of_lost(0.0, [](auto&& f) { f(1.0, std::optional<double>()); }).is_known());
}

}  // namespace
}  // namespace edgeldp
