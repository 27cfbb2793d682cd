// SPDX-License-Identifier: MIT
// Questions of one's own: what they answer next to no noise, what they refuse before anybody is
// asked, what the account repeats, and how well totals know their error. Seeds are fixed; a right
// estimate fails a check of a mean or a variance here with probability below 1e-6, and a coverage
// with one below 1e-6.
#include "edgeldp/graph/rounds/neighbor_questions_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/losing_population.hpp"
#include "support/one_liar.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t many = 60;

epsilon nats(double x) {
  return epsilon::from_nats(x);
}

const csr_graph& network() {
  static const csr_graph g = generate_affiliation(many, 300, 3);
  return g;
}

template <class F>
auto ask(double total, std::uint64_t seed, F&& play) {
  return ask_about_neighbors(network(), nats(total), release_key{1}, coin_source::simulated(seed),
                             std::forward<F>(play));
}

std::vector<double> some_values() {
  std::vector<double> x;
  for (std::uint64_t u = 0; u < many; ++u) x.push_back(1.5 + static_cast<double>(u % 7));
  return x;
}

double true_sum(const std::vector<double>& x, vertex_id u) {
  double sum = 0.0;
  for (const vertex_id v : network().neighbors(u)) sum += x[v];
  return sum;
}

TEST(NeighborQuestionsTest, AnswerWhatListsSayNextToNoNoise) {
  const std::vector<double> x = some_values();
  std::vector<std::int64_t> group;
  for (const double value : x) group.push_back(static_cast<std::int64_t>(value) % 3 - 1);
  ask(60.0, 1, [&](neighbor_questions& q) {
    const neighbor_numbers sums = q.sums(1, x, nats(15.0)), h = q.h_index(x, nats(15.0)),
                           groups = q.groups(group, 2, nats(15.0)), degrees = q.degrees(nats(15.0));
    EXPECT_EQ(groups.width, 2U);
    for (vertex_id u = 0; u < many; ++u) {
      EXPECT_NEAR(sums.values[u], true_sum(x, u), 10.0) << "noise of 7.5 / 15";
      std::vector<double> of_neighbors;
      std::int64_t in_second = 0;
      for (const vertex_id v : network().neighbors(u)) {
        of_neighbors.push_back(x[v]);
        in_second += group[v] == 1 ? 1 : 0;
      }
      std::ranges::sort(of_neighbors, std::greater());
      double index = 0.0;
      while (index < static_cast<double>(of_neighbors.size()) &&
             of_neighbors[static_cast<std::size_t>(index)] >= index + 1.0)
        ++index;
      EXPECT_EQ(h.values[u], index);
      EXPECT_EQ(groups.values[2 * u + 1], static_cast<double>(in_second));
      EXPECT_EQ(degrees.values[u], static_cast<double>(network().degree(u)));
    }
    EXPECT_NEAR(q.remaining().nats(), 0.0, 1e-8);
    const run_record run = q.close();
    EXPECT_NEAR(run.spent.edge_ldp().nats(), 60.0, 1e-8);
    EXPECT_EQ(run.rounds.size(), 4U);
  });
}

TEST(NeighborQuestionsTest, SumsOverEdgesHaveEachOnceAndPayOnce) {
  const csr_graph g = generate_affiliation(60, 300, 1);
  std::vector<double> x(60);
  double within = 0.0, weighed = 0.0;
  for (vertex_id u = 0; u < 60; ++u) x[u] = u % 3 == 0 ? 1.0 : 0.0;
  for (vertex_id u = 0; u < 60; ++u)
    for (const vertex_id v : g.neighbors(u))
      if (v < u) {
        within += x[u] * x[v];
        weighed += x[v];
      }
  ask_about_neighbors(g, epsilon::from_nats(40.0), release_key{1}, coin_source::simulated(2),
                      [&](neighbor_questions& ask) {
                        const neighbor_numbers sums = ask.sums_over_edges(1, x, epsilon::from_nats(20.0));
                        for (const auto& [total, truth] :
                             {std::pair(total_of(sums), weighed), std::pair(total_of(sums, x), within)}) {
                          EXPECT_NEAR(total.value, truth, 5.0 * total.standard_error);
                          EXPECT_LT(total.standard_error, 1.0);
                        }
                        ask.sums_over_edges(1, x, epsilon::from_nats(10.0));
                        ask.sums(1, x, epsilon::from_nats(10.0));
                        const run_record run = ask.close();
                        EXPECT_NEAR(run.spent.edge_ldp().nats(), 40.0, 1e-6);
                        EXPECT_NEAR(run.spent.relationship_dp().nats(), 20.0 + 10.0 + 2 * 10.0, 1e-6);
                        return 0;
                      });
}

TEST(NeighborQuestionsTest, TheSameAskedAgainHasOtherCoinsAndIsPaidAgain) {
  const std::vector<double> x = some_values();
  ask(1.0, 1, [&](neighbor_questions& q) {
    const neighbor_numbers first = q.sums(1, x, nats(0.25)), second = q.sums(1, x, nats(0.25));
    EXPECT_NE(first.values, second.values) << "the same noise twice would cancel";
    const neighbor_numbers h = q.h_index(x, nats(0.25));
    EXPECT_NE(h.values, q.h_index(x, nats(0.25)).values);
    EXPECT_EQ(q.asked()[0].values, q.asked()[1].values) << "published once";
    EXPECT_THROW(q.h_index(x, nats(0.25)), invalid_parameter) << "all is spent";
  });
}

TEST(NeighborQuestionsTest, RefuseBeforeAnythingIsAskedOrPaid) {
  const std::vector<double> x = some_values();
  const std::vector<std::int64_t> group(many), none(many, -1);
  ask(1.0, 1, [&](neighbor_questions& q) {
    std::vector<double> bad = x;
    bad[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(q.sums(1, bad, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.h_index(bad, nats(0.1)), invalid_parameter);
    bad[3] = std::numeric_limits<double>::infinity();
    EXPECT_THROW(q.sums(1, bad, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.h_index(bad, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.sums(1, std::span(x).first(10), nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.sums(0, x, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.sums(1, x, nats(1.1)), invalid_parameter) << "more than the total";
    EXPECT_THROW(q.sums(1, x, epsilon()), invalid_parameter);
    EXPECT_THROW(q.sums(1, x, nats(0.1), std::vector{1.0}), invalid_parameter) << "without degrees";
    EXPECT_THROW(q.sums(1, std::vector<double>(many), nats(0.1)), invalid_parameter) << "says nothing";
    EXPECT_THROW(q.h_index(std::vector<double>(many, 0.5), nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.groups(none, 2, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.groups(group, 0, nats(0.1)), invalid_parameter);
    EXPECT_THROW(q.groups(group, 65'537, nats(0.1)), invalid_parameter);
    EXPECT_TRUE(q.asked().empty());
    EXPECT_EQ(q.remaining(), nats(1.0));
    q.degrees(nats(0.1));
    EXPECT_THROW(q.degrees(nats(0.1)), invalid_parameter) << "they have no steps";
    EXPECT_THROW(q.sums(1, x, nats(0.1), std::vector{1.0, 2.0}), invalid_parameter);
    const run_record run = q.close();
    EXPECT_TRUE(run.declared_public.empty()) << "nothing was published";
    EXPECT_NEAR(run.spent.spent().nats(), 0.1, 1e-9);
  });
}

TEST(NeighborQuestionsTest, TheAccountRepeatsWhatIsPublicOnTheCallersWord) {
  const std::vector<double> x = some_values();
  ask(4.0, 1, [&](neighbor_questions& q) {
    const neighbor_numbers degrees = q.degrees(nats(0.5)), own = q.sums(1, degrees.values, nats(0.5));
    EXPECT_FALSE(q.asked()[1].is_declared) << "the library has published it";
    q.h_index(own.values, nats(0.5));
    EXPECT_FALSE(q.asked()[2].is_declared);
    q.sums(1, x, nats(0.5));
    EXPECT_TRUE(q.asked()[3].is_declared);
    std::vector<double> changed = own.values;
    changed[5] += 1.0;
    q.sums(1, changed, nats(0.5));
    EXPECT_TRUE(q.asked()[4].is_declared) << "what follows from answers is the caller's";
    q.sums(1, x, nats(0.5));  // which is said once
    const run_record run = q.close();
    ASSERT_EQ(run.declared_public.size(), 2U);
    EXPECT_NE(run.declared_public[0].find(q.asked()[3].values), std::string::npos);
    EXPECT_TRUE(run.flaws.empty());
  });
}

TEST(NeighborQuestionsTest, ThePlannedCentreErrsLeast) {
  for (const double least : {-3.0, 0.0, 2.0})
    for (const double most : {2.5, 8.0})
      for (const double e : {0.5, 2.0})
        for (const double of_degree : {0.25, 1.0}) {
          const auto halved = [&](double c) {
            return std::pow(std::max(most - c, c - least) / e, 2.0) + std::pow(c / of_degree, 2.0);
          };
          const double planned = neighbor_questions::plan_centre(least, most, nats(e), nats(of_degree));
          double best = halved(0.0);
          for (double c = -4.0; c <= 9.0; c += 0.001) best = std::min(best, halved(c));
          EXPECT_LE(halved(planned), best * (1.0 + 1e-6)) << least << ' ' << most << ' ' << e;
        }
}

/// Of so many runs: the mean square of errors over the variance that is claimed, user by user.
double squares_over_claimed(bool is_centred, std::uint64_t runs) {
  const std::vector<double> x = some_values();
  double squares = 0.0, sum = 0.0;
  for (std::uint64_t run = 0; run < runs; ++run)
    ask(1.5, 100 + run, [&](neighbor_questions& q) {
      if (is_centred) q.degrees(nats(0.5));
      const neighbor_numbers sums = q.sums(1, x, nats(1.0));
      EXPECT_EQ(sums.centres[0] != 0.0, is_centred);
      for (vertex_id u = 0; u < many; ++u) {
        const double error = (sums.values[u] - true_sum(x, u)) / sums.standard_error(0);
        squares += error * error;
        sum += error;
      }
    });
  const auto count = static_cast<double>(runs * many);
  EXPECT_LT(std::abs(sum), 5.0 * std::sqrt(count)) << "unbiased";
  return squares / count;
}

TEST(NeighborQuestionsTest, SumsHaveTheErrorTheyClaim) {
  // Of 12 000 Laplace squares, whose kurtosis is 6: the mean is within 5 x sqrt(5 / 12 000) of 1.
  EXPECT_NEAR(squares_over_claimed(false, 200), 1.0, 0.11);
  EXPECT_NEAR(squares_over_claimed(true, 200), 1.0, 0.11);
}

TEST(NeighborQuestionsTest, ACentreIsWorthItsDegrees) {
  const std::vector<double> x = some_values();
  ask(2.0, 1, [&](neighbor_questions& q) {
    q.degrees(nats(1.0));
    const double planned = q.sums(1, x, nats(0.5)).standard_error(0),
                 none = q.sums(1, x, nats(0.5), std::vector{0.0}).standard_error(0);
    EXPECT_LT(planned, 0.9 * none);
  });
}

/// How often the 95% interval of a total holds it.
double coverage(double budget, std::span<const double> weights, bool is_centred, std::uint64_t runs) {
  const std::vector<double> x = some_values();
  double truth = 0.0;
  for (vertex_id u = 0; u < many; ++u)
    truth += (weights.empty() ? 1.0 : weights[u]) *
             (is_centred ? true_sum(x, u) : static_cast<double>(network().degree(u)));
  std::uint64_t held = 0;
  for (std::uint64_t run = 0; run < runs; ++run)
    ask(2.0 * budget, 1000 + run, [&](neighbor_questions& q) {
      const neighbor_numbers degrees = q.degrees(nats(budget));
      const estimate total = total_of(is_centred ? q.sums(1, x, nats(budget)) : degrees, weights);
      held += total.low() <= truth && truth <= total.high() ? 1U : 0U;
    });
  return static_cast<double>(held) / static_cast<double>(runs);
}

TEST(NeighborQuestionsTest, IntervalsOfTotalsCover) {
  std::vector<double> one(many), uneven;
  one[7] = 1.0;
  for (std::uint64_t u = 0; u < many; ++u) uneven.push_back(u % 20 == 0 ? 10.0 : 1.0);
  // 92.3% of 1500 is 4.8 standard deviations of a binomial law below 95%.
  for (const double budget : {0.25, 1.0, 4.0, 8.0}) {
    for (const bool is_centred : {false, true}) {
      EXPECT_GE(coverage(budget, {}, is_centred, 1500), 0.923) << budget;
      EXPECT_GE(coverage(budget, one, is_centred, 1500), 0.923) << "of one user at " << budget;
      EXPECT_GE(coverage(budget, uneven, is_centred, 1500), 0.923) << "weighted at " << budget;
    }
  }
}

TEST(NeighborQuestionsTest, AStepOfRareNoiseIsWithinTheInterval) {
  // At 8 a count moves with probability 0.00067: of 200 numbers one does in 13% of all runs.
  neighbor_numbers counts{1, std::vector(200, 3.0), {0.0}, {1.0, 1, nats(8.0)}, {1.0, 0, {}}};
  EXPECT_GE(total_of(counts).half_width(), 1.0);
  counts.values.resize(20);
  EXPECT_LT(total_of(counts).half_width(), 1.0);
}

TEST(NeighborQuestionsTest, ALatticeIsCoveredUpToTheNextPoint) {
  // At 1 a degree errs by more than 2 with 7.3%, and by more than 3 with 2.7%.
  const neighbor_numbers degree{1, {3.0}, {0.0}, {1.0, 1, nats(1.0)}, {1.0, 0, {}}};
  EXPECT_GE(total_of(degree).half_width(), 3.0);
}

TEST(NeighborQuestionsTest, TotalsAddOneDegreeToAllColumnsOfAUser) {
  // Two columns of one user, both around 1: the noise of its degree comes twice, and not of two.
  const neighbor_numbers numbers{2, {3.0, 4.0}, {1.0, 1.0}, {1.0, 1, nats(1.0)}, {1.0, 1, nats(1.0)}};
  const double each = numbers.noise.variance();
  EXPECT_NEAR(each, 2.0 * std::exp(-1.0) / std::pow(1.0 - std::exp(-1.0), 2.0), 1e-12);
  EXPECT_NEAR(std::pow(total_of(numbers).standard_error, 2.0), 2.0 * each + 4.0 * each, 1e-9);
  EXPECT_EQ(total_of(numbers).value, 7.0);
  EXPECT_NEAR(total_of(numbers, std::vector{1.0, -1.0}).standard_error, std::sqrt(2.0 * each), 1e-9);
  EXPECT_THROW(total_of(numbers, std::vector{1.0}), invalid_parameter);
  EXPECT_THROW(total_of(numbers, std::vector<double>{1.0, NAN}), invalid_parameter);
}

TEST(NeighborQuestionsTest, WhoIsLostIsNotAskedAgainAndCountsInNoTotal) {
  const graph_view view(network());
  test::losing_population users(simulated_users(view, coin_source::simulated(1), simulated_neighbor_tasks()),
                                test::lose_at_random(test::nobody_lost(many), 0.2, 1, 5));
  account paid(nats(60.0), many);
  neighbor_questions q(users, paid, release_key{1});
  q.degrees(nats(20.0));
  const std::vector<double> x = some_values();
  const neighbor_numbers first = q.sums(1, x, nats(20.0)), second = q.sums(1, x, nats(20.0));
  EXPECT_EQ(q.asked()[1].answered, many - many / 5);
  EXPECT_EQ(q.asked()[2].asked, many - many / 5);
  double present = 0.0;
  for (vertex_id u = 0; u < many; ++u) {
    EXPECT_EQ(std::isnan(first.values[u]), std::isnan(second.values[u]));
    if (!std::isnan(first.values[u])) present += true_sum(x, u);
  }
  EXPECT_NEAR(total_of(first).value, present, 6.0 * total_of(first).standard_error);
}

TEST(NeighborQuestionsTest, LiesReachNoFurtherThanAnybodyMight) {
  const graph_view view(network());
  auto honest = simulated_users(view, coin_source::simulated(1), simulated_neighbor_tasks());
  byte_string lie;
  append_integer(lie, int128{1} << 60);
  test::one_liar users(honest, 4, {{sum_round::asks, lie}});
  account paid(nats(60.0), many);
  neighbor_questions q(users, paid, release_key{1});
  const std::vector<double> x = some_values();
  const neighbor_numbers sums = q.sums(1, x, nats(60.0));
  double all = 0.0;
  for (const double value : x) all += value;
  EXPECT_NEAR(sums.values[4], all, 5.0) << "all of them, and the noise that is plausible";
  EXPECT_EQ(q.asked()[0].clamped, 1U);
}

}  // namespace
}  // namespace edgeldp
