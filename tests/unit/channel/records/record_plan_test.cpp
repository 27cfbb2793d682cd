// SPDX-License-Identifier: MIT
#include "edgeldp/channel/records/record_plan.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

using encoding = answer_encoding;
using counts = std::vector<std::uint32_t>;

const counts paper_large = {5, 6, 150, 200, 250}, paper_small = {2, 4, 6, 7, 100};

std::vector<double> nats_of(const record_plan& plan) {
  std::vector<double> nats;
  for (const epsilon share : plan.shares) nats.push_back(share.nats());
  return nats;
}

/// Minimum over the simplex by exponentiated gradient steps on the budgets themselves: shares
/// nothing with the nested root searches but the objective.
double independent_minimum(encoding e, const counts& k, double total) {
  std::vector<double> share(k.size(), total / static_cast<double>(k.size()));
  const auto objective = [&](const std::vector<double>& s) {
    double sum = 0.0;
    for (std::size_t i = 0; i < k.size(); ++i) sum += histogram_error(e, k[i], s[i]);
    return sum;
  };
  double step = 1.0, now = objective(share);
  for (int round = 0; round < 20000 && step > 1e-12; ++round) {
    std::vector<double> next = share;
    double largest = 0.0, sum = 0.0;
    std::vector<double> slope(k.size());
    for (std::size_t i = 0; i < k.size(); ++i) {
      const double h = 1e-5 * share[i];
      slope[i] =
          (histogram_error(e, k[i], share[i] + h) - histogram_error(e, k[i], share[i] - h)) / (2.0 * h);
      largest = std::max(largest, std::abs(slope[i]));
    }
    for (std::size_t i = 0; i < k.size(); ++i) sum += next[i] *= std::exp(-step * slope[i] / largest);
    for (double& s : next) s *= total / sum;
    const double then = objective(next);
    if (then < now) {
      share = next;
      now = then;
      step *= 1.5;
    } else {
      step *= 0.5;
    }
  }
  return now;
}

/// [Feng 2020], table 3, log10 of the error per person at budgets 1, 1.5, .. 6.
const std::vector<double> printed_brr = {4.7857, 4.4330, 4.1825, 3.9879, 3.8285, 3.6935,
                                         3.5761, 3.4723, 3.3791, 3.2944, 3.2168};
const std::vector<double> printed_mrr = {6.4056, 6.0087, 5.7135, 5.4736, 5.2686, 5.0874,
                                         4.9235, 4.7727, 4.6320, 4.4995, 4.3737};

TEST(RecordPlan, EvenSharesGiveThePapersTable) {
  for (std::size_t i = 0; i < printed_brr.size(); ++i) {
    const epsilon total = epsilon::from_nats(1.0 + 0.5 * static_cast<double>(i));
    EXPECT_NEAR(std::log10(even_plan(total, paper_large, encoding::unary).squared_error()), printed_brr[i],
                6e-5);
    EXPECT_NEAR(std::log10(even_plan(total, paper_large, encoding::direct).squared_error()), printed_mrr[i],
                6e-5);
  }
}

TEST(RecordPlan, OptimumIsThatOfAnIndependentSolverAndSpendsTheWholeBudget) {
  for (const counts& k : {paper_large, paper_small, counts{2, 2, 3}, counts{2, 5000}}) {
    for (const double nats : {0.1, 1.0, 1.5, 4.0, 6.0, 12.0}) {
      for (const encoding e : {encoding::unary, encoding::direct}) {
        const epsilon total = epsilon::from_nats(nats);
        const record_plan plan = optimal_plan(total, k, e);
        const std::vector<double> shares = nats_of(plan);
        EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), total.nats(), 1e-12);
        const double minimum = independent_minimum(e, k, total.nats());
        EXPECT_NEAR(std::log10(plan.squared_error()), std::log10(minimum), 1e-6) << nats;
        EXPECT_LE(plan.squared_error(), minimum * (1.0 + 1e-7)) << nats;
      }
    }
  }
}

TEST(RecordPlan, MoreCategoriesGetMoreAndEqualOnesTheSame) {
  for (const encoding e : {encoding::unary, encoding::direct}) {
    const std::vector<double> shares = nats_of(optimal_plan(epsilon::from_nats(2.0), paper_large, e));
    for (std::size_t i = 1; i < shares.size(); ++i) EXPECT_GT(shares[i], shares[i - 1]);
    const std::vector<double> equal = nats_of(optimal_plan(epsilon::from_nats(2.0), counts{7, 7, 7, 7}, e));
    for (const double share : equal) EXPECT_NEAR(share, 0.5, 1e-9);
  }
}

TEST(RecordPlan, MixedIsTheBestOfAllChoicesOfEncodings) {
  for (const counts& k :
       {counts{2, 3, 8}, counts{2, 2, 4, 50}, counts{2, 4, 6, 7, 100}, counts{3, 20, 20, 400}}) {
    for (const double nats : {0.5, 2.0, 5.0, 10.0}) {
      const epsilon total = epsilon::from_nats(nats);
      double best = std::numeric_limits<double>::infinity();
      for (std::uint32_t mask = 0; mask < 1U << k.size(); ++mask) {
        std::vector<encoding> each;
        for (std::size_t i = 0; i < k.size(); ++i)
          each.push_back((mask >> i & 1U) != 0 ? encoding::direct : encoding::unary);
        best = std::min(best, optimal_plan(total, k, each).squared_error());
      }
      EXPECT_LE(mixed_plan(total, k).squared_error(), best * (1.0 + 1e-9)) << nats;
    }
  }
}

TEST(RecordPlan, SamplingChancesAreThoseOfLeastError) {
  const record_plan plan = sampled_plan(epsilon::from_nats(1.0), paper_small);
  const double least = plan.squared_error();
  double roots = 0.0;
  for (std::size_t i = 0; i < 5; ++i)
    roots += std::sqrt(1.0 + histogram_error(plan.encodings[i], paper_small[i], 1.0));
  EXPECT_NEAR(least, roots * roots - 5.0, 1e-9 * least);
  for (std::size_t i = 1; i < 5; ++i) {
    record_plan moved = plan;
    moved.chances[0] += 0.01;
    moved.chances[i] -= 0.01;
    EXPECT_GT(moved.squared_error(), least);
  }
  EXPECT_LE(best_plan(epsilon::from_nats(1.0), paper_small).squared_error(), least);
}

TEST(RecordPlan, SharesOfFewUnitsStillAddUp) {
  const record_plan plan = optimal_plan(epsilon::from_units(7), counts{2, 2, 1000}, encoding::unary);
  std::uint64_t units = 0;
  for (const epsilon share : plan.shares) {
    EXPECT_FALSE(share.is_zero());
    units += share.units();
  }
  EXPECT_EQ(units, 7U);
}

TEST(RecordPlan, RefusesWhatIsNoRecord) {
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_THROW(even_plan(one, counts{}, encoding::unary), invalid_parameter);
  EXPECT_THROW(optimal_plan(one, counts{2, 1}, encoding::direct), invalid_parameter);
  EXPECT_THROW(optimal_plan(epsilon::from_units(1), counts{2, 2}, encoding::direct), invalid_parameter);
  EXPECT_THROW(optimal_plan(one, counts{2, 2}, std::vector<encoding>{encoding::unary}), invalid_parameter);
  EXPECT_THROW(histogram_error(encoding::unary, 2, 0.0), invalid_parameter);
  EXPECT_THROW(optimal_plan(epsilon::from_units(65 * epsilon::units_per_nat), counts{2, 2}, encoding::unary),
               invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
