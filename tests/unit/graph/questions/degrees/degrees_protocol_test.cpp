// SPDX-License-Identifier: MIT
// Degrees and stars without a graph: over objects that hold one user each, and over a collector
// that starts again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "edgeldp/rivals/tasks/rival_tasks_user.hpp"
#include "support/baselines_user_by_user.hpp"
#include "support/choices.hpp"
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

byte_string said_by(const own_list& me, epsilon announced, std::uint64_t seed) {
  return test::said_to(degree_round{announced}, public_objects(), me, seed);
}

/// Whoever chose a part is, to the bit, one who was asked at that part of the budget: so its noise
/// has the law of that, which core/doc/privacy.md proves and DiscreteLaplaceLawTest holds to its
/// probabilities.
TEST(ChosenPartsOfDegreesTest, EachAddsTheNoiseOfItsOwnPart) {
  const std::vector<vertex_id> list{1, 2, 5};
  const epsilon budget = epsilon::from_nats(0.3);
  std::uint64_t unlike = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const chosen_part part : all_parts) {
      const own_list me{0, 6, list, part}, one_who_spends_all{0, 6, list};
      EXPECT_EQ(said_by(me, budget, seed), said_by(one_who_spends_all, part_of(budget, part), seed));
      unlike += said_by(me, budget, seed) == said_by(one_who_spends_all, budget, seed) ? 0 : 1;
    }
  EXPECT_GT(unlike, 100U) << "a client that spends all whatever it chose is another one";
  const public_objects nothing;
  byte_string said;
  degree_round{budget}.write(said);
  const auto price = [&](const own_list& me) {
    return task_for(private_tasks(), degree_round::asks).price({degree_round::asks, said, nothing}, me);
  };
  EXPECT_EQ(price({0, 6, list, chosen_part::quarter}), part_of(budget, chosen_part::quarter));
  EXPECT_EQ(price({0, 6, {}, chosen_part::quarter}), price({0, 6, list, chosen_part::quarter}))
      << "whatever its list";
}

/// Pr[x] of discrete Laplace noise at this budget.
long double law(std::int64_t x, epsilon budget) {
  const long double a = std::exp(-static_cast<long double>(budget.nats()));
  return (1 - a) / (1 + a) * std::pow(a, static_cast<long double>(std::abs(x)));
}

/// The largest ratio, in both directions, between what is said with and without a contact.
long double loss_of(epsilon budget) {
  long double largest = 0;
  for (std::int64_t said = -200; said <= 200; ++said)
    for (const std::int64_t degree : {0, 1, 5}) {
      const long double with = law(said - degree - 1, budget), without = law(said - degree, budget);
      largest = std::max({largest, std::log(with / without), std::log(without / with)});
    }
  return largest;
}

TEST(ChosenPartsOfDegreesTest, LoseTheChosenPartExactly) {
  const epsilon total = epsilon::from_nats(1.0);
  for (const chosen_part part : all_parts)
    EXPECT_NEAR(static_cast<double>(loss_of(part_of(total, part))), part_of(total, part).nats(), 1e-12);
  EXPECT_GT(loss_of(total), static_cast<long double>(part_of(total, chosen_part::half).nats()) + 0.4L)
      << "the twin that adds the noise of all where half was chosen is caught";
}

TEST(ChosenPartsOfDegreesTest, AreChargedAsTheyWereChosen) {
  const epsilon total = epsilon::from_nats(1.0);
  const degree_result r = test::play_choices(test::star_graph(9), test::parts_by_turns(10), total, 3,
                                             [&](session& s) { return release_all_degrees(s, total); });
  EXPECT_EQ(r.run.rounds.size(), 1U) << "everybody is asked at once";
  EXPECT_EQ(r.run.rounds[0].asked, 10U);
  for (vertex_id u = 0; u < 10; ++u)
    EXPECT_EQ(r.run.spent.of(u).spent(), part_of(total, all_parts[u % all_parts.size()]));
  EXPECT_EQ(r.run.spent.edge_ldp(), total);
  EXPECT_EQ(r.run.spent.relationship_dp(), epsilon::from_nats(2.0));
  EXPECT_EQ(r.degrees.chosen, test::parts_by_turns(10));
  EXPECT_EQ(r.lies.clamped.size(), 0U);
}

/// What was released tells of itself what it is good for.
TEST(ChosenPartsOfDegreesTest, ErrorsAreThoseOfEachOnesOwnLaw) {
  const epsilon total = epsilon::from_nats(1.0);
  const released_degrees mixed{
      {4, 9, 2, 5}, total, {1}, chosen_parts({all_parts[0], all_parts[1], all_parts[1], all_parts[2]})};
  const auto error_at = [&](chosen_part part) {
    return estimate_degree_sequence({{1}, part_of(total, part)}).standard_errors[0];
  };
  const sequence_estimate all = estimate_degree_sequence(mixed);
  EXPECT_EQ(all.standard_errors[0], error_at(chosen_part::whole));
  EXPECT_TRUE(std::isinf(all.standard_errors[1])) << "who is absent";
  EXPECT_EQ(all.standard_errors[2], error_at(chosen_part::half));
  EXPECT_EQ(all.standard_errors[3], error_at(chosen_part::quarter));
  double variance = 0.0;
  for (const std::size_t u : {0U, 2U, 3U}) variance += all.standard_errors[u] * all.standard_errors[u];
  EXPECT_DOUBLE_EQ(estimate_edges(mixed).standard_error, 0.5 * std::sqrt(variance));
  EXPECT_EQ(estimate_edges(mixed).value, 5.5) << "nobody counts less";
  // Stars are sums over users: those of the groups add up.
  double stars = 0.0, of_stars = 0.0;
  for (const released_degrees& group : {released_degrees{{4}, total},
                                        {{2}, part_of(total, chosen_part::half)},
                                        {{5}, part_of(total, chosen_part::quarter)}}) {
    stars += estimate_stars(group, 2).value;
    of_stars += std::pow(estimate_stars(group, 2).standard_error, 2);
  }
  EXPECT_DOUBLE_EQ(estimate_stars(mixed, 2).value, stars);
  EXPECT_DOUBLE_EQ(estimate_stars(mixed, 2).standard_error, std::sqrt(of_stars));
  EXPECT_EQ(estimate_sorted_degrees(mixed).size(), 3U);
  EXPECT_EQ(influence_of(mixed).edges,
            influence_of({{4, 9, 2, 5}, part_of(total, chosen_part::quarter), {1}}).edges)
      << "a liar may be of the widest noise";
}

TEST(ChosenPartsOfDegreesTest, WhereAllChooseAlikeTheNumbersAreThoseOfThatBudget) {
  const epsilon total = epsilon::from_nats(2.0), of_half = epsilon::from_nats(1.0);
  const csr_graph graph = generate_affiliation(50, 400, 5);
  const released_degrees halves =
      test::play_choices(graph, chosen_parts(std::vector<chosen_part>(50, chosen_part::half)), total, 7,
                         [&](session& s) { return release_all_degrees(s, total); })
          .degrees;
  const released_degrees all = release_all_degrees(graph, of_half, coin_source::simulated(7)).degrees;
  EXPECT_TRUE(std::ranges::equal(halves.values, all.values));
  EXPECT_EQ(estimate_edges(halves).standard_error, estimate_edges(all).standard_error);
  EXPECT_EQ(estimate_stars(halves, 2).value, estimate_stars(all, 2).value);
  EXPECT_EQ(estimate_sorted_degrees(halves), estimate_sorted_degrees(all));
  EXPECT_EQ(estimate_max_degree(halves).half_width(), estimate_max_degree(all).half_width());
  EXPECT_EQ(predict_relative_half_width(halves, 2, epsilon::from_nats(4.0)),
            predict_relative_half_width(all, 2, epsilon::from_nats(2.0)));
}

/// Numbers that nobody sends are cut by the law of whoever sent them.
TEST(ChosenPartsOfDegreesTest, WhatIsPlausibleFollowsFromTheOwnPart) {
  const epsilon total = epsilon::from_nats(1.0);
  const chosen_parts chosen({chosen_part::whole, chosen_part::quarter});
  std::vector<std::int64_t> released{1 << 20, 1 << 20};
  plausibility_check check(true);
  check.clamp_degrees(total, released, chosen);
  EXPECT_EQ(released[0], 1 + plausible_noise(1, total).margin());
  EXPECT_EQ(released[1], 1 + plausible_noise(1, part_of(total, chosen_part::quarter)).margin());
  EXPECT_EQ(check.found().clamped.size(), 2U);
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
