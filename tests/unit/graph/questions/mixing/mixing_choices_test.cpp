// SPDX-License-Identifier: MIT
// Mixing where each person chooses what it spends: what it adds and pays, and over many seeds bias,
// predicted variance and intervals where choices follow from degrees. Seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/questions/mixing/exact.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "support/choices.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

mixing_result mix_choices(const csr_graph& g, const chosen_parts& chosen, const mixing_options& options,
                          std::uint64_t seed) {
  return test::play_choices(g, chosen, options.total, seed,
                            [&](session& s) { return estimate_mixing(s, options); });
}

/// Whoever chose a part is, to the bit, one who was asked at that part of the budget, in each round
/// about public numbers: of sensitivity 1, and of more.
TEST(ChosenPartsOfMixingTest, EachAddsTheNoiseOfItsOwnPart) {
  const std::vector<vertex_id> list{1, 2, 5};
  const epsilon budget = epsilon::from_nats(0.3);
  public_objects published;
  const auto values =
      published.add(std::make_shared<const public_values>(1, std::vector<std::int64_t>{0, 1, 0, 7, 1, 2}),
                    public_form<public_values>::write({1, {0, 1, 0, 7, 1, 2}}));
  std::uint64_t unlike = 0;
  const auto compare = [&](const auto& round_at) {
    for (std::uint64_t seed = 0; seed < 50; ++seed)
      for (const chosen_part part : all_parts) {
        const own_list me{0, 6, list, part}, one_who_spends_all{0, 6, list};
        const byte_string said = test::said_to(round_at(budget), published, me, seed);
        EXPECT_EQ(said, test::said_to(round_at(part_of(budget, part)), published, one_who_spends_all, seed));
        unlike += said == test::said_to(round_at(budget), published, one_who_spends_all, seed) ? 0 : 1;
      }
  };
  compare([&](epsilon e) { return group_round{e, {values, 3, 0}}; });
  compare([&](epsilon e) { return sum_round{e, {values, 1}}; });
  compare([&](epsilon e) { return h_index_round{e, {values, 2}}; });
  EXPECT_GT(unlike, 150U) << "a client that spends all whatever it chose is another one";
}

/// Pr[x] of discrete Laplace noise of this sensitivity.
long double noise_law(std::int64_t x, epsilon budget, std::int64_t sensitivity) {
  const long double a =
      std::exp(-static_cast<long double>(budget.nats()) / static_cast<long double>(sensitivity));
  return (1 - a) / (1 + a) * std::pow(a, static_cast<long double>(std::abs(x)));
}

/// The largest ratio, in both directions, between what is said of a sum with and without one
/// contact, whose public number is up to `reach`.
long double loss_of_sums(epsilon budget, std::int64_t reach, std::int64_t sensitivity) {
  long double largest = 0;
  for (std::int64_t said = -60; said <= 60; ++said)
    for (const std::int64_t sum : {-9, 0, 4})
      for (std::int64_t contact = -reach; contact <= reach; ++contact) {
        const long double with = noise_law(said - sum - contact, budget, sensitivity),
                          without = noise_law(said - sum, budget, sensitivity);
        largest = std::max({largest, std::log(with / without), std::log(without / with)});
      }
  return largest;
}

/// A person of a part adds the noise of one who was asked at it (the test before): so a contact
/// loses that, of counts by group, where it moves one of them by 1, and of sums.
TEST(ChosenPartsOfMixingTest, LoseTheChosenPartExactly) {
  const epsilon budget = epsilon::from_nats(0.7);
  for (const std::int64_t reach : {1, 7})
    for (const chosen_part part : all_parts) {
      const epsilon own = part_of(budget, part);
      EXPECT_NEAR(static_cast<double>(loss_of_sums(own, reach, reach)), own.nats(), 1e-12);
    }
  const auto quarter = static_cast<long double>(part_of(budget, chosen_part::quarter).nats());
  EXPECT_GT(loss_of_sums(budget, 7, 7), quarter + 0.5L) << "the twin that adds the noise of all";
  EXPECT_GT(loss_of_sums(part_of(budget, chosen_part::quarter), 7, 2), quarter + 0.4L)
      << "the twin that scales a sum's sensitivity by the part as well";
}

TEST(ChosenPartsOfMixingTest, AreChargedAsTheyWereChosen) {
  const epsilon total = epsilon::from_nats(2.0);
  const csr_graph g = generate_affiliation(60, 300, 1);
  const chosen_parts chosen = test::parts_by_turns(60);
  const mixing_result r = mix_choices(g, chosen, {total}, 3);
  ASSERT_EQ(r.run.rounds.size(), 3U);
  for (const auto& round : r.run.rounds) EXPECT_EQ(round.asked, 60U) << "everybody is asked at once";
  for (vertex_id u = 0; u < 60; ++u) {
    const epsilon most = part_of(total, chosen.of(u));
    EXPECT_LE(r.run.spent.of(u).spent(), most);
    EXPECT_NEAR(r.run.spent.of(u).spent().nats(), most.nats(), 1e-8);
  }
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 4.0, 1e-8);
  EXPECT_EQ(r.degrees->chosen, chosen);
  EXPECT_TRUE(r.lies.clamped.empty());
}

/// Numbers that nobody sends are cut by the law of whoever sent them.
TEST(ChosenPartsOfMixingTest, WhatIsPlausibleFollowsFromTheOwnPart) {
  const epsilon budget = epsilon::from_nats(1.0), quarter = part_of(budget, chosen_part::quarter);
  std::vector<std::int64_t> sums{1 << 20, 1 << 20, 1 << 20};
  plausibility_check check(true);
  check.clamp_each(
      roster::everybody(3), budget,
      chosen_parts({chosen_part::whole, chosen_part::quarter, chosen_part::whole}),
      [](epsilon own) { return std::vector{plausible_number(0, 5, 3, own)}; }, sums);
  EXPECT_EQ(sums[0], 5 + plausible_noise(3, budget).margin());
  EXPECT_EQ(sums[1], 5 + plausible_noise(3, quarter).margin());
  EXPECT_EQ(sums[2], sums[0]);
  EXPECT_EQ(check.found().clamped.size(), 3U);
}

/// Numbers, and errors but for how doubles are rounded.
TEST(ChosenPartsOfMixingTest, WhereAllChooseAlikeTheNumbersAreThoseOfThatBudget) {
  const csr_graph g = generate_affiliation(60, 300, 3);
  const epsilon twice = epsilon::from_units(8'000'000'000), once = epsilon::from_units(4'000'000'000);
  const mixing_result halves =
      mix_choices(g, chosen_parts(std::vector<chosen_part>(60, chosen_part::half)), {twice}, 7);
  const mixing_result all = estimate_mixing(g, {once}, release_key{1}, coin_source::simulated(7));
  EXPECT_EQ(halves.answers.counts, all.answers.counts);
  EXPECT_EQ(halves.answers.sums, all.answers.sums);
  const auto same = [](const estimate& a, const estimate& b) {
    EXPECT_NEAR(a.value, b.value, 1e-9 * std::abs(b.value));
    if (std::isinf(b.standard_error)) return;
    EXPECT_NEAR(a.standard_error, b.standard_error, 1e-9 * b.standard_error);
  };
  same(halves.by_degree->walks, all.by_degree->walks);
  same(halves.by_degree->assortativity, all.by_degree->assortativity);
  same(halves.edges.within(), all.edges.within());
  for (std::size_t a = 0; a < 12; ++a)
    same(halves.by_degree->contact_degrees[a], all.by_degree->contact_degrees[a]);
}

/// Errors of one number over many seeds, against what each run predicted.
struct judged_number {
  double sum = 0.0, squares = 0.0, predicted = 0.0;
  int runs = 0, covered = 0;
  void add(const estimate& e, double truth) {
    if (std::isinf(e.standard_error)) return;
    ++runs;
    const double error = e.value - e.bias - truth;
    sum += error;
    squares += error * error;
    predicted += e.standard_error * e.standard_error;
    covered += e.low() <= truth && truth <= e.high() ? 1 : 0;
  }
  double mean_z() const { return sum / std::sqrt(squares); }
  double variance() const { return squares / predicted; }
  double coverage() const { return static_cast<double>(covered) / runs; }
};

/// Over 300 runs. A mean is beyond 5.2 standard errors with 2e-7, coverage below 0.88 of 0.95 with
/// 1e-6; variances of near normal errors beyond 1.45 or below 0.65 times what was predicted with
/// 1e-6, where the prediction holds.
void expect_unbiased(const judged_number& of, double least_variance, const char* what) {
  EXPECT_LE(std::abs(of.mean_z()), 5.2) << what;
  EXPECT_LE(of.variance(), 1.45) << what;
  EXPECT_GE(of.variance(), least_variance) << what;
  EXPECT_GE(of.coverage(), 0.88) << what;
}

/// The broken twin counts people within a group by the inverse of their noise, which errs less
/// where choices are by chance.
double ends_by_weight(const mixing_result& r, const chosen_parts& chosen, std::size_t from, std::size_t to) {
  const std::size_t groups = r.groups.names.size();
  double sum = 0.0, weights = 0.0, members = 0.0;
  for (std::size_t u = 0; u < r.groups.of.size(); ++u) {
    if (r.groups.of[u] != from) continue;
    const double weight = std::pow(0.25, static_cast<double>(chosen.of(static_cast<vertex_id>(u))));
    sum += weight * static_cast<double>(r.answers.counts[u * groups + to]);
    weights += weight;
    members += 1.0;
  }
  return members * sum / weights;
}

TEST(ChosenPartsOfMixingTest, WhoeverChoosesWhatNumbersStayUnbiasedAndIntervalsHold) {
  const csr_graph g = generate_holme_kim(400, 8, 0.5, 5);
  const chosen_parts chosen = test::parts_by_degree(exact::degree_sequence(g));
  const auto walked = static_cast<double>(exact::count_walks(g));
  std::vector<double> degrees;
  for (vertex_id u = 0; u < 400; ++u) degrees.push_back(static_cast<double>(g.degree(u)));
  const double together = exact::measure_numeric_mixing(g, degrees).assortativity.value();
  judged_number walks, within, between, correlation, twin;
  std::vector<judged_number> contacts(12);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const mixing_result r = mix_choices(g, chosen, {epsilon::from_nats(4.0)}, 9000 + seed);
    const user_attribute groups{"group", r.groups.names, r.groups.of};
    const exact::mixing truth = exact::measure_mixing(g, groups);
    const std::vector<count_type> edges = exact::count_edges_between(g, groups);
    walks.add(r.by_degree->walks, walked);
    within.add(r.edges.within(), static_cast<double>(truth.within));
    between.add(r.edges.edges_between(2, 5), static_cast<double>(edges[2 * 12 + 5]));
    correlation.add(r.by_degree->assortativity, together);
    const std::vector<std::optional<double>> means = exact::contact_degrees(g, r.groups.of, 12);
    for (std::size_t a = 0; a < 12; ++a)
      if (means[a]) contacts[a].add(r.by_degree->contact_degrees[a], *means[a]);
    double all = 0.0;
    for (std::size_t a = 0; a < 12; ++a) all += ends_by_weight(r, chosen, a, a);
    estimate weighted = r.edges.within();
    weighted.value = 0.5 * all;
    twin.add(weighted, static_cast<double>(truth.within));
  }
  expect_unbiased(walks, 0.65, "walks");
  expect_unbiased(within, 0.65, "edges within classes");
  expect_unbiased(between, 0.65, "edges between two classes");
  EXPECT_GE(correlation.coverage(), 0.88);
  for (std::size_t a = 0; a < 12; ++a)
    EXPECT_GE(contacts[a].coverage(), 0.88) << "degree of contacts, class " << a;
  EXPECT_GT(std::abs(twin.mean_z()), 10.0) << "who has many contacts must not count less";
}

/// A fifth of all people are lost behind their degrees: intervals of 95% hold in fewer than 87% of
/// 200 runs with less than 1e-6.
TEST(ChosenPartsOfMixingTest, WhatIsLostLeavesIntervalsHonest) {
  const csr_graph g = generate_holme_kim(400, 8, 0.5, 5);
  const chosen_parts chosen = test::parts_by_degree(exact::degree_sequence(g));
  const epsilon total = epsilon::from_nats(4.0);
  judged_number within, walks;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const test::losses lost = test::lose_at_random(test::nobody_lost(400), 0.2, 1, seed);
    const mixing_result r = test::play_choices_with_losses(
        g, chosen, lost, total, seed, [&](session& s) { return estimate_mixing(s, {total}); });
    const exact::mixing truth =
        exact::measure_mixing(g, user_attribute{"group", r.groups.names, r.groups.of});
    within.add(r.edges.within(), static_cast<double>(truth.within));
    walks.add(r.by_degree->walks, static_cast<double>(exact::count_walks(g)));
  }
  EXPECT_GE(within.coverage(), 0.87);
  EXPECT_GE(walks.coverage(), 0.87);
}

/// Groups that everybody declares: what is said is unbiased group by group, whatever choices follow
/// from, and the twin is not.
TEST(ChosenPartsOfMixingTest, DeclaredGroupsToo) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  const chosen_parts chosen = test::parts_by_degree(exact::degree_sequence(g));
  public_groups groups{{"a", "b", "c"}, {}};
  for (std::uint32_t u = 0; u < 300; ++u) groups.of.push_back(u * u % 7 % 3);
  const user_attribute attribute{"group", groups.names, groups.of};
  const std::vector<count_type> edges = exact::count_edges_between(g, attribute);
  judged_number within, between, twin;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const mixing_result r = mix_choices(g, chosen, {epsilon::from_nats(1.0), groups}, 500 + seed);
    within.add(r.edges.edges_between(0, 0), static_cast<double>(edges[0]));
    between.add(r.edges.edges_between(0, 1), static_cast<double>(edges[1]));
    estimate weighted = r.edges.edges_between(0, 1);
    weighted.value = ends_by_weight(r, chosen, 0, 1);
    twin.add(weighted, static_cast<double>(edges[1]));
  }
  expect_unbiased(within, 0.65, "within a group");
  expect_unbiased(between, 0.65, "between two groups");
  EXPECT_GT(std::abs(twin.mean_z()), 10.0) << "who has many contacts must not count less";
}

}  // namespace
}  // namespace edgeldp
