// SPDX-License-Identifier: MIT
// Pairs of all neighbours: one neighbour moves a message by its sensitivity at most, whoever is
// absent, and that is reached.
#include "edgeldp/graph/rounds/pair_round_user.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "support/budgets.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

constexpr vertex_id pair_users = 7, counting_user = 3;

/// Random bits in the order of numbers, and limits of users who released degree 0, as all did.
counted_pairs random_pairs(std::mt19937_64& random, std::vector<vertex_id> absent) {
  const codec_spec codec = bitmap_spec{};
  release_parameters p;
  p.users = pair_users;
  p.key = {random()};
  p.order = user_order::id;
  p.chunk_rule = chunk_rule::noisy_degree;
  p.simulated = true;
  p.total = test::nats(32.0);
  p.degree = p.count = test::nats(0.5);
  p.edges = test::nats(0.05 + 0.01 * static_cast<double>(random() % 300));
  const std::vector<std::int64_t> degrees(pair_users);
  codec.fill(p, p.edges, {p.degree, degrees, released_number::degree});
  release_layout layout(p, degrees, {});
  std::vector<std::uint64_t> words(layout.word_offset(pair_users));
  for (vertex_id u = 1; u < pair_users; ++u) words[layout.word_offset(u)] = random() % (1U << u);
  const limits_by_degree limits{{0, {1 + random() % 3, random() % 6}}};
  return {limits,
          {"rows", std::make_shared<const release>(std::move(layout), std::move(words), std::move(absent))}};
}

using pair_statistic = std::function<int128(const counted_pairs&, std::span<const vertex_id>)>;

int128 as_counted(const counted_pairs& what, std::span<const vertex_id> list) {
  const own_list me{counting_user, pair_users, list};
  const coin_source coins = coin_source::simulated(1);  // nothing is drawn
  const user_bound bound = bound_of(what.rows->layout(), what.rule, counting_user);
  return statistic_of(count_own_pairs(what, bound, me, user_coins(coins, counting_user)),
                      what.rows->layout().codec().lattice());
}

/// Everybody but the user itself whose bit is set.
std::vector<vertex_id> others_in(unsigned set) {
  std::vector<vertex_id> list = test::members_of<vertex_id>(set);
  for (vertex_id& v : list) v += v >= counting_user ? 1 : 0;
  return list;
}

/// Relative to the sensitivity, over all lists.
double most_moved(const pair_statistic& say, std::uint64_t seed, const std::vector<vertex_id>& absent) {
  constexpr unsigned others = pair_users - 1;
  std::mt19937_64 random(seed);
  double most = 0.0;
  for (int draw = 0; draw < 200; ++draw) {
    const counted_pairs what = random_pairs(random, absent);
    const auto sensitivity =
        static_cast<double>(edgeldp::sensitivity(what, own_list{counting_user, pair_users, {}}, 0));
    std::vector<int128> said(1U << others);
    for (unsigned set = 0; set < said.size(); ++set) said[set] = say(what, others_in(set));
    for (unsigned set = 0; set < said.size(); ++set)
      for (unsigned one = 0; one < others; ++one) {
        const int128 moved = said[set] - said[set | 1U << one];
        most = std::max(most, static_cast<double>(moved < 0 ? -moved : moved) / sensitivity);
      }
  }
  return most;
}

TEST(PairRoundTest, OneNeighborMovesACountByItsSensitivityAtMostAndThatIsReached) {
  EXPECT_EQ(most_moved(as_counted, 1, {}), 1.0);
}

TEST(PairRoundTest, NeitherDoesItWhereSomeAreAbsentAndTheseMoveNothing) {
  EXPECT_EQ(most_moved(as_counted, 2, {1, 5}), 1.0);
  EXPECT_EQ(most_moved(as_counted, 3, {0, 1, 2, 4, 5, 6}), 0.0);
  std::mt19937_64 random(4);
  const counted_pairs what = random_pairs(random, {1, 5});
  EXPECT_EQ(as_counted(what, std::vector<vertex_id>{0, 1, 2, 4, 5, 6}),
            as_counted(what, std::vector<vertex_id>{0, 2, 4, 6}));
}

/// Pairs in an order that one more neighbour turns round.
TEST(PairRoundTest, AnOrderOfTheListsOwnIsFound) {
  const pair_statistic twin = [](const counted_pairs& what, std::span<const vertex_id> list) {
    std::vector<vertex_id> members(list.begin(), list.end());
    if (members.size() % 2 == 1) std::ranges::reverse(members);
    limited_pairs pairs;
    pairs.reset(bound_of(what.rows->layout(), what.rule, counting_user).pairs);
    for (std::size_t i = 0; i < members.size(); ++i)
      pairs.add([&](std::size_t k) {
        return what.rows->edge(std::max(members[i], members[k]), std::min(members[i], members[k]));
      });
    return statistic_of({pairs.zeros(), pairs.ones()}, what.rows->layout().codec().lattice());
  };
  EXPECT_GT(most_moved(twin, 5, {}), 1.0);
}

}  // namespace
}  // namespace edgeldp
