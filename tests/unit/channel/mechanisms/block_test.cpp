// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/block.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/broken_mechanisms.hpp"

namespace edgeldp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Whole numbers of 2^-32 nat, so that budget and formula mean the same.
constexpr double budgets[] = {0.0625, 0.59375, 1.0, 2.0, 4.0, 8.0};

double difference(const channel& a, const channel& b) {
  EXPECT_EQ(a.inputs(), b.inputs());
  EXPECT_EQ(a.outputs(), b.outputs());
  return (a.probabilities() - b.probabilities()).cwiseAbs().maxCoeff();
}

/// A channel entry by entry, as definitions 2.3 to 2.6 write it.
channel defined(const block_plan& shape, const std::function<double(std::size_t output, std::size_t y)>& p) {
  Eigen::MatrixXd m(static_cast<Eigen::Index>(shape.outputs.size()),
                    static_cast<Eigen::Index>(shape.inputs.size()));
  for (Eigen::Index y = 0; y < m.cols(); ++y)
    for (Eigen::Index o = 0; o < m.rows(); ++o)
      m(o, y) = p(static_cast<std::size_t>(o), static_cast<std::size_t>(y));
  return channel::from_probabilities(shape.inputs, shape.outputs, m);
}

/// Labels 0 .. majority - 1 in S1, the others in S2, B(y) = {y}, Delta the first l.
block_plan split_plan(std::size_t labels, std::size_t majority, std::size_t l) {
  block_plan plan = plan_rr(numbered_labels(labels));
  for (std::size_t y = majority; y < labels; ++y) plan.majority[y] = false;
  for (std::size_t i = 0; i < l; ++i) plan.favoured.push_back(i);
  return plan;
}

TEST(BlockRR, EquationThreePointTwoAsPrinted) {
  const block_sizes sizes{2, 5, 4, 3};
  const double a = std::expm1(1.3) * 2.0, s1 = 5.0, s2 = 4.0, s = 9.0, l = 3.0;
  const double kappa = (a + s1) * (a + s2) - (s1 - l) * s2;
  const auto [beta, gamma] = chances_at(1.3, sizes);
  EXPECT_NEAR(beta, (a + l * s2 / s) / kappa, 1e-15);
  EXPECT_NEAR(gamma, ((a + l) - l / s * (a + s1)) / kappa, 1e-15);
  EXPECT_EQ(chances_at(0.0, sizes).beta, 1.0 / 9.0);
  EXPECT_EQ(chances_at(0.0, sizes).gamma, 1.0 / 9.0);
}

TEST(BlockRR, LemmaOnFavouredOutputs) {
  for (const double nats : budgets) {
    for (std::size_t s1 = 1; s1 <= 6; ++s1) {
      for (std::size_t s2 = 1; s2 <= 6; ++s2) {
        const auto at = [&](std::size_t l) { return chances_at(nats, {1, s1, s2, l}); };
        EXPECT_NEAR(at(0).beta, at(0).gamma, 1e-16);
        for (std::size_t l = 1; l <= s1; ++l) {
          EXPECT_GT(at(l).beta, at(l - 1).beta);
          EXPECT_LT(at(l).gamma, at(l - 1).gamma);
          EXPECT_LT(at(l).beta * static_cast<double>(s1 + s2), 1.0);
          EXPECT_GT(at(l).gamma, 0.0);
        }
      }
    }
  }
  // The printed proof has the denominator fall with l. It grows: kappa = a (a + s) + l s2.
  const auto kappa = [](double l) { return (1.7 + 5.0) * (1.7 + 4.0) - (5.0 - l) * 4.0; };
  EXPECT_GT(kappa(1.0), kappa(0.0));
}

TEST(BlockRR, RandomizedResponseOfTablesOneAndTwo) {
  for (const double nats : budgets) {
    const epsilon budget = epsilon::from_nats(nats);
    for (const std::size_t k : {2U, 3U, 10U, 60U}) {
      const channel direct = k_ary_channel(budget, numbered_labels(k));
      const channel with_all = block_channel(budget, plan_rr(numbered_labels(k)));
      EXPECT_LT(difference(with_all, direct), 1e-12);
      EXPECT_NEAR(with_all.loss().nats, nats, 1e-9);
      for (std::size_t majority = 0; majority < k; majority += 1 + k / 4)
        EXPECT_LT(difference(block_channel(budget, split_plan(k, majority, 0)), direct), 1e-12);
    }
  }
}

TEST(BlockRR, RandomizedResponseWithPrior) {
  const std::vector<double> prior = {0.1, 0.3, 0.05, 0.3, 0.25};
  for (const double nats : budgets) {
    for (std::size_t k = 1; k <= prior.size(); ++k) {
      const block_plan plan = plan_rr_with_prior({"a", "b", "c", "d", "e"}, prior, k);
      const double kept = static_cast<double>(k);
      const channel direct = defined(plan, [&](std::size_t o, std::size_t y) {
        const bool is_kept = std::ranges::count(plan.outputs, plan.inputs[y]) == 1;
        if (!is_kept) return 1.0 / kept;
        return (plan.outputs[o] == plan.inputs[y] ? std::exp(nats) : 1.0) / (std::exp(nats) + kept - 1.0);
      });
      const channel ours = block_channel(epsilon::from_nats(nats), plan);
      EXPECT_LT(difference(ours, direct), 1e-12);
      EXPECT_NEAR(ours.loss().nats, k == 1 ? 0.0 : nats, 1e-9);
    }
  }
  EXPECT_THAT(plan_rr_with_prior({"a", "b", "c", "d", "e"}, prior, 3).outputs, ElementsAre("b", "d", "e"));
  EXPECT_THROW(plan_rr_with_prior({"a", "b"}, std::vector<double>{1.0, 2.0}, 3), invalid_parameter);
  EXPECT_THROW(plan_rr_with_prior({"a", "b"}, std::vector<double>{1.0, 2.0}, 0), invalid_parameter);
}

TEST(BlockRR, TheBestNumberOfLabelsIsThatOfTheLargestChance) {
  const std::vector<double> prior = {0.1, 0.5, 0.02, 0.38};
  for (const double nats : budgets) {
    const epsilon budget = epsilon::from_nats(nats);
    Eigen::Index best = 0;
    Eigen::VectorXd chance(4);
    for (std::size_t k = 1; k <= 4; ++k) {
      const channel c = block_channel(budget, plan_rr_with_prior(numbered_labels(4), prior, k));
      double right = 0.0;
      for (std::size_t o = 0; o < k; ++o) {
        const std::size_t y = c.input_index(c.outputs()[o]);
        right += prior[y] * c.probabilities()(static_cast<Eigen::Index>(o), static_cast<Eigen::Index>(y));
      }
      chance[static_cast<Eigen::Index>(k - 1)] = right;
    }
    chance.maxCoeff(&best);
    EXPECT_EQ(best_k(budget, prior), static_cast<std::size_t>(best) + 1) << nats;
  }
}

TEST(BlockRR, RandomizedResponseOnBins) {
  const channel::labels answers = numbered_labels(7), bins = {"low", "mid", "high", "never"};
  const std::vector<std::size_t> bin_of = {0, 0, 1, 1, 2, 2, 2};
  for (const double nats : budgets) {
    const epsilon budget = epsilon::from_nats(nats);
    const channel direct = relabel_inputs(k_ary_channel(budget, bins), answers, bin_of);
    block_plan plan = plan_rr_on_bins(answers, bins, bin_of);
    EXPECT_LT(difference(block_channel(budget, plan), direct), 1e-12);
    // Table 2, with a bin that S1 and S2 share.
    plan.majority = {true, true, true, false, false, false, false};
    EXPECT_LT(difference(block_channel(budget, plan), direct), 1e-12);
  }
  EXPECT_THROW(plan_rr_on_bins(answers, {"one"}, bin_of), invalid_parameter);
  EXPECT_THROW(plan_rr_on_bins({"a"}, bins, bin_of), invalid_parameter);
}

TEST(BlockRR, SharedBinsBreakTheMinorityOutputsOfTableTwo) {
  // S1 -> bins 0 and 1, S2 -> bins 1 and 2. With S~2 = B(S2), as printed, bin 1 counts twice.
  const auto [beta, gamma] = chances_at(1.0, {1, 2, 2, 0});
  EXPECT_LT(std::exp(1.0) * beta + 2.0 * beta, 0.95);
  EXPECT_EQ(beta, gamma);
}

TEST(BlockRR, BehindARandomizedMap) {
  const channel phi = channel::from_probabilities({"a", "b", "c"}, {"0", "1"},
                                                  Eigen::MatrixXd{{0.9, 0.5, 0.0}, {0.1, 0.5, 1.0}});
  for (const double nats : budgets) {
    const epsilon budget = epsilon::from_nats(nats);
    const channel ours = block_channel(budget, plan_rr({"0", "1"}), phi);
    const double right = std::exp(nats) / (std::exp(nats) + 1.0);
    EXPECT_NEAR(ours.probabilities()(0, 0), 0.9 * right + 0.1 * (1.0 - right), 1e-12);
    EXPECT_NEAR(ours.probabilities()(0, 1), 0.5, 1e-12);
    EXPECT_LE(ours.loss().nats, budget.nats());
  }
  EXPECT_THROW(block_channel(epsilon::from_nats(1.0), plan_rr({"0", "2"}), phi), invalid_parameter);
}

TEST(BlockRR, RegressionWithPriorOnAGrid) {
  for (const double nats : budgets) {
    for (const std::size_t reach : {0U, 1U, 3U, 8U}) {
      const block_plan plan = plan_rp_with_prior(9, 2, 6, reach);
      const double width = 2.0 * static_cast<double>(reach) + 1.0, length = 4.0;
      const double g = width + std::exp(-nats) * length;
      const channel direct = defined(plan, [&](std::size_t o, std::size_t y) {
        if (y < 2 || y > 6) return 1.0 / (width + length);
        const double report = static_cast<double>(o) + 2.0 - static_cast<double>(reach);
        const double far = std::abs(report - static_cast<double>(y));
        return (far <= static_cast<double>(reach) ? 1.0 : std::exp(-nats)) / g;
      });
      const channel ours = block_channel(epsilon::from_nats(nats), plan);
      EXPECT_LT(difference(ours, direct), 1e-12);
      EXPECT_NEAR(ours.loss().nats, nats, 1e-9);
    }
  }
  EXPECT_THAT(plan_rp_with_prior(3, 1, 1, 2).outputs, ElementsAre("-1", "0", "1", "2", "3"));
  EXPECT_LT(block_channel(epsilon::from_nats(1.0), plan_rp_with_prior(3, 1, 1, 2)).loss().nats, 1e-14);
  EXPECT_THROW(plan_rp_with_prior(3, 2, 1, 0), invalid_parameter);
  EXPECT_THROW(plan_rp_with_prior(3, 0, 3, 0), invalid_parameter);
  EXPECT_THROW(plan_rp_with_prior(3, 0, 1, std::size_t{1} << 40), invalid_parameter);
}

TEST(BlockRR, LossIsTheBudgetWhereBlocksHaveTwoTruths) {
  for (const double nats : budgets) {
    for (std::size_t majority = 2; majority <= 4; ++majority) {
      for (std::size_t l = 0; l <= majority; ++l) {
        const channel c = block_channel(epsilon::from_nats(nats), split_plan(6, majority, l));
        EXPECT_LE(c.loss().nats, epsilon::from_nats(nats).nats());
        EXPECT_NEAR(c.loss().nats, nats, 1e-9);
      }
    }
  }
}

TEST(BlockRR, HasUnbiasedEstimatesUnlessTruthsLookAlike) {
  for (std::size_t majority = 0; majority <= 6; ++majority) {
    for (std::size_t l = 0; l <= majority; ++l) {
      const channel c = block_channel(epsilon::from_nats(1.0), split_plan(6, majority, l));
      EXPECT_TRUE((debiasing_of(c).weights * c.probabilities()).isIdentity(1e-10)) << majority << " " << l;
    }
  }
  const std::vector<double> prior = {4, 3, 2, 1};
  EXPECT_THROW(
      debiasing_of(block_channel(epsilon::from_nats(1.0), plan_rr_with_prior(numbered_labels(4), prior, 2))),
      invalid_parameter);
}

TEST(BlockRR, PrintedListingIsNoDistributionAndNormalisedLosesMore) {
  const double nats = 1.0;
  for (std::size_t l = 0; l <= 4; ++l) {
    const block_plan plan = split_plan(7, 4, l);
    const Eigen::MatrixXd printed = test::broken::block_law_as_listed(plan, nats);
    const double sum = printed.col(6).sum();
    if (l == 0 || l == 4) {
      EXPECT_NEAR(sum, 1.0, 1e-12);
      continue;
    }
    EXPECT_LT(sum, 0.99);
    EXPECT_THROW(channel::from_probabilities(plan.inputs, plan.outputs, printed), invalid_parameter);
    const Eigen::MatrixXd normalised = printed * printed.colwise().sum().cwiseInverse().asDiagonal();
    EXPECT_GT(channel::from_probabilities(plan.inputs, plan.outputs, normalised).loss().nats, nats + 0.07);
  }
}

/// The law of equation 3.2 for a plan that is refused: what would have come out.
double sum_without_check(const block_plan& plan, const block_sizes& assumed, std::size_t y) {
  const auto [beta, gamma] = chances_at(1.0, assumed);
  std::vector<bool> is_majority(plan.outputs.size());
  for (std::size_t x = 0; x < plan.inputs.size(); ++x)
    for (const std::size_t o : plan.nearby[x])
      if (plan.majority[x]) is_majority[o] = true;
  double sum = 0.0;
  for (std::size_t o = 0; o < plan.outputs.size(); ++o) {
    const bool is_near = std::ranges::count(plan.nearby[y], o) > 0;
    if (!plan.majority[y] && std::ranges::count(plan.favoured, o) > 0) {
      sum += 1.0 / static_cast<double>(plan.outputs.size());
    } else if (is_near) {
      sum += std::exp(1.0) * (plan.majority[y] ? beta : gamma);
    } else {
      sum += is_majority[o] ? beta : gamma;
    }
  }
  return sum;
}

void expect_refused(const block_plan& plan, const block_sizes& assumed, std::size_t label, const char* what) {
  EXPECT_THAT([&] { sizes_of(plan); }, ThrowsMessage<invalid_parameter>(HasSubstr(what)));
  EXPECT_THROW(block_channel(epsilon::from_nats(1.0), plan), invalid_parameter);
  EXPECT_GT(std::abs(sum_without_check(plan, assumed, label) - 1.0), 0.01) << what;
}

TEST(BlockRR, RefusesAMinorityNearMajorityOutputs) {
  block_plan plan = split_plan(6, 4, 2);
  plan.nearby[5] = {3};  // in S~1, not favoured; output 5 stays in S~2
  expect_refused(plan, {1, 4, 2, 2}, 5, "label \"5\" of S2 is near \"3\" of S~1, while 2 of 6");
  plan.nearby[5] = {0};  // favoured
  expect_refused(plan, {1, 4, 2, 2}, 5, "label \"5\" of S2 is near \"0\" of S~1");
  plan.favoured.clear();
  EXPECT_LE(block_channel(epsilon::from_nats(1.0), plan).loss().nats, 1.0);
}

TEST(BlockRR, RefusesRandomizedResponseWithPriorThatFavoursSome) {
  block_plan plan = plan_rr_with_prior(numbered_labels(5), std::vector<double>{5, 4, 3, 2, 1}, 3);
  EXPECT_LE(block_channel(epsilon::from_nats(1.0), plan).loss().nats, 1.0);
  plan.favoured.pop_back();
  expect_refused(plan, {1, 3, 0, 2}, 4, "label \"3\" is near 0 outputs, others near 1");
  plan.favoured.clear();
  expect_refused(plan, {1, 3, 0, 0}, 4, "label \"3\" is near 0 outputs, others near 1");
}

TEST(BlockRR, RefusesNeighbourhoodsOfTwoSizes) {
  block_plan plan = split_plan(6, 3, 1);
  plan.nearby[5] = {4, 5};
  expect_refused(plan, {1, 3, 3, 1}, 5, "label \"5\" is near 2 outputs, others near 1");
  plan = split_plan(6, 3, 1);
  plan.nearby[2] = {1, 2};
  expect_refused(plan, {1, 3, 3, 1}, 2, "label \"2\" is near 2 outputs, others near 1");
}

TEST(BlockRR, RefusesFavouredOutputsOutsideTheMajority) {
  block_plan plan = split_plan(6, 3, 2);
  plan.favoured = {0, 5};  // 5 in S~2
  expect_refused(plan, {1, 3, 3, 2}, 5, "favoured output \"5\"");
  plan.favoured = {0, 0};
  EXPECT_THROW(sizes_of(plan), invalid_parameter);
  plan.favoured = {6};
  EXPECT_THROW(sizes_of(plan), invalid_parameter);
}

TEST(BlockRR, RefusesPlansThatDoNotFit) {
  EXPECT_THROW(sizes_of(block_plan{}), invalid_parameter);
  block_plan plan = plan_rr({"a", "b"});
  plan.majority.pop_back();
  EXPECT_THROW(sizes_of(plan), invalid_parameter);
  plan = plan_rr({"a", "b"});
  plan.nearby[0] = {2};
  EXPECT_THAT([&] { sizes_of(plan); }, ThrowsMessage<invalid_parameter>(HasSubstr("output 2 of 2")));
  plan.nearby[0] = {1, 1};
  EXPECT_THAT([&] { sizes_of(plan); }, ThrowsMessage<invalid_parameter>(HasSubstr("\"b\" twice")));
  plan.nearby = {{}, {}};
  EXPECT_THROW(sizes_of(plan), invalid_parameter);
}

TEST(BlockRR, IsNotTheOptimumOfSectionFour) {
  // Equation 4.1 at l = 0 allows every channel of loss epsilon: always answering "a" has more
  // weight than BlockRR, two labels of prior 0.9 and 0.1, sigma = 1, although "b" is in S2.
  const std::vector<double> prior = {0.9, 0.1};
  const double other = std::exp(-1.0);
  const Eigen::MatrixXd w{{0.9, 0.9 * other}, {0.1 * other, 0.1}};
  const block_plan plan = plan_blocks({"a", "b"}, prior, 1.0, 0);
  EXPECT_FALSE(plan.majority[1]);
  const channel always = channel::from_probabilities({"a", "b"}, {"a", "b"}, Eigen::MatrixXd{{1, 1}, {0, 0}});
  EXPECT_EQ(always.loss().nats, 0.0);
  const double ours = expected_utility(block_channel(epsilon::from_nats(1.0), plan), w).sum();
  EXPECT_GT(expected_utility(always, w).sum(), ours + 0.3);
}

TEST(BlockPlan, PartitionIsThatOfTheWeightMatrix) {
  const std::vector<double> prior = {0.30, 0.10, 0.28, 0.02, 0.30};
  for (const double sigma : {0.2, 0.5, 1.0, 2.0, 50.0}) {
    const block_plan plan = plan_blocks(numbered_labels(5), prior, sigma, 3);
    for (std::size_t i = 0; i < 5; ++i) {
      bool dominates = true;
      for (std::size_t j = 0; j < 5; ++j)
        dominates = dominates && prior[i] >= prior[j] * (i == j ? 1.0 : std::exp(-1.0 / sigma));
      EXPECT_EQ(plan.majority[i], dominates) << i << " " << sigma;
    }
    EXPECT_NO_THROW(sizes_of(plan));
  }
  EXPECT_THAT(plan_blocks(numbered_labels(5), prior, 1.0, 2).favoured, ElementsAre(0, 4));
  EXPECT_THAT(plan_blocks(numbered_labels(5), prior, 1.0, 9).favoured, ElementsAre(0, 4, 2));
}

TEST(BlockPlan, AnEvenPriorIsRandomizedResponse) {
  const epsilon budget = epsilon::from_nats(1.0);
  for (const std::size_t l : {0U, 2U, 4U})
    EXPECT_LT(difference(block_channel(budget,
                                       plan_blocks(numbered_labels(4), std::vector<double>(4, 0.25), 0.1, l)),
                         k_ary_channel(budget, numbered_labels(4))),
              1e-12);
}

TEST(BlockPlan, RefusesWhatIsNoPrior) {
  const auto plan = [](std::vector<double> prior, double sigma = 1.0) {
    return plan_blocks({"a", "b"}, prior, sigma, 0);
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   inf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& prior :
       {std::vector<double>{1.0}, {0.0, 0.0}, {-0.1, 1.0}, {nan, 1.0}, {inf, 1.0}})
    EXPECT_THROW(plan(prior), invalid_parameter);
  for (const double sigma : {0.0, -1.0, nan, inf}) EXPECT_THROW(plan({0.5, 0.5}, sigma), invalid_parameter);
  EXPECT_NO_THROW(plan({0.0, 7.0}));
}

}  // namespace
}  // namespace edgeldp
