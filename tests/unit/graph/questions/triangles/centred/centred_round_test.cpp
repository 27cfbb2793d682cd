// SPDX-License-Identifier: MIT
// What one user says in a centred count, by enumeration: all lists over the users before it, on
// rows of several laws.
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/budgets.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

constexpr vertex_id row_users = 7, last_user = row_users - 1;  // `last_user` may have any of the six others

using test::nats;

/// Rows of random bits under random laws by rank, the order that of numbers.
public_ref<release> random_rows(std::mt19937_64& random, std::int64_t size_of_last,
                                std::vector<vertex_id> absent = {}) {
  const codec_spec codec = bitmap_spec{};
  const auto edges = [&] { return nats(0.05 + 0.01 * static_cast<double>(random() % 300)); };
  release_parameters p;
  p.users = row_users;
  p.key = {random()};
  p.order = user_order::id;
  p.chunk_rule = chunk_rule::released_size;
  p.simulated = true;
  p.total = nats(32.0);
  p.degree = p.size = p.count = nats(0.5);
  p.edges = edges();
  std::vector<std::int64_t> sizes(row_users, 2);
  sizes[last_user] = size_of_last;
  const row_numbers numbers{p.size, sizes, released_number::size};
  codec.fill(p, p.edges, numbers);
  for (std::uint32_t first = 1 + random() % 2; first < row_users;
       first += 1 + static_cast<std::uint32_t>(random() % 3)) {
    rank_class& c = p.later.emplace_back();
    c.first = first;
    c.rows.key = p.key;
    c.size = c.count = nats(0.5);
    c.edges = edges();
    codec.fill(c.rows, c.edges, numbers);
  }
  release_layout layout(p, std::vector<std::int64_t>(row_users), sizes);
  std::vector<std::uint64_t> words(layout.word_offset(row_users));
  for (vertex_id u = 1; u < row_users; ++u) words[layout.word_offset(u)] = random() % (1U << u);
  return {"rows", std::make_shared<const release>(std::move(layout), std::move(words), std::move(absent))};
}

centred_rule random_rule(std::mt19937_64& random) {
  centred_rule rule;
  rule.theta = static_cast<std::uint32_t>(random() % (weight_units + 1));
  rule.limits.push_back({0, weight_units / 4 + random() % (3 * std::uint64_t{weight_units}),
                         static_cast<std::int64_t>(random() % 5) - 2});
  rule.limits.push_back(
      {1 + static_cast<std::uint32_t>(random() % last_user), random() % (2 * weight_units), 0});
  return rule;
}

/// What a mechanism says of a list before noise.
using centred_statistic = std::function<int128(const centred_pairs<release>&, std::span<const vertex_id>)>;

int128 as_it_is(const centred_pairs<release>& what, std::span<const vertex_id> list) {
  const own_list me{last_user, row_users, list};
  return weigh_own_pairs(what, limit_of(what.rows->layout(), what.rule, last_user), me);
}

/// The most that one neighbour moves a statistic over many rows and rules, relative to the limit.
double largest_move(const centred_statistic& say, std::uint64_t seed, int draws,
                    const std::vector<vertex_id>& absent = {}) {
  std::mt19937_64 random(seed);
  double most = 0.0;
  for (int draw = 0; draw < draws; ++draw) {
    const public_ref<release> rows = random_rows(random, 2 + static_cast<std::int64_t>(random() % 4), absent);
    const centred_pairs<release> what{random_rule(random), rows};
    const std::uint64_t limit = limit_of(rows->layout(), what.rule, last_user);
    if (limit == 0) continue;
    std::vector<int128> said(1U << last_user);
    for (unsigned list = 0; list < said.size(); ++list)
      said[list] = say(what, test::members_of<vertex_id>(list));
    for (unsigned list = 0; list < said.size(); ++list)
      for (vertex_id v = 0; v < last_user; ++v) {
        const int128 moved = said[list] - said[list | 1U << v];
        most = std::max(most, static_cast<double>(moved < 0 ? -moved : moved) / static_cast<double>(limit));
      }
  }
  return most;
}

TEST(CentredRoundTest, OneNeighborMovesAMessageByItsLimitAtMostAndThatIsReached) {
  EXPECT_EQ(largest_move(as_it_is, 1, 400), 1.0);
}

TEST(CentredRoundTest, NeitherDoesANeighborWhoIsAbsentOrPairsWithOne) {
  EXPECT_EQ(largest_move(as_it_is, 8, 400, {1, 4}), 1.0);
  EXPECT_EQ(largest_move(as_it_is, 9, 400, {0, 1, 2, 3, 4, 5}), 1.0);
}

/// Limits that follow the true number of neighbours instead of the released one.
TEST(CentredRoundTest, LimitsOfTrueSizesAreFound) {
  const centred_statistic twin = [](const centred_pairs<release>& what, std::span<const vertex_id> list) {
    const std::uint64_t each = what.rule.limits.front().each;
    const std::uint64_t limit = each * (list.empty() ? 0 : list.size() - 1);
    const own_list me{last_user, row_users, list};
    return weigh_own_pairs(what, limit, me);
  };
  EXPECT_GT(largest_move(twin, 2, 100), 1.0);
}

/// Calls accept(later, earlier, weight) for the pairs of a list, in any order of the list's own.
template <class F>
void for_each_weight(const centred_pairs<release>& what, std::span<const vertex_id> list, F&& accept) {
  const release& rows = *what.rows;
  const std::vector<bit_weights> weights = weights_of(rows.layout().codecs(), what.rule.theta);
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const vertex_id later = std::max(list[i], list[k]), earlier = std::min(list[i], list[k]);
      const auto& [zero, one] = weights[rows.layout().class_of(later)];
      accept(i, k, rows.edge(later, earlier) ? one : zero);
    }
}

int128 greedy(const centred_pairs<release>& what, std::span<const vertex_id> list) {
  const auto limit = static_cast<std::int64_t>(limit_of(what.rows->layout(), what.rule, last_user));
  std::vector<std::array<std::int64_t, 2>> used(list.size());
  std::int64_t sum = 0;
  for_each_weight(what, list, [&](std::size_t i, std::size_t k, std::int64_t w) {
    const std::size_t sign = w > 0 ? 1 : 0;
    const std::int64_t amount = std::min(std::abs(w), limit - std::max(used[i][sign], used[k][sign]));
    used[i][sign] += amount;
    used[k][sign] += amount;
    sum += w > 0 ? amount : -amount;
  });
  return sum;
}

TEST(CentredRoundTest, AnOrderOfTheListsOwnIsFound) {
  const auto reordered = [](const centred_pairs<release>& what, std::span<const vertex_id> list) {
    std::vector<vertex_id> own(list.begin(), list.end());
    if (own.size() % 2 == 1) std::ranges::reverse(own);
    return greedy(what, own);
  };
  EXPECT_EQ(largest_move(greedy, 3, 100), largest_move(as_it_is, 3, 100)) << "in the public order";
  EXPECT_GT(largest_move(reordered, 3, 400), 1.0);
}

/// One room for both signs, so that weight of one makes room for the other.
TEST(CentredRoundTest, SignedRoomsAreFound) {
  const centred_statistic twin = [](const centred_pairs<release>& what, std::span<const vertex_id> list) {
    const auto limit = static_cast<std::int64_t>(limit_of(what.rows->layout(), what.rule, last_user));
    std::vector<std::int64_t> net(list.size());
    std::int64_t sum = 0;
    for_each_weight(what, list, [&](std::size_t i, std::size_t k, std::int64_t w) {
      const std::int64_t low = std::max({-limit - net[i], -limit - net[k]});
      const std::int64_t high = std::min({limit - net[i], limit - net[k]});
      const std::int64_t amount =
          std::clamp(w, std::min(low, std::int64_t{0}), std::max(high, std::int64_t{0}));
      net[i] += amount;
      net[k] += amount;
      sum += amount;
    });
    return int128{sum};
  };
  EXPECT_GT(largest_move(twin, 4, 600), 1.0);
}

TEST(CentredRoundTest, WithoutLimitsPairsCountByTheirWeights) {
  std::mt19937_64 random(5);
  const public_ref<release> rows = random_rows(random, 6);
  centred_pairs<release> what{{}, rows};
  what.rule = {weight_units / 3, {{0, std::uint64_t{1} << 40, 0}}};
  const std::vector<vertex_id> list = test::members_of<vertex_id>(0b110111);
  int128 sum = 0;
  for_each_weight(what, list, [&](std::size_t, std::size_t, std::int64_t w) { sum += w; });
  EXPECT_EQ(as_it_is(what, list), sum);
}

/// A neighbour whose row is absent closes no triangle, whatever the bits of others say of it.
TEST(CentredRoundTest, PairsWithSomebodyAbsentWeighMinusTheta) {
  std::mt19937_64 random(5);
  const std::vector<vertex_id> absent = {1, 4};
  const public_ref<release> rows = random_rows(random, 6, absent);
  centred_pairs<release> what{{}, rows};
  what.rule = {weight_units / 3, {{0, std::uint64_t{1} << 40, 0}}};
  const std::vector<vertex_id> list = test::members_of<vertex_id>(0b110111);
  const auto is_absent = [&](vertex_id v) { return v == 1 || v == 4; };
  int128 sum = 0;
  for_each_weight(what, list, [&](std::size_t i, std::size_t k, std::int64_t w) {
    sum += is_absent(list[i]) || is_absent(list[k]) ? -std::int64_t{what.rule.theta} : w;
  });
  EXPECT_EQ(as_it_is(what, list), sum);
}

TEST(CentredRoundTest, WeightsAreUnbiasedToTwoToTheMinus21) {
  for (const double e : {0.02, 0.3, 1.0, 4.0})
    for (const codec_spec& codec : {codec_spec(bitmap_spec{}), codec_spec(nullspace_spec{})})
      for (const std::uint32_t theta : {0U, 314159U, weight_units}) {
        const bit_law law = codec.law(nats(e));
        const auto& [zero, one] = weights_of(law, theta);
        const auto mean = [&](double chance) {
          return chance * static_cast<double>(one) + (1.0 - chance) * static_cast<double>(zero) + theta;
        };
        EXPECT_NEAR(mean(law.p0) / weight_units, 0.0, 0x1p-21);
        EXPECT_NEAR(mean(law.p1) / weight_units, 1.0, 0x1p-21);
        EXPECT_LE(zero, 0);
        EXPECT_GE(one, 0);
      }
}

/// E[(S^2 - S - v) / 2] over the law of the noise is s (s - 1) / 2, also where S is negative; sizes
/// that are cut at 0 or a theta that follows S are not centred.
TEST(CentredRoundTest, PairsOfReleasedSizesAreUnbiasedAndTwinsAreNot) {
  for (const double e : {0.14, 0.5, 2.0}) {
    const double decay = std::exp(-e), at_0 = (1.0 - decay) / (1.0 + decay);
    const inverse_filter filter(nats(e));
    const auto pairs = [](double s) { return 0.5 * s * (s - 1.0); };
    for (const int truth : {0, 1, 6, 40}) {
      double mean = 0.0, cut = 0.0, by_size = 0.0, theta = 0.0;
      for (int noise = -400; noise <= 400; ++noise) {
        const double chance = at_0 * std::pow(decay, std::abs(noise)), s = truth + noise;
        const double own_theta = s < 10.0 ? 0.2 : 0.4;
        mean += chance * filter.estimate(s, pairs);
        cut += chance * filter.estimate(std::max(0.0, s), pairs);
        by_size += chance * own_theta * filter.estimate(s, pairs);
        theta += chance * own_theta;
      }
      EXPECT_NEAR(mean, pairs(truth), 1e-6 * (1.0 + pairs(truth))) << e;
      if (truth != 6 || e > 1.0) continue;
      EXPECT_GT(std::abs(cut - pairs(truth)), 0.1) << e;
      EXPECT_GT(std::abs(by_size - theta * pairs(truth)), 0.3) << e;
    }
  }
}

TEST(CentredRoundTest, RulesAreCheckedAndComeBackFromTheirBytes) {
  std::mt19937_64 random(6);
  const public_ref<release> rows = random_rows(random, 4);
  const release_layout& layout = rows->layout();
  const auto refuses = [&](const centred_rule& rule) {
    EXPECT_THROW(limit_of(layout, rule, last_user), invalid_parameter);
    EXPECT_THROW(centred_limits(layout, rule), invalid_parameter);
  };
  refuses({0, {}});
  refuses({0, {{1, 5, 0}}});
  refuses({0, {{0, 5, 0}, {0, 5, 0}}});
  refuses({weight_units + 1, {{0, 5, 0}}});
  refuses({0, {{0, (std::uint64_t{1} << 40) + 1, 0}}});
  refuses({0, {{0, 5, (std::int64_t{1} << 48) + 1}}});
  EXPECT_EQ(limit_of(layout, {0, {{0, 5, 0}}}, last_user), 15U) << "three others";
  EXPECT_EQ(limit_of(layout, {0, {{0, 5, 100}}}, last_user), 25U) << "no more than precede it";
  EXPECT_EQ(limit_of(layout, {0, {{0, 5, -3}}}, last_user), 0U);
  EXPECT_EQ(limit_of(layout, {0, {{0, 5, 100}}}, 1), 0U) << "nobody to pair with";
  const centred_rule rule = random_rule(random);
  byte_string bytes;
  canonical_writer to(bytes);
  rule.write(to);
  canonical_reader from(bytes);
  EXPECT_EQ(centred_rule::read(from), rule);
}

TEST(CentredRoundTest, NobodyAnswersWhoHasNothingToSay) {
  std::mt19937_64 random(7);
  const public_ref<release> rows = random_rows(random, 4);
  const std::vector<vertex_id> list = test::members_of<vertex_id>(0b111);
  const own_list me{last_user, row_users, list};
  const coin_source coins = coin_source::simulated(1);
  const user_coins own(coins, last_user);
  const centred_rule rule{0, {{0, weight_units, 0}}};
  const public_objects published;
  const count_call asked{published, 0, own};
  EXPECT_NO_THROW(answer(centred_round{nats(0.5), {rule, rows}}, me, asked));
  EXPECT_THROW(answer(centred_round{nats(0.5), {{0, {{0, 0, 0}}}, rows}}, me, asked), invalid_parameter);
  EXPECT_THROW(answer(centred_round{rank_budgets({{0, nats(0.5)}, {3, epsilon()}}), {rule, rows}}, me, asked),
               invalid_parameter);
  const own_list of_others{last_user, row_users + 1, list};
  EXPECT_THROW(answer(centred_round{nats(0.5), {rule, rows}}, of_others, asked), format_error);
}

/// Whether it knows somebody whom an announcement lacks, or not, a user refuses alike.
TEST(CentredRoundTest, ARefusalTellsNothingOfTheList) {
  const byte_string order =
      public_order::write(user_order::id, {3}, std::vector<std::int64_t>(row_users - 2));
  byte_string said;
  canonical_writer(said).budgets(nats(0.5)).text(name_of(order));
  const coin_source coins = coin_source::simulated(1);
  for (const std::vector<vertex_id>& list : {std::vector<vertex_id>{0, 1}, {0, last_user - 1}, {}})
    for (const bool knows_itself : {true, false}) {
      std::vector<vertex_id> known = list;
      if (knows_itself) known.push_back(last_user);
      public_objects published(known);
      published.receive(name_of(order), order);
      const user_call asked{size_round::asks, said, published};
      const own_list me{knows_itself ? last_user : vertex_id{2}, row_users, list};
      EXPECT_THROW(answer_call(private_tasks_on_excerpts(), asked, me, user_coins(coins, me.user)),
                   format_error);
      EXPECT_THROW(answer_call(private_tasks(), asked, me, user_coins(coins, me.user)), format_error);
    }
}

/// What a user says of an announcement, or why it says nothing.
std::string words_on(const user_call& asked, const own_list& me) {
  try {
    answer_call(private_tasks_on_excerpts(), asked, me, user_coins(coin_source::simulated(1), me.user));
    return "an answer";
  } catch (const format_error& fault) {
    return fault.what();
  } catch (const invalid_parameter& fault) {
    return fault.what();
  }
}

/// A collector that announces an order or rows of fewer users, or of more, gets the same words from
/// each of nine users for each of its lists.
TEST(CentredRoundTest, TheWordsOfARefusalTellNothingOfTheList) {
  constexpr vertex_id users = 9;
  std::mt19937_64 random(11);
  const public_ref<release> rows = random_rows(random, 4);  // of seven
  public_objects there;
  const auto of_seven =
      there.add(rows->layout().order(), public_form<public_order>::write(*rows->layout().order()));
  const byte_string layout = public_form<release_layout>::write_under(of_seven.name, rows->layout());
  std::vector<std::pair<std::string, byte_string>> objects{
      {of_seven.name, public_form<public_order>::write(*rows->layout().order())}, {name_of(layout), layout}};
  struct question {
    std::string_view asks;
    byte_string said;
  };
  std::vector<question> questions(1, {row_round::asks, {}});
  canonical_writer(questions[0].said).text(name_of(layout));
  for (const std::size_t others : {1U, 2U, 6U, 8U, 12U}) {
    const byte_string order = public_order::write(user_order::id, {3}, std::vector<std::int64_t>(others));
    objects.emplace_back(name_of(order), order);
    canonical_writer(questions.emplace_back(size_round::asks, byte_string{}).said)
        .budgets(nats(0.5))
        .text(name_of(order));
  }
  for (const question& q : questions)
    for (vertex_id user = 0; user < users; ++user) {
      std::set<std::string> words;
      for (std::uint32_t list = 0; list < 1U << users; ++list) {
        if ((list >> user & 1U) != 0) continue;
        const std::vector<vertex_id> mine = test::members_of<vertex_id>(list);
        std::vector<vertex_id> known = mine;
        known.push_back(user);
        public_objects published(known, users);
        for (const auto& [name, form] : objects) published.receive(name, form);
        words.insert(words_on({q.asks, q.said, published}, {user, users, mine}));
      }
      EXPECT_EQ(words.size(), 1U) << q.asks << ", user " << user;
      EXPECT_NE(words.begin()->find("there are 9"), std::string::npos) << *words.begin();
    }
}

}  // namespace
}  // namespace edgeldp
