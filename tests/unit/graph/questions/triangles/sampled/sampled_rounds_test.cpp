// SPDX-License-Identifier: MIT
// Roles, and what one user says where a sample of rows is read, by enumeration of all lists.
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "support/budgets.hpp"
#include "support/rows_of_the_page.hpp"

namespace edgeldp {
namespace {

using test::nats;

TEST(SampleRolesTest, CoinsFallAsTheirChancesSay) {
  constexpr int users = 200'000;
  for (const std::uint32_t candidates : {1U << 20, 0x1999999aU, 1U << 31}) {
    const sample_roles roles{{77}, candidates};
    std::array<double, 3> seen{};
    for (vertex_id u = 0; u < users; ++u) ++seen[static_cast<std::size_t>(roles.of(u))];
    const std::array chances = {roles.candidate_chance(), roles.column_chance(), roles.counter_chance()};
    EXPECT_DOUBLE_EQ(chances[0] + chances[1] + chances[2], 1.0);
    EXPECT_NEAR(chances[1], chances[2], 0x1p-31);
    for (const std::size_t i : {0U, 1U, 2U})  // 5 standard errors: false alarm 6e-7 each, seeds fixed
      EXPECT_NEAR(seen[i], users * chances[i], 5.0 * std::sqrt(users * chances[i]) + 1.0) << i;
  }
}

// By enumeration of all roles of a triangle's users: the mean of what is counted is one.
TEST(SampleRolesTest, WeightsMakeEveryTriangleCountOnce) {
  for (const std::uint32_t candidates : {1U << 28, 0x55555555U}) {
    const sample_roles roles{{1}, candidates};
    const std::array<sampled_row, 3> user = {{{0, 0}, {1, 13}, {2, 77}}};
    const std::array chance = {roles.candidate_chance(), roles.column_chance(), roles.counter_chance()};
    double mean = 0.0;
    for (int code = 0; code < 27; ++code) {
      const std::array<int, 3> role = {code % 3, code / 3 % 3, code / 9};
      const double probability = chance[static_cast<std::size_t>(role[0])] *
                                 chance[static_cast<std::size_t>(role[1])] *
                                 chance[static_cast<std::size_t>(role[2])];
      for (const std::size_t k : {0U, 1U, 2U})
        if (role[k] == 0 && role[(k + 1) % 3] + role[(k + 2) % 3] == 3 && role[(k + 1) % 3] != 0 &&
            role[(k + 2) % 3] != 0)
          mean += probability * user[k].chance() * weight_of_row(roles, user[k]);
    }
    EXPECT_NEAR(mean, 1.0, 1e-12);
  }
}

TEST(SampleRolesTest, BitsAreWorthWhatTheyAreOnAverage) {
  const sample_roles roles{{1}, 1U << 30};
  for (const double budget : {0.3, 1.0, 4.0})
    for (const unsigned steps : {0U, 9U, 80U}) {
      const auto rarity = static_cast<std::uint8_t>(steps);
      const bit_law law = nullspace_spec{}.law(nats(budget));
      const bit_weights w = weights_of(law, roles, {5, rarity});
      const double unit = weight_of_row(roles, {5, rarity}) * weight_units;
      EXPECT_NEAR(law.p0 * static_cast<double>(w.one) + (1.0 - law.p0) * static_cast<double>(w.zero), 0.0,
                  0.5);
      EXPECT_NEAR(law.p1 * static_cast<double>(w.one) + (1.0 - law.p1) * static_cast<double>(w.zero), unit,
                  0.5);
    }
}

TEST(SampleRolesTest, WeightsStayWithinWhatLimitsCanBe) {
  const bit_weights w = weights_of(nullspace_spec{}.law(nats(0.3)), {{1}, 1}, {5, 255});
  EXPECT_EQ(w.one, std::int64_t{1} << 62);
  EXPECT_EQ(w.zero, -(std::int64_t{1} << 62));
}

TEST(SampleRolesTest, LimitsFollowReleasedDegreesAndNeverOverflow) {
  const sample_roles roles{{1}, 1U << 30};  // columns: 3/8
  const sampled_limit limit{10, 2};
  EXPECT_EQ(limit.of(roles, 80), 320U);
  EXPECT_EQ(limit.of(roles, -7), 20U);
  EXPECT_EQ((sampled_limit{10, -40}).of(roles, 80), 0U);
  EXPECT_EQ((sampled_limit{largest_each, 0}).of(roles, largest_released_number), std::uint64_t{1} << 62);
}

// ---- one user ----

constexpr vertex_id sampled_users = 24;
constexpr std::size_t others_in_list = 7;  // neighbours that a list may have

/// Roles under which user `me` is a counter and the first users hold columns and candidates.
struct cast {
  sample_roles roles;
  vertex_id me = 0;
  std::vector<vertex_id> columns, candidates;
};

cast find_cast() {
  for (std::uint64_t key = 1;; ++key) {
    cast c{{{key}, 0x60000000U}, sampled_users - 1, {}, {}};
    for (vertex_id u = 0; u + 1 < sampled_users; ++u) {
      const sample_role role = c.roles.of(u);
      if (role == sample_role::column) c.columns.push_back(u);
      if (role == sample_role::candidate) c.candidates.push_back(u);
    }
    if (c.roles.of(c.me) == sample_role::counter && c.columns.size() >= 5 && c.candidates.size() >= 5)
      return c;
  }
}

/// Rows of random bits owned by three candidates, bitmaps over all users.
sampled_pairs random_question(const cast& c, std::mt19937_64& random) {
  vector_parameters p;
  p.key = c.roles.key;
  p.users = 3;
  p.length = sampled_users;
  p.sizes = size_rule::public_bound;
  p.simulated = true;
  p.total = nats(8.0);
  p.entries = nats(0.1 + 0.01 * static_cast<double>(random() % 300));
  fill_codec(p, bitmap_spec{}, {});
  const vector_layout layout(p, {});
  std::vector<std::uint64_t> words(layout.word_offset(3));
  for (std::uint64_t& word : words) word = random() % (1U << sampled_users);
  sampled_pairs what{c.roles, {"rows", std::make_shared<const vector_release>(layout, std::move(words))}, {}};
  for (std::size_t i = 0; i < 3; ++i)
    what.owners.push_back({c.candidates[i], static_cast<std::uint8_t>(random() % 40)});
  return what;
}

using sampled_statistic = std::function<int128(const sampled_pairs&, std::uint64_t, const own_list&)>;

/// The most that one neighbour moves a statistic over many rows, relative to the limit. Lists over
/// four columns and three owners.
double largest_move(const sampled_statistic& say, std::uint64_t seed, int draws) {
  const cast c = find_cast();
  std::mt19937_64 random(seed);
  double most = 0.0;
  for (int draw = 0; draw < draws; ++draw) {
    const sampled_pairs what = random_question(c, random);
    std::array<vertex_id, others_in_list> may{c.columns[0],    c.columns[1],    c.columns[2],   c.columns[3],
                                              c.candidates[0], c.candidates[1], c.candidates[2]};
    std::ranges::sort(may);
    const std::uint64_t limit = weight_units + random() % (200 * std::uint64_t{weight_units});
    std::vector<int128> said(1U << others_in_list);
    for (unsigned list = 0; list < said.size(); ++list) {
      std::vector<vertex_id> members;
      for (std::size_t i = 0; i < others_in_list; ++i)
        if ((list >> i & 1U) != 0) members.push_back(may[i]);
      said[list] = say(what, limit, {c.me, sampled_users, members});
    }
    for (unsigned list = 0; list < said.size(); ++list)
      for (unsigned i = 0; i < others_in_list; ++i) {
        const int128 moved = said[list] - said[list | 1U << i];
        most = std::max(most, static_cast<double>(moved < 0 ? -moved : moved) / static_cast<double>(limit));
      }
  }
  return most;
}

TEST(SampledRoundsTest, OneNeighborMovesACountByItsLimitAtMostAndThatIsReached) {
  EXPECT_EQ(largest_move([](const auto& what, auto limit,
                            const own_list& me) { return weigh_own_pairs(what, limit, me); },
                         1, 300),
            1.0);
}

/// Limits that follow the true number of neighbours, and a sum that is cut at the end.
TEST(SampledRoundsTest, BrokenLimitsAreFound) {
  const sampled_statistic of_true_lists = [](const sampled_pairs& what, std::uint64_t limit,
                                             const own_list& me) {
    return weigh_own_pairs(what, limit / others_in_list * me.neighbors.size(), me);
  };
  EXPECT_GT(largest_move(of_true_lists, 2, 300), 1.0);
  const sampled_statistic without_limits = [](const sampled_pairs& what, std::uint64_t, const own_list& me) {
    return weigh_own_pairs(what, std::uint64_t{1} << 62, me);
  };
  EXPECT_GT(largest_move(without_limits, 2, 300), 1.0);
}

/// What a user's input to a round is, beside the degree.
struct inputs {
  std::int64_t columns = 0;
  std::vector<std::uint64_t> row;
  int128 pairs = 0;
  friend bool operator==(const inputs&, const inputs&) = default;
};

// The account takes it for granted: whoever has an edge in its input of any round has it alone.
TEST(SampledRoundsTest, AnEdgeIsInTheInputOfOneEndpoint) {
  const cast c = find_cast();
  std::mt19937_64 random(5);
  const sampled_pairs what = random_question(c, random);
  vector_parameters p = what.rows->parameters();
  p.total = nats(25.0);
  p.entries = nats(24.0);  // bits as they are, but for one in 10^10
  fill_codec(p, bitmap_spec{}, {});
  const column_row_round rows{
      c.roles, {"layout", std::make_shared<const vector_layout>(p, std::vector<std::int64_t>{})}};
  const auto inputs_of = [&](vertex_id u, const std::vector<vertex_id>& list) {
    const own_list me{u, sampled_users, list};
    inputs in;
    const auto owner = std::ranges::find(what.owners, u, &sampled_row::user);
    if (owner != what.owners.end()) {
      for (const vertex_id v : list) in.columns += c.roles.of(v) == sample_role::column ? 1 : 0;
      const coin_source coins = coin_source::simulated(9);
      in.row =
          own_row(rows, static_cast<std::uint64_t>(owner - what.owners.begin()), me, user_coins(coins, u));
    }
    if (c.roles.of(u) == sample_role::counter) in.pairs = weigh_own_pairs(what, std::uint64_t{1} << 60, me);
    return in;
  };
  int seen = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto u = static_cast<vertex_id>(random() % sampled_users),
               v = static_cast<vertex_id>(random() % sampled_users);
    if (u == v) continue;
    const auto changes = [&](vertex_id of, vertex_id other) {
      std::vector<vertex_id> with, without;
      for (vertex_id w = 0; w < sampled_users; ++w)
        if (w != of && (w == other || random() % 2 == 0)) {
          with.push_back(w);
          if (w != other) without.push_back(w);
        }
      return inputs_of(of, with) != inputs_of(of, without);
    };
    const int ends = static_cast<int>(changes(u, v)) + static_cast<int>(changes(v, u));
    EXPECT_LE(ends, 1) << u << ' ' << v;
    seen += ends;
  }
  EXPECT_GT(seen, 400);
}

/// docs/protocol.md, "A sample of rows".
TEST(SampledRoundsTest, ThePageHasTheseNumbers) {
  const sample_roles roles{{0x0123456789abcdef}, 1U << 30};
  std::vector<vertex_id> columns, candidates;
  for (vertex_id u = 0; u < 16; ++u) {
    if (roles.of(u) == sample_role::column) columns.push_back(u);
    if (roles.of(u) == sample_role::candidate) candidates.push_back(u);
  }
  EXPECT_EQ(columns, (std::vector<vertex_id>{3, 6, 8, 11, 12, 14}));
  EXPECT_EQ(candidates, (std::vector<vertex_id>{2, 5, 15}));
  test::rows_of_the_page page(
      "deb7de9af1d9a2a302042004020200808080808010000000a01f500000000002808080"
      "8080018080808008808080802400040604",
      "00030000008b96447bc7a647");
  const sampled_pairs what{roles, page.rows(), {{2, 0}, {5, 8}}};
  EXPECT_EQ(public_form<vector_release>::write(*what.rows), page.release);
  std::vector<vertex_id> others(15);
  std::iota(others.begin(), others.end(), vertex_id{1});
  const own_list me{0, 16, others};
  for (const auto& [limit, weight] :
       {std::pair{1U << 23, 3417582}, std::pair{1U << 24, 13670325}, std::pair{1U << 26, 54681296}})
    EXPECT_EQ(weigh_own_pairs(what, limit, me), weight) << limit;
}

/// A row that never came is noise that nobody has to weigh.
TEST(SampledRoundsTest, RowsThatNeverCameAreNotWeighed) {
  const cast c = find_cast();
  std::mt19937_64 random(8);
  sampled_pairs what = random_question(c, random);
  const std::vector<vertex_id> list = [&] {
    std::vector<vertex_id> all = c.columns;
    for (const sampled_row& owner : what.owners) all.push_back(owner.user);
    std::ranges::sort(all);
    return all;
  }();
  const own_list me{c.me, sampled_users, list};
  EXPECT_NE(weigh_own_pairs(what, std::uint64_t{1} << 50, me), 0);
  const vector_release& rows = *what.rows;
  what.rows.object = std::make_shared<const vector_release>(rows.layout(), rows.all_words(), std::string(),
                                                            std::vector<vertex_id>{0, 1, 2});
  EXPECT_EQ(weigh_own_pairs(what, std::uint64_t{1} << 50, me), 0);
}

TEST(SampledRoundsTest, QuestionsComeBackAsTheyWereAndOthersAreRefused) {
  const cast c = find_cast();
  std::mt19937_64 random(6);
  sampled_count_round round{nats(0.5), random_question(c, random)};
  public_objects published;
  published.add(std::make_shared<const vector_layout>(round.what.rows->layout()),
                public_form<vector_layout>::write(round.what.rows->layout()));
  round.what.rows =
      published.add(round.what.rows.object, public_form<vector_release>::write(*round.what.rows));
  byte_string said;
  round.write(said);
  const sampled_count_round again = sampled_count_round::read(said, published);
  EXPECT_EQ(again.what.owners, round.what.owners);
  EXPECT_EQ(again.what.roles, round.what.roles);
  EXPECT_EQ(again.budget, round.budget);
  for (std::size_t size = 0; size < said.size(); ++size)
    EXPECT_THROW(sampled_count_round::read(std::span(said).first(size), published), format_error) << size;
  const auto refused = [&](sampled_count_round bad) {
    byte_string bytes;
    bad.write(bytes);
    EXPECT_THROW(sampled_count_round::read(bytes, published), format_error);
  };
  sampled_count_round bad = round;
  bad.what.owners.pop_back();
  refused(bad);
  bad = round;
  bad.what.owners.back().user = c.columns.front();
  std::ranges::sort(bad.what.owners, {}, &sampled_row::user);
  refused(bad);
  bad = round;
  bad.what.owners[1] = bad.what.owners[0];
  refused(bad);
  bad = round;
  bad.what.roles.candidates = (1U << 31) + 1;
  refused(bad);
  bad.what.roles.candidates = 0;
  refused(bad);
  const std::vector<vertex_id> nobody;
  const coin_source coins = coin_source::simulated(1);
  const auto hear = [&](const auto& asked, vertex_id user, std::uint64_t limit, std::uint64_t users) {
    return answer(asked, own_list{user, users, nobody}, {published, limit, user_coins(coins, user)});
  };
  EXPECT_THROW(hear(round, c.me, 0, sampled_users), invalid_parameter);
  EXPECT_THROW(hear(round, c.columns[0], 5, sampled_users), invalid_parameter);
  EXPECT_THROW(hear(column_count_round{nats(1.0), {c.roles}}, c.me, 0, sampled_users), invalid_parameter);
  EXPECT_THROW(hear(round, c.me, 5, sampled_users + 1), format_error);
}

}  // namespace
}  // namespace edgeldp
