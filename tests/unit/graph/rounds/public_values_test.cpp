// SPDX-License-Identifier: MIT
// Rounds about public numbers of neighbours: what is announced, what a list says to it, how far one
// neighbour moves that (all lists of eight users, both ways), and whose coins are drawn.
#include "edgeldp/graph/rounds/public_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/rounds/public_values_user.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t few = 8;

template <class Q>
Q asking(std::uint64_t width, std::vector<std::int64_t> values, std::uint32_t step = 0) {
  return {{"numbers", std::make_shared<const public_values>(width, std::move(values))}, step};
}

std::vector<vertex_id> list_of(std::uint32_t bits) {
  std::vector<vertex_id> list;
  for (vertex_id v = 0; v < few; ++v)
    if ((bits >> v & 1U) != 0) list.push_back(v);
  return list;
}

/// What a list of user 7, of its seven possible contacts, says.
template <class Q>
auto said(const Q& q, std::uint32_t bits) {
  static const public_objects none;
  static const coin_source source = coin_source::simulated(1);
  const user_coins coins(source, 7);
  const std::vector<vertex_id> list = list_of(bits);
  return statistic(q, own_list{7, few, list}, count_call{none, 0, coins});
}

/// The largest move of f over all lists and all single contacts.
template <class F>
int128 largest_move(F&& f) {
  int128 largest = 0;
  for (std::uint32_t bits = 0; bits < 1U << 7; ++bits)
    for (unsigned v = 0; v < 7; ++v) largest = std::max(largest, f(bits, bits ^ (1U << v)));
  return largest;
}

int128 size_of(int128 x) {
  return x < 0 ? -x : x;
}

TEST(PublicValuesTest, RefusesWhatNoRoundCanUse) {
  const std::vector<std::int64_t> fine(6, 1);
  EXPECT_EQ(public_values(2, fine).users(), 3U);
  EXPECT_EQ(public_values(2, fine).reach(), 2U);
  EXPECT_THROW(public_values(0, fine), invalid_parameter);
  EXPECT_THROW(public_values(4, fine), invalid_parameter);
  const std::int64_t most = public_values::most_reach;
  EXPECT_EQ(public_values(2, {-most, 0}).reach(), static_cast<std::uint64_t>(most));
  EXPECT_THROW(public_values(2, {most, -1}), invalid_parameter);
  EXPECT_THROW(public_values(1, {std::numeric_limits<std::int64_t>::min()}), invalid_parameter);
}

TEST(PublicValuesTest, ComeBackAsTheyWere) {
  const public_values some(3, {1, -2, 3, 0, 0, -7});
  const public_objects none;
  const byte_string form = public_form<public_values>::write(some);
  const public_values read = public_form<public_values>::read(form, none);
  EXPECT_EQ(read.width(), 3U);
  EXPECT_TRUE(std::ranges::equal(read.all(), some.all()));
  for (const auto& [width, values] : {std::pair(std::uint64_t{0}, std::vector<std::int64_t>{1}),
                                      std::pair(std::uint64_t{2}, std::vector<std::int64_t>{1}),
                                      std::pair(std::uint64_t{1}, std::vector<std::int64_t>{1 << 21})}) {
    byte_string bad;
    canonical_writer(bad).number(static_cast<int128>(width)).numbers(values);
    EXPECT_THROW(public_form<public_values>::read(bad, none), format_error);
  }
}

TEST(PublicValuesTest, RealOnesAreRoundedToALatticeAroundTheirCentres) {
  const std::vector<double> values{0.0, 10.0, 4.0, -2.0};  // two of two users
  const lattice_values on = to_lattice(2, values, std::vector{2.0, 4.0});
  EXPECT_LE(on.numbers.reach(), std::uint64_t{1} << 20);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(on.centres[i % 2] + on.unit * static_cast<double>(on.numbers.all()[i]), values[i], on.unit);
  EXPECT_EQ(to_lattice(1, std::vector{3.0, 3.0}, std::vector{3.0}).numbers.reach(), 0U);
  EXPECT_THROW(to_lattice(1, std::vector<double>(1, NAN), std::vector{0.0}), invalid_parameter);
  EXPECT_THROW(to_lattice(1, std::vector{1.0}, std::vector<double>(1, INFINITY)), invalid_parameter);
  EXPECT_THROW(to_lattice(1, std::vector{1e308, -1e308}, std::vector{1e308}), invalid_parameter);
  EXPECT_THROW(to_lattice(2, std::vector{1.0, 2.0}, std::vector{0.0}), invalid_parameter);
}

TEST(NeighborSumsTest, AreSumsAndOneNeighborMovesThemByTheReachTogether) {
  const auto q = asking<neighbor_sums>(2, {3, -4, 0, 5, -1, -1, 2, 0, 0, 0, -6, 1, 1, 1, 0, 0});
  const std::vector<vertex_id> list = list_of(0b0100101);
  int128 first = 0, second = 0;
  for (const vertex_id v : list) first += q.values->of(v)[0], second += q.values->of(v)[1];
  EXPECT_EQ(said(q, 0b0100101), (std::vector<int128>{first, second}));
  const own_list me{7, few, {}};
  EXPECT_EQ(sensitivity(q, me, 0), 7) << "3 and -4, -6 and 1";
  const auto move = [&](std::uint32_t a, std::uint32_t b) {
    const std::vector<int128> x = said(q, a), y = said(q, b);
    return size_of(x[0] - y[0]) + size_of(x[1] - y[1]);
  };
  EXPECT_EQ(largest_move(move), 7);
  // A twin that takes the largest number in place of the largest sum charges too little.
  const int128 twin = 6;
  EXPECT_GT(largest_move(move), twin);
}

/// User 7 comes after everybody: the same lists, as user 3 holds them, say what is below 3.
TEST(EarlierNeighborSumsTest, HaveEachEdgeOnceAndMoveByTheReach) {
  const std::vector<std::int64_t> x{3, -4, 0, 5, -1, -6, 2, 7};
  const auto q = asking<earlier_neighbor_sums>(1, x);
  const public_objects none;
  const coin_source source = coin_source::simulated(1);
  const user_coins coins(source, 3);
  int128 largest = 0, beyond = 0;
  const auto of_third = [&](std::uint32_t bits) {
    const std::vector<vertex_id> list = list_of(bits);
    return statistic(q, own_list{3, few, list}, count_call{none, 0, coins}).front();
  };
  for (std::uint32_t bits = 0; bits < 1U << 8; ++bits) {
    if ((bits >> 3 & 1U) != 0) continue;
    int128 sum = 0;
    for (vertex_id v = 0; v < 3; ++v)
      if ((bits >> v & 1U) != 0) sum += x[v];
    EXPECT_EQ(of_third(bits), sum);
    for (unsigned v = 0; v < 8; ++v) {
      if (v == 3) continue;
      const int128 move = size_of(of_third(bits) - of_third(bits ^ (1U << v)));
      (v < 3 ? largest : beyond) = std::max(v < 3 ? largest : beyond, move);
    }
  }
  EXPECT_EQ(largest, 4);
  EXPECT_EQ(beyond, 0) << "what the other end answers for";
  EXPECT_EQ(sensitivity(q, own_list{3, few, {}}, 0), 7);
  const auto move = [&](std::uint32_t a, std::uint32_t b) {
    return size_of(said(q, a).front() - said(q, b).front());
  };
  EXPECT_EQ(largest_move(move), 6) << "nobody is its own contact, whose 7 is the reach";
}

TEST(NeighborSumsTest, GroupsCostOneHoweverManyThereAre) {
  std::vector<std::int64_t> one_hot(few * 5);
  for (std::uint64_t v = 0; v < few; ++v) one_hot[v * 5 + v % 5] = 1;
  EXPECT_EQ(sensitivity(asking<neighbor_sums>(5, one_hot), own_list{7, few, {}}, 0), 1);
}

TEST(NeighborHIndexTest, IsTheDefinitionAndMovesByOneAtMost) {
  for (const std::vector<std::int64_t>& values :
       {std::vector<std::int64_t>{5, 0, 2, -3, 1, 4, 4, 9}, std::vector<std::int64_t>(few, 3),
        std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}, std::vector<std::int64_t>(few, 0)}) {
    const auto q = asking<neighbor_h_index>(1, values);
    for (std::uint32_t bits = 0; bits < 1U << 7; ++bits) {
      int128 h = 0;
      const std::vector<vertex_id> list = list_of(bits);
      for (std::int64_t k = 1; k <= 7; ++k)
        if (std::ranges::count_if(list, [&](vertex_id v) { return values[v] >= k; }) >= k) h = k;
      ASSERT_EQ(said(q, bits), h) << bits;
    }
    const auto move = [&](std::uint32_t a, std::uint32_t b) { return size_of(said(q, a) - said(q, b)); };
    EXPECT_EQ(largest_move(move), std::ranges::max(values) > 0 ? 1 : 0);
    EXPECT_EQ(sensitivity(q, own_list{7, few, {}}, 0), 1);
  }
  // A twin that sums what exceeds h moves by more than 1.
  const std::vector<std::int64_t> values{1, 2, 3, 4, 5, 6, 7, 8};
  const auto twin = [&](std::uint32_t bits) {
    int128 sum = 0;
    for (const vertex_id v : list_of(bits)) sum += values[v];
    return sum / 2;
  };
  EXPECT_GT(largest_move([&](std::uint32_t a, std::uint32_t b) { return size_of(twin(a) - twin(b)); }), 1);
}

neighbor_groups asking_groups(std::uint64_t groups, std::vector<std::int64_t> values) {
  return {asking<neighbor_sums>(1, std::move(values)).values, groups, 0};
}

TEST(NeighborGroupsTest, AreCountsAndOneNeighborMovesOneOfThem) {
  const std::vector<std::int64_t> group{0, 2, 1, -1, 0, 3, 2, 2};
  const auto q = asking_groups(3, group);
  for (std::uint32_t bits = 0; bits < 1U << 7; ++bits) {
    std::vector<int128> counts(3);
    for (const vertex_id v : list_of(bits))
      for (std::size_t i = 0; i < 3; ++i) counts[i] += group[v] == static_cast<std::int64_t>(i) ? 1 : 0;
    ASSERT_EQ(said(q, bits), counts) << "who has another number is in no group";
  }
  const auto move = [&](std::uint32_t a, std::uint32_t b) {
    const std::vector<int128> x = said(q, a), y = said(q, b);
    int128 sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += size_of(x[i] - y[i]);
    return sum;
  };
  EXPECT_EQ(largest_move(move), 1);
  EXPECT_EQ(sensitivity(q, own_list{7, few, {}}, 0), 1);
  // A twin whose groups overlap, each counted with those before, moves further than it pays for.
  const auto twin = [&](std::uint32_t a, std::uint32_t b) {
    const std::vector<int128> x = said(q, a), y = said(q, b);
    return size_of(x[0] - y[0]) + size_of(x[0] + x[1] - y[0] - y[1]);
  };
  EXPECT_GT(largest_move(twin), 1);
}

TEST(NeighborGroupsTest, ComeBackAsTheyWereOrAreRefused) {
  public_objects published;
  const auto add = [&](const public_values& values) {
    return published.add(std::make_shared<const public_values>(values),
                         public_form<public_values>::write(values));
  };
  const auto one = add({1, std::vector<std::int64_t>(few, 1)}),
             two = add({2, std::vector<std::int64_t>(few, 1)});
  const auto written = [&](const neighbor_groups& what) {
    byte_string said_of;
    group_round{epsilon::from_nats(1.0), what}.write(said_of);
    return said_of;
  };
  const group_round read = group_round::read(written({one, 5, 3}), published);
  EXPECT_EQ(read.what.groups, 5U);
  EXPECT_EQ(read.what.step, 3U);
  EXPECT_EQ(read.what.values.name, one.name);
  EXPECT_THROW(group_round::read(written({two, 5, 3}), published), format_error);
  EXPECT_THROW(group_round::read(written({one, 0, 3}), published), format_error);
  EXPECT_THROW(group_round::read(written({one, 1 << 17, 3}), published), format_error);
}

TEST(NeighborHIndexTest, OfSeveralNumbersAUserIsRefused) {
  public_objects published;
  const auto two = published.add(std::make_shared<const public_values>(2, std::vector<std::int64_t>(16)),
                                 public_form<public_values>::write({2, std::vector<std::int64_t>(16)}));
  byte_string said_of;
  h_index_round{epsilon::from_nats(1.0), {two, 0}}.write(said_of);
  EXPECT_THROW(h_index_round::read(said_of, published), format_error);
}

TEST(PublicValuesTest, AnnouncementsAboutOtherUsersAreRefused) {
  const own_list more{7, few + 1, {}};
  EXPECT_THROW(sensitivity(asking<neighbor_sums>(1, std::vector<std::int64_t>(few)), more, 0), format_error);
  EXPECT_THROW(sensitivity(asking<neighbor_h_index>(1, std::vector<std::int64_t>(few)), more, 0),
               format_error);
  EXPECT_THROW(sensitivity(asking_groups(2, std::vector<std::int64_t>(few)), more, 0), format_error);
}

TEST(PublicValuesTest, EachStepHasCoinsOfItsOwn) {
  const public_objects none;
  const coin_source source = coin_source::simulated(5);
  const own_list me{7, few, {}};
  const auto message = [&](std::uint32_t step) {
    const h_index_round round{epsilon::from_nats(0.01),
                              asking<neighbor_h_index>(1, std::vector<std::int64_t>(few), step)};
    return answer(round, me, count_call{none, 0, user_coins(source, 7)});
  };
  EXPECT_EQ(message(1), message(1));
  EXPECT_NE(message(1), message(2)) << "the same noise twice would tell how far the number moved";
}

/// Two rounds of sums and two of the h-index, each on what came of the one before.
test::played play_chain(session& s) {
  const epsilon each = epsilon::from_nats(0.5);
  released_values degrees = s.ask(degree_round{each}, {each, s.everybody()});
  std::vector<double> found;
  for (std::uint32_t step = 0; step < 2; ++step) {
    for (std::int64_t& x : degrees.values) x = std::clamp<std::int64_t>(x, 0, 100);
    const auto values = s.publish(std::make_shared<const public_values>(1, degrees.values));
    const released_vectors sums = s.ask(sum_round{each, {values, step}}, {each, s.everybody()});
    found.insert(found.end(), sums.values.begin(), sums.values.end());
    degrees = s.ask(h_index_round{each, {values, 2 + step}}, {each, s.everybody()});
    found.insert(found.end(), degrees.values.begin(), degrees.values.end());
  }
  return {std::move(found), s.close()};
}

TEST(PublicValuesTest, UsersOneByOneAnswerAsAllTogether) {
  const csr_graph g = generate_affiliation(60, 300, 3);
  const test::played run = test::expect_same_user_by_user(
      g, epsilon::from_nats(3.0), {}, play_chain,
      {count_one_by_one<neighbor_sums, graph_view>(), count_one_by_one<neighbor_h_index, graph_view>()},
      private_tasks());
  EXPECT_NEAR(run.run.spent.spent().nats(), 2.5, 1e-8);
  EXPECT_NEAR(run.run.spent.relationship_dp().nats(), 5.0, 1e-8) << "both ends answer";
}

}  // namespace
}  // namespace edgeldp
