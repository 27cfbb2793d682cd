// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/interval.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval_coverage.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

constexpr double infinite_error = std::numeric_limits<double>::infinity();

TEST(IntervalTest, HalfWidthIsInflatedErrorAndBound) {
  const estimate e{100.0, 10.0, -3.0, 4.0, 1.5};
  EXPECT_NEAR(e.half_width(), 1.959963984540054 * 15.0 + 4.0, 1e-12);
  EXPECT_NEAR(e.high() - e.low(), 2.0 * e.half_width(), 1e-12);
  EXPECT_EQ((estimate{1.0, 1.0, -3.0}).bias_bound, 3.0) << "unless given, the bound is the bias";
}

TEST(IntervalTest, JudgesByTheHalfWidth) {
  const auto with_half_width = [](double value, double half) { return estimate{value, 0.0, 0.0, half}; };
  EXPECT_EQ(judge(with_half_width(-100.0, 25.0)), judgement::usable);
  EXPECT_EQ(judge(with_half_width(100.0, 25.1)), judgement::weak);
  EXPECT_EQ(judge(with_half_width(100.0, 100.1)), judgement::not_usable);
  EXPECT_EQ(judge(with_half_width(0.0, 1e-9)), judgement::not_usable);
  EXPECT_EQ(judge(with_half_width(0.0, 0.0)), judgement::usable) << "no noise, no doubt";
  EXPECT_EQ(judge({100.0, infinite_error, 0.0}), judgement::not_usable);
  estimate on_few = with_half_width(100.0, 1.0);
  on_few.rests_on_few = true;
  EXPECT_EQ(judge(on_few), judgement::weak);
}

TEST(IntervalTest, ScalesAsAWhole) {
  const estimate e = scaled({10.0, 2.0, -1.0, 1.5, 1.25, true}, -2.0);
  EXPECT_EQ(e.value, -20.0);
  EXPECT_EQ(e.bias, 2.0);
  EXPECT_NEAR(e.half_width(), 2.0 * (estimate{10.0, 2.0, -1.0, 1.5, 1.25}).half_width(), 1e-12);
  EXPECT_TRUE(e.rests_on_few);
}

// 10 000 pairs of which limits refuse a tenth of what is closed; noise of this standard deviation.
closure_view view_with_noise(double value, double deviation) {
  return view_closure(value, 10000.0, [&](double closure) {
    error_parts e;
    e.response_variance = 0.5 * deviation * deviation;
    e.laplace_variance = 0.5 * deviation * deviation;
    e.bias = -1000.0 * closure;
    return e;
  });
}

TEST(IntervalTest, AnEstimateThatTellsFixesClosureAndBias) {
  const closure_view view = view_with_noise(9000.0 * 0.25, 10.0);
  EXPECT_NEAR(view.closure, 0.25, 0.02);
  EXPECT_NEAR(view.error.bias, -250.0, 20.0);
  EXPECT_NEAR(view.bias_bound, bias_allowance * 250.0, bias_allowance * 25.0);
}

// A large estimate by luck must not make a large bias: what is predicted shrinks, what is allowed
// for stays.
TEST(IntervalTest, AnEstimateThatTellsNothingLeavesASmallBiasAndAWideBound) {
  for (const double value : {-40000.0, 0.0, 40000.0}) {
    const closure_view view = view_with_noise(value, 200000.0);
    EXPECT_LT(std::abs(view.error.bias), 60.0) << value;
    EXPECT_GT(view.bias_bound, 700.0) << value;
    EXPECT_NEAR(view.error.standard_error(), 200000.0, 1.0) << value;
  }
}

TEST(IntervalTest, ZeroVarianceIsNoCertainty) {
  const closure_view view = view_with_noise(0.0, 0.0);
  EXPECT_TRUE(std::isfinite(view.bias_bound));
  EXPECT_EQ(judge(conclude_triangles(0.0, view, 10000.0, 1.0, 5.0)), judgement::not_usable) << "nobody spoke";
  EXPECT_EQ(judge(conclude_triangles(50.0, view_with_noise(50.0, 1.0), 0.0, 1.0, 5.0)), judgement::not_usable)
      << "no pairs are expected";
}

TEST(IntervalTest, LeastBudgetIsTheFirstOfTheGridThatDoes) {
  const auto enough_at = [](double least) {
    return least_usable_epsilon(0.5, [=](double x) { return 0.25 * least / x; });
  };
  ASSERT_TRUE(enough_at(3.0));
  EXPECT_GE(*enough_at(3.0), 3.0);
  EXPECT_LE(*enough_at(3.0), 3.0 * 1.2 + 0.1);  // a quarter octave, rounded up
  EXPECT_EQ(enough_at(64.0), 64.0);
  EXPECT_FALSE(enough_at(64.1));
  EXPECT_FALSE(least_usable_epsilon(1.0, [](double) { return infinite_error; }));
  EXPECT_FALSE(least_usable_epsilon(1.0, [](double) -> double { throw invalid_parameter("too much"); }));
}

// Poisson(m) flips of one step each: at every m the interval misses at most 8%.
TEST(IntervalTest, StepsAreCovered) {
  for (double m = 0.001; m < 3.0; m *= 1.1) {
    const double error = std::sqrt(m), step = 1.0, f = 1.15;
    const double half = (estimate{0.0, error, 0.0, bound_of_steps(step, f, error), f}).half_width();
    double mass = std::exp(-m), covered = 0.0;
    for (double k = 0.0; k < 40.0; ++k, mass *= m / k)
      if (std::abs(k - m) <= half) covered += mass;
    EXPECT_GE(covered, 0.92) << m;
  }
}

TEST(IntervalTest, PlausibleCountsArePositiveAndNearWhatIsSure) {
  EXPECT_NEAR(plausible_count({100.0, 1.0, 0.0}), 100.0, 1e-9);
  EXPECT_NEAR(plausible_count({0.0, 10.0, 0.0}), 10.0 * std::sqrt(2.0 / 3.14159265358979), 1e-6);
  for (const double value : {-5.0, -59.0, -61.0, -1000.0}) {
    EXPECT_GT(plausible_count({value, 10.0, 0.0}), 0.0) << value;
    EXPECT_LT(plausible_count({value, 10.0, 0.0}), 8.0) << value;
  }
  EXPECT_EQ(plausible_count({-1.0, infinite_error, 0.0}), 0.0);
}

// The interval of a ratio has the errors of both.
TEST(IntervalTest, RatiosInheritBounds) {
  const estimate triangles{100.0, 5.0, -2.0, 3.0, 1.2}, wedges{1000.0, 50.0, 0.0, 0.0, 1.1};
  const estimate c = ratio_of(triangles, wedges);
  EXPECT_NEAR(c.bias_bound, 0.3 * 0.0025 + 3.0 * 3.0 / 1000.0, 1e-12);
  EXPECT_NEAR(c.inflation * c.standard_error, std::hypot(1.2 * 0.015, 1.1 * 0.3 * 0.05), 1e-12);
}

two_step options_at(double total, codec_kind codec) {
  two_step o;
  o.total = epsilon::from_nats(total);
  o.codec = codec_spec(codec);
  return o;
}

// Tiny graphs where limits let nobody speak, or released sizes leave no pairs.
TEST(IntervalTest, NoCertaintyWhereNobodySpeaks) {
  std::uint64_t silent = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const triangle_result r =
        estimate_triangles(test::complete_graph(8), options_at(1.0, codec_kind::nullspace), {seed},
                           coin_source::simulated(seed));
    EXPECT_GT(r.triangles.half_width(), 1.0) << seed;
    EXPECT_NE(judge(r.triangles), judgement::usable) << seed;
    silent += std::isinf(r.triangles.standard_error) ? 1U : 0U;
  }
  EXPECT_GT(silent, 0U) << "the case that is tested has to occur";
}

csr_graph book_graph(vertex_id pages) {
  test::edge_list edges = {{0, 1}};
  for (vertex_id page = 0; page < pages; ++page) {
    edges.emplace_back(0, page + 2);
    edges.emplace_back(1, page + 2);
  }
  return {std::uint64_t{pages} + 2, edges};
}

// One noisy bit, that of the spine, decides; on an ordinary graph none does.
TEST(IntervalTest, BooksAreWeakAtBest) {
  for (const codec_kind codec : {codec_kind::nullspace, codec_kind::bitmap}) {
    const two_step o = options_at(4.0, codec);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const triangle_result book =
          estimate_triangles(book_graph(400), o, {seed}, coin_source::simulated(seed));
      EXPECT_TRUE(book.triangles.rests_on_few) << seed;
      EXPECT_NE(judge(book.triangles), judgement::usable) << seed;
      const triangle_result social =
          estimate_triangles(generate_affiliation(600, 6000, 3), o, {seed}, coin_source::simulated(seed));
      EXPECT_FALSE(social.triangles.rests_on_few) << seed;
    }
  }
}

// The budget that is named is one at which the same protocol is usable, and not far above the
// least.
TEST(IntervalTest, TheBudgetThatWouldDoDoes) {
  const csr_graph g = generate_affiliation(600, 6000, 3);
  const two_step o = options_at(0.7, codec_kind::nullspace);
  const triangle_result r = estimate_triangles(g, o, {1}, coin_source::simulated(1));
  ASSERT_EQ(judge(r.triangles), judgement::not_usable);
  const auto enough = least_usable_epsilon(
      0.25, [&](double total) { return predict_relative_half_width(*r.published, r.closure, o, total); });
  ASSERT_TRUE(enough);
  const auto judged_usable = [&](double total) {
    int usable = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      usable += judge(estimate_triangles(g, options_at(total, codec_kind::nullspace), {seed},
                                         coin_source::simulated(seed))
                          .triangles) == judgement::usable
                    ? 1
                    : 0;
    return usable;
  };
  EXPECT_GE(judged_usable(3.0 * *enough), 4) << *enough;
  EXPECT_LE(judged_usable(*enough / 3.0), 1) << *enough;
}

TEST(BinomialUpperLimitTest, IsTheProbabilityAtWhichSoFewAreRare) {
  EXPECT_EQ(binomial_upper_limit(0, 0, 0.95), 1.0);
  EXPECT_EQ(binomial_upper_limit(7, 7, 0.95), 1.0);
  EXPECT_NEAR(binomial_upper_limit(0, 10, 0.95), 1.0 - std::pow(0.05, 0.1), 1e-12);
  EXPECT_NEAR(binomial_upper_limit(9, 10, 0.95), std::pow(0.95, 0.1), 1e-12);
  // Pr[X <= 1] = q^20 + 20 p q^19 = 0.05 at this p.
  const double p = binomial_upper_limit(1, 20, 0.95);
  EXPECT_NEAR(std::pow(1.0 - p, 20) + 20.0 * p * std::pow(1.0 - p, 19), 0.05, 1e-9);
  EXPECT_GT(binomial_upper_limit(372, 400, 0.9999), 0.93);
}

TEST(IntervalCoverageTest, Tallies) {
  interval_coverage c;
  c.add({100.0, 10.0, 0.0}, 115.0);  // usable, covered, close
  c.add({200.0, 10.0, 0.0}, 150.0);  // usable, missed, off by a third
  c.add({10.0, 10.0, 0.0}, 15.0);    // not usable, covered
  c.add({30.0, 10.0, 0.0}, 20.0);    // weak, covered
  EXPECT_EQ(c.covered().count, 3U);
  EXPECT_EQ(c.judged(judgement::usable).count, 2U);
  EXPECT_EQ(c.judged(judgement::weak).count, 1U);
  EXPECT_EQ(c.usable_covered().count, 1U);
  EXPECT_EQ(c.usable_close().count, 1U);
  EXPECT_NEAR(c.rmse(), std::sqrt((225.0 + 2500.0 + 25.0 + 100.0) / 4.0), 1e-12);
  EXPECT_NEAR(c.mean_error(), (-15.0 + 50.0 - 5.0 + 10.0) / 4.0, 1e-12);
  EXPECT_NEAR(c.median_width(), 10.0 / c.rmse(), 1e-12);
  const auto [low, high] = c.rmse_interval(2.0);
  EXPECT_LT(low, c.rmse());
  EXPECT_NEAR(low * high, c.rmse() * c.rmse(), 1e-9);
  interval_coverage twice = c;
  twice.merge(c);
  EXPECT_EQ(twice.runs(), 8U);
  EXPECT_EQ(twice.usable_covered().count, 2U);
  EXPECT_NEAR(twice.rmse(), c.rmse(), 1e-12);
}

TEST(IntervalTest, IsPrintedWithWhatItIsGoodFor) {
  std::ostringstream out;
  out << estimate{100.0, 0.0, 0.0, 10.0} << "; " << estimate{100.0, 0.0, 0.0, 50.0} << "; "
      << estimate{1.0, 0.0, 0.0, 50.0};
  EXPECT_EQ(out.str(), "100 +- 10 (95%), usable; 100 +- 50 (95%), weak; 1 +- 50 (95%), not_usable");
}

}  // namespace
}  // namespace edgeldp
