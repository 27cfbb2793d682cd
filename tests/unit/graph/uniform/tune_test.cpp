// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tune_curator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/cost.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {
namespace {

tuning_point point(double error, double upload, double download, double seconds,
                   codec_kind kind = codec_kind::ppr) {
  tuning_point p;
  p.codec = codec_spec(kind);
  p.relative_error = error;
  p.cost.upload_bytes = upload;
  p.cost.download_bytes = download;
  p.cost.encode_seconds = seconds;
  return p;
}

TEST(TuneTest, FrontHoldsWhatNothingBeats) {
  const std::vector<tuning_point> points = {point(0.3, 5, 10, 1),   point(0.1, 9, 20, 1),
                                            point(0.3, 6, 10, 1),   point(0.2, 9, 20, 1),
                                            point(0.3, 6, 10, 0.2), point(0.3, 5.5, 10, 0.95)};
  // 0.95 s against 1 s is no difference.
  EXPECT_EQ(pareto_front(points), (std::vector<bool>{true, true, false, false, true, false}));
}

TEST(TuneTest, BestMeetsTheLimits) {
  const std::vector<tuning_point> points = {point(0.05, 400, 9, 1, codec_kind::bitmap),
                                            point(0.1, 20, 9, 3, codec_kind::nullspace), point(0.2, 10, 9, 2),
                                            point(0.4, 5, 9, 1), point(0.4, 4, 9, 1)};
  EXPECT_EQ(best_under(points, {}), 0U);  // nothing else is near its error
  EXPECT_EQ(best_under(points, {12.0, {}, {}}), 2U);
  EXPECT_EQ(best_under(points, {{}, 1.5, {}}), 0U);
  EXPECT_EQ(best_under(points, {8.0, 1.5, {}}), 4U);  // a tie in error: the fewest bytes
  EXPECT_EQ(best_under(points, {{}, {}, 0.25}), 2U);  // fewest bytes that suffice
  EXPECT_FALSE(best_under(points, {3.0, {}, {}}).has_value());
  const std::vector<tuning_point> dense = {point(0.05, 20, 9, 1, codec_kind::bitmap),
                                           point(0.1, 25, 9, 3, codec_kind::nullspace)};
  EXPECT_EQ(best_under(dense, {}), 0U);
  const std::vector<tuning_point> near = {point(0.082, 400, 9, 1, codec_kind::bitmap),
                                          point(0.1, 25, 9, 3, codec_kind::nullspace), point(0.103, 5, 9, 3)};
  EXPECT_EQ(best_under(near, {}), 1U);  // within a quarter of the least error the fewest bytes
}

TEST(TuneTest, ScaledEdgeBudgetsStayExpressible) {
  // Hubs without closure: the plan gives the edge round what it can use, and 1.4 times that must
  // not throw.
  const tuning_subject subject = make_tuning_subject(300, 12.0, 2.5, 0.0);
  two_step options;
  options.total = epsilon::from_nats(60.0);
  codec_spec codec;
  codec = bitmap_spec{};
  for (const double factor : {1.0, 1.4, 4.0}) {
    const tuning_point p = evaluate_tuning(subject, options, {{&codec, 1}, {&factor, 1}}, {1, 1}).front();
    EXPECT_LE(p.plan.budgets.edges.nats(), codec.possible_budget());
  }
}

TEST(TuneTest, AutoEndsAtLargeBudgetsAndOnDenseGraphs) {
  two_step options;
  options.total = epsilon::from_nats(30.0);
  const csr_graph sparse = generate_erdos_renyi(500, 2500, 3);
  EXPECT_NE(estimate_triangles(sparse, options, {1}, coin_source::simulated(1)).published->parameters().codec,
            codec_kind::ppr);
  options.total = epsilon::from_nats(4.0);
  const csr_graph dense = generate_erdos_renyi(200, 17000, 3);
  EXPECT_EQ(estimate_triangles(dense, options, {1}, coin_source::simulated(1)).published->parameters().codec,
            codec_kind::bitmap);
}

TEST(TuneTest, MadeUpSubjectHasTheMeanAndTheTail) {
  const tuning_subject subject = make_tuning_subject(20000, 12.0, 2.5, 0.2);
  const double sum = std::accumulate(subject.degrees.begin(), subject.degrees.end(), 0.0);
  EXPECT_NEAR(sum / 20000.0, 12.0, 0.1);
  // Pr[degree >= d] falls like d^-1.5.
  const auto above = [&](std::int64_t d) {
    return static_cast<double>(
        std::ranges::count_if(subject.degrees, [&](std::int64_t x) { return x >= d; }));
  };
  EXPECT_NEAR(above(40) / above(160), 8.0, 0.8);
  EXPECT_GT(subject.triangles, 0.0);
  EXPECT_THROW(make_tuning_subject(1, 1.0, 2.5, 0.2), invalid_parameter);
  EXPECT_THROW(make_tuning_subject(100, 100.0, 2.5, 0.2), invalid_parameter);
  EXPECT_THROW(make_tuning_subject(100, 10.0, 2.0, 0.2), invalid_parameter);
  EXPECT_THROW(make_tuning_subject(100, 10.0, 2.5, std::nan("")), invalid_parameter);
}

TEST(TuneTest, PredictedBytesAreThoseOfRealMessages) {
  const csr_graph g = generate_affiliation(3000, 36000, 5);
  const tuning_subject subject = tuning_subject_of(g, static_cast<double>(exact::count_triangles(g)));
  for (const codec_kind kind : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    two_step options;
    options.codec = codec_spec(kind);
    message_cost predicted, real;
    // Run by run: plans that are about as good differ by a third in bytes.
    for (std::uint64_t run = 0; run < 4; ++run) {
      const triangle_result r = estimate_triangles(g, options, {run + 100}, coin_source::simulated(run));
      const release_layout& layout = r.published->layout();
      const std::vector<std::int64_t> sizes = subject.sizes(layout.ranks());
      const message_cost p = predict_message_cost(layout, std::vector<double>(sizes.begin(), sizes.end()),
                                                  r.plan.cap, r.plan.budgets.count, run, 3e6);
      predicted.upload_bytes += p.upload_bytes;
      predicted.download_bytes += p.download_bytes;
      predicted.edge_section_bytes += p.edge_section_bytes;
      real.upload_bytes += r.communication.upload_bytes;
      real.download_bytes += static_cast<double>(r.communication.download_bytes);
      real.edge_section_bytes += static_cast<double>(r.communication.edge_section_bytes);
    }
    EXPECT_NEAR(predicted.upload_bytes, real.upload_bytes, 0.05 * real.upload_bytes);
    EXPECT_NEAR(predicted.download_bytes, real.download_bytes, 0.05 * real.download_bytes);
    EXPECT_NEAR(predicted.edge_section_bytes, real.edge_section_bytes, 0.05 * real.edge_section_bytes);
  }
}

TEST(TuneTest, PlansAreDrawnAsRunsDrawThem) {
  const csr_graph g = generate_affiliation(3000, 36000, 5);
  const tuning_subject subject = tuning_subject_of(g, static_cast<double>(exact::count_triangles(g)));
  two_step options;
  options.codec = nullspace_spec{};
  const double factor = 1.0;
  constexpr unsigned draws = 24;
  double difference = 0.0, squares = 0.0;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    const tuning_point p =
        evaluate_tuning(subject, options, {{&options.codec, 1}, {&factor, 1}}, {1, draw}).front();
    const triangle_result r = estimate_triangles(g, options, {draw + 100}, coin_source::simulated(draw));
    const double d = p.cost.edge_section_bytes - static_cast<double>(r.communication.edge_section_bytes);
    difference += d / draws;
    squares += d * d / draws;
  }
  // Independent draws: the mean difference within 5 standard errors of 0, false alarms below 1e-5
  // of a seed.
  EXPECT_LE(std::abs(difference), 5.0 * std::sqrt(squares / draws));
}

TEST(TuneTest, PredictedBytesOfDenseRowsToo) {
  // 85% of all pairs: most rows are drawn by what they leave out, and a bitmap's bytes tell how
  // many that is.
  const csr_graph g = generate_erdos_renyi(200, 17000, 3);
  const tuning_subject subject = tuning_subject_of(g, static_cast<double>(exact::count_triangles(g)));
  two_step options;
  options.total = epsilon::from_nats(16.0);
  options.codec = bitmap_spec{};
  const double factor = 1.0;
  const tuning_point p =
      evaluate_tuning(subject, options, {{&options.codec, 1}, {&factor, 1}}, {2, 1}).front();
  const triangle_result r = estimate_triangles(g, options, {100}, coin_source::simulated(1));
  const auto section = r.communication.edge_section_bytes;
  EXPECT_NEAR(p.cost.edge_section_bytes, section, 0.05 * section);
}

TEST(TuneTest, PredictedErrorIsTheProtocolsOwnStandardError) {
  const csr_graph g = generate_affiliation(2000, 20000, 5);
  const double triangles = static_cast<double>(exact::count_triangles(g));
  const tuning_subject subject = tuning_subject_of(g, triangles);
  codec_spec codec;
  codec = ppr_spec{};
  two_step options;
  options.codec = codec;
  const double factor = 1.0;
  const tuning_point p = evaluate_tuning(subject, options, {{&codec, 1}, {&factor, 1}}, {10, 1}).front();
  double square = 0.0;
  for (std::uint64_t run = 0; run < 20; ++run) {
    const triangle_result r = estimate_triangles(g, options, {run + 100}, coin_source::simulated(run));
    square +=
        (r.triangles.standard_error * r.triangles.standard_error + r.triangles.bias * r.triangles.bias) /
        20.0;
  }
  EXPECT_NEAR(p.relative_error * triangles, std::sqrt(square), 0.1 * std::sqrt(square));
}

TEST(TuneTest, AutoReadsReleasedNumbersOnlyAndKeepsToItsLimits) {
  const csr_graph g = generate_affiliation(2000, 20000, 5);
  two_step options;
  const auto unlimited = estimate_triangles(g, options, {1}, coin_source::simulated(1));
  EXPECT_EQ(unlimited.published->parameters().codec, codec_kind::nullspace);
  two_step smallest = options;
  smallest.codec = ppr_spec{.level = 9};
  const auto least = estimate_triangles(g, smallest, {1}, coin_source::simulated(1));
  ASSERT_LT(least.communication.upload_bytes, 0.98 * unlimited.communication.upload_bytes);
  options.limit.upload_bytes = 1.01 * least.communication.upload_bytes;
  const auto limited = estimate_triangles(g, options, {1}, coin_source::simulated(1));
  EXPECT_LT(limited.communication.upload_bytes, unlimited.communication.upload_bytes);
  EXPECT_LT(limited.communication.upload_bytes, 1.1 * *options.limit.upload_bytes);
  options.limit.upload_bytes = 0.5;
  EXPECT_THROW(estimate_triangles(g, options, {1}, coin_source::simulated(1)), invalid_parameter);

  // The same released degrees, whatever graph is behind them: the same choice.
  const public_view known(user_order::noisy_degree, {7}, std::vector<std::int64_t>(500, 12),
                          epsilon::from_nats(0.02));
  options.limit.upload_bytes = 9.0;
  EXPECT_EQ(choose_codec(options, known, {7}).codec, choose_codec(options, known, {7}).codec);
  options.limit.encode_seconds = 1.0;  // the clock has no say
  EXPECT_THROW(choose_codec(options, known, {7}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
