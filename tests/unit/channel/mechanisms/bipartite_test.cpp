// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/bipartite.hpp"

#include <gmock/gmock.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/broken_channels.hpp"
#include "support/channel_law.hpp"
#include "support/local_optimum.hpp"

namespace edgeldp {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Eigen::MatrixXd jaccard(std::size_t n) {
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd u(size, size);
  for (Eigen::Index x = 0; x < size; ++x)
    for (Eigen::Index y = 0; y < size; ++y) {
      const auto a = static_cast<double>(x + 1), b = static_cast<double>(y + 1);
      u(y, x) = a * b / (a * a + b * b - a * b);
    }
  return u;
}

channel brr(double nats, const Eigen::MatrixXd& u) {
  const auto n = static_cast<std::size_t>(u.cols());
  return brr_channel(epsilon::from_nats(nats), numbered_labels(n), numbered_labels(n), u);
}

channel brr_star(double nats, const Eigen::MatrixXd& u, const Eigen::VectorXd& prior = {}) {
  const auto n = static_cast<std::size_t>(u.cols());
  return brr_star_channel(epsilon::from_nats(nats), numbered_labels(n), numbered_labels(n), u, prior);
}

TEST(Bipartite, RanksByUtilityAndTiesByIndex) {
  const utility_ranking r(Eigen::Vector4d(2.0, 5.0, 2.0, 7.0));
  EXPECT_EQ(r.sorted().col(0), Eigen::Vector4d(7.0, 5.0, 2.0, 2.0));
  std::vector<std::size_t> order;
  for (std::size_t rank = 0; rank < 4; ++rank) order.push_back(r.output(rank, 0));
  EXPECT_THAT(order, ::testing::ElementsAre(3, 1, 0, 2));
}

TEST(Bipartite, TheChannelIsEquationSix) {
  // Three of 1..5 are likely: around the middle 2, 3, 4; at the end 1, 2, 3.
  const channel c = bipartite_channel(epsilon::from_nats(2.0), numbered_labels(5, 1), numbered_labels(5, 1),
                                      utility_ranking(line_utility(5)), 3);
  const double high = std::exp(2.0) / (3.0 * std::exp(2.0) + 2.0), low = high / std::exp(2.0);
  const std::vector<std::vector<int>> likely = {{1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}, {0, 1, 1, 1, 0}};
  for (std::size_t x = 0; x < likely.size(); ++x)
    for (std::size_t y = 0; y < 5; ++y)
      EXPECT_NEAR(c.probabilities()(static_cast<Eigen::Index>(y), static_cast<Eigen::Index>(x)),
                  likely[x][y] == 1 ? high : low, 1e-12);
  EXPECT_NEAR(c.loss().nats, 2.0, 1e-11);
  EXPECT_LE(c.loss().nats, 2.0);
}

TEST(Bipartite, OneLikelyOutputIsRandomizedResponse) {
  const channel c = bipartite_channel(epsilon::from_nats(1.0), numbered_labels(6), numbered_labels(6),
                                      utility_ranking(line_utility(6)), 1);
  EXPECT_TRUE(c.probabilities().isApprox(
      k_ary_channel(epsilon::from_nats(1.0), numbered_labels(6)).probabilities(), 1e-12));
}

/// Both ways for 1..n, for n up to 500, at the paper's budgets and others.
void compare_closed_form(std::size_t step_beyond_100) {
  for (std::size_t n = 1; n <= 500; n += n < 100 ? 1 : step_beyond_100) {
    const utility_ranking ranking(line_utility(n));
    for (const double nats : {0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      ASSERT_EQ(brr_high_count_on_line(budget, n), brr_high_count(budget, ranking)) << n << ", " << nats;
    }
  }
}

TEST(Bipartite, ClosedFormIsTheSearch) {
  compare_closed_form(13);
}

TEST(BipartiteNightly, ClosedFormIsTheSearch) {
  compare_closed_form(1);
}

TEST(Bipartite, ClosedFormHoldsAtTheEdgesOfItsInterval) {
  // Equations 8 to 10 in integers: exp(e) as a double is a fraction, and what is compared is exact.
  using boost::multiprecision::cpp_int;
  using boost::multiprecision::cpp_rational;
  for (const std::uint64_t n : {2ULL, 3ULL, 4ULL, 5ULL, 1000ULL, 1001ULL, (1ULL << 26) - 1, 1ULL << 26}) {
    for (const double nats : {0.0, 1e-9, 0.01, 1.0, 5.0, 20.0, 64.0}) {
      const epsilon budget = nats > 0.0 ? epsilon::from_nats(nats) : epsilon();
      const cpp_rational growth(std::exp(budget.nats()));
      const auto at_end = [&](std::uint64_t at) {
        const cpp_int i = at, all = n;
        return growth * (i * (i - 1)) < cpp_rational((all - i) * (all - i + 1));
      };
      const auto in_middle = [&](std::uint64_t d_at) {
        const cpp_int d = d_at, rest = cpp_int(n / 2) - d;
        return rest > 0 && growth * (d * d) < cpp_rational(rest * (n % 2 == 1 ? rest + 1 : rest));
      };
      const std::uint64_t m = brr_high_count_on_line(budget, n);
      EXPECT_TRUE(at_end(m)) << n << ", " << nats;
      EXPECT_TRUE(in_middle((m - 1 + 1) / 2))
          << n << ", " << nats;  // whoever has an even m has the next odd one
      EXPECT_TRUE(!at_end(m + 1) || (m % 2 == 1 && !in_middle((m - 1) / 2 + 1))) << n << ", " << nats;
    }
  }
  EXPECT_EQ(brr_high_count_on_line(epsilon::from_nats(1.0), 1), 1U);
  EXPECT_THROW(brr_high_count_on_line(epsilon::from_nats(1.0), 0), invalid_parameter);
  EXPECT_THROW(brr_high_count_on_line(epsilon::from_nats(1.0), (1ULL << 26) + 1), invalid_parameter);
}

TEST(Bipartite, ThePrintedClosedFormIsAnotherNumber) {
  // One budget of the paper's: a quarter of the sizes. Where they differ the middle truth is worse
  // off.
  const epsilon budget = epsilon::from_nats(2.0);
  std::size_t differ = 0;
  for (std::size_t n = 2; n <= 500; ++n) {
    const std::uint64_t m = brr_high_count_on_line(budget, n);
    if (test::broken::printed_high_count_on_line(2.0, n) == m) continue;
    ++differ;
    if (n > 60) continue;
    const utility_ranking ranking(line_utility(n));
    const auto middle = [&](std::uint64_t count) {
      return expected_utility(
          bipartite_channel(budget, numbered_labels(n), numbered_labels(n), ranking, count),
          line_utility(n))[static_cast<Eigen::Index>((n - 1) / 2)];
    };
    EXPECT_EQ(test::broken::printed_high_count_on_line(2.0, n), m + 1) << n;
    EXPECT_LT(middle(m + 1), middle(m)) << n;
  }
  EXPECT_EQ(differ, 126U);
}

TEST(Bipartite, ThePriorDecidesTheCount) {
  // The end of a line prefers more outputs than its middle where the middle has most truths'
  // weight.
  const utility_ranking ranking(jaccard(20));
  const epsilon budget = epsilon::from_nats(1.0);
  for (Eigen::Index x = 0; x < 20; ++x) {
    const Eigen::VectorXd certain = Eigen::VectorXd::Unit(20, x);
    EXPECT_EQ(brr_star_high_count(budget, ranking, certain),
              best_high_count(budget, ranking.sorted().col(x)));
  }
  const Eigen::VectorXd low_numbers =
      Eigen::VectorXd::LinSpaced(20, 19.0, 0.0) / Eigen::VectorXd::LinSpaced(20, 19.0, 0.0).sum();
  EXPECT_LT(brr_star_high_count(budget, ranking, low_numbers), brr_star_high_count(budget, ranking));
  const auto mean = [&](const Eigen::VectorXd& chosen_for) {
    return expected_utility(brr_star(1.0, jaccard(20), chosen_for), jaccard(20)).dot(low_numbers);
  };
  EXPECT_GT(mean(low_numbers), mean({}));
}

TEST(Bipartite, PaperOrderOfUtilities) {
  for (const std::size_t n : {20U, 100U}) {
    for (const Eigen::MatrixXd& u : {line_utility(n), jaccard(n)}) {
      for (const double nats : {0.5, 1.0, 2.0, 5.0}) {
        const epsilon budget = epsilon::from_nats(nats);
        const auto q = [&](const channel& c) { return expected_utility(c, u).mean(); };
        const channel plain = k_ary_channel(budget, numbered_labels(n));
        const double ours = q(brr(nats, u));
        EXPECT_GE(ours, q(plain) - 1e-12);
        EXPECT_TRUE((expected_utility(brr(nats, u), u) - expected_utility(plain, u)).minCoeff() > -1e-9);
        for (const exponential_scale scale : {exponential_scale::sensitivity, exponential_scale::exact_loss})
          EXPECT_GE(ours, q(exponential_channel(budget, numbered_labels(n), numbered_labels(n), u, scale)));
        EXPECT_GE(q(brr_star(nats, u)), ours - 1e-12);
      }
    }
  }
}

TEST(Bipartite, AlgorithmOneIsNotPrivate) {
  for (const double nats : {1.0, 2.0}) {
    const epsilon budget = epsilon::from_nats(nats);
    for (const Eigen::MatrixXd& u : {line_utility(9), jaccard(9)}) {
      EXPECT_TRUE(test::keeps_to(brr(nats, u), budget));
      EXPECT_TRUE(test::keeps_to(brr_star(nats, u), budget));
      EXPECT_FALSE(test::keeps_to(test::broken::local_high_counts(budget, utility_ranking(u)), budget));
    }
  }
}

TEST(Bipartite, ThePrivatePartOfAUtilityMayChooseOutputsButNotTheirNumber) {
  // A truth is a place and a taste. With one taste near places are useful, with the other all
  // places up to 3 away alike. An m for each taste shows the taste; the same m with sets by taste
  // is private.
  const std::size_t places = 8;
  const epsilon budget = epsilon::from_nats(1.0);
  Eigen::MatrixXd both(8, 16);
  both.leftCols(8) = line_utility(places);
  both.rightCols(8) = (line_utility(places).array() >= -3.0).cast<double>();
  const utility_ranking ranking(both);
  std::vector<std::size_t> by_taste;
  for (const Eigen::MatrixXd& u : {both.leftCols(8).eval(), both.rightCols(8).eval()})
    by_taste.resize(by_taste.size() + places, brr_high_count(budget, utility_ranking(u)));
  ASSERT_NE(by_taste.front(), by_taste.back());
  EXPECT_FALSE(test::keeps_to(test::broken::bipartite_with_counts(budget, ranking, by_taste), budget));
  const channel shared = brr_channel(budget, numbered_labels(2 * places), numbered_labels(places), both);
  EXPECT_TRUE(test::keeps_to(shared, budget));
}

TEST(Bipartite, IsNotTheBestOfAllChannels) {
  // Always naming the middle protects everything, and beats BRR at small budgets.
  EXPECT_LT(expected_utility(brr(0.5, line_utility(8)), line_utility(8)).mean(), -2.0 - 0.2);
  double worst = 1.0;
  for (const std::size_t n : {2U, 3U, 5U, 8U}) {
    const Eigen::VectorXd uniform =
        Eigen::VectorXd::Constant(static_cast<Eigen::Index>(n), 1.0 / static_cast<double>(n));
    for (const double nats : {0.5, 1.0, 2.0, 3.0, 5.0}) {
      for (const auto& [u, top] : {std::tuple(line_utility(n), 0.0), std::tuple(jaccard(n), 1.0)}) {
        const test::local_optimum best = test::best_local_channel(u, uniform, std::exp(nats));
        EXPECT_NEAR(best.value, best.ceiling, 1e-6);
        const double star = expected_utility(brr_star(nats, u), u).mean();
        EXPECT_LE(star, best.ceiling + 1e-9);
        EXPECT_TRUE(n > 2 || std::abs(star - best.value) < 1e-6);  // for two truths it is Warner's channel
        worst = std::max(worst, (top - star) / (top - best.value));
      }
    }
  }
  EXPECT_NEAR(worst, 1.274, 0.001);  // Jaccard, n = 8, epsilon 0.5
}

TEST(Bipartite, NamesWhatIsWrong) {
  EXPECT_THROW(utility_ranking{Eigen::MatrixXd(0, 0)}, invalid_parameter);
  EXPECT_THROW(utility_ranking(Eigen::MatrixXd::Constant(2, 2, NAN)), invalid_parameter);
  const utility_ranking ranking(line_utility(3));
  const epsilon budget = epsilon::from_nats(1.0);
  for (const std::size_t count : {0U, 4U})
    EXPECT_THAT([&] { bipartite_channel(budget, numbered_labels(3), numbered_labels(3), ranking, count); },
                ThrowsMessage<invalid_parameter>(HasSubstr("1 to 3 expected")));
  EXPECT_THROW(bipartite_channel(budget, numbered_labels(2), numbered_labels(3), ranking, 1),
               invalid_parameter);
  EXPECT_THAT([&] { brr_star_high_count(budget, ranking, Eigen::Vector2d(0.5, 0.5)); },
              ThrowsMessage<invalid_parameter>(HasSubstr("2 of 3 truths")));
  EXPECT_THROW(brr_star_high_count(budget, ranking, Eigen::Vector3d(0.5, 0.6, 0.0)), invalid_parameter);
  EXPECT_THROW(brr_star_high_count(budget, ranking, Eigen::Vector3d(1.5, -0.5, 0.0)), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
