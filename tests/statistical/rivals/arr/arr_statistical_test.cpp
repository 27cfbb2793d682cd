// SPDX-License-Identifier: MIT
// Local two rounds and ARR are unbiased but for the clipping bias that they predict, with the
// standard error that they predict. Seeds are fixed; 100 runs a preset. Means at 5.73 standard
// errors (1e-8 each if the seeds were drawn anew), measured standard deviations within 30% (their
// own standard error is 7%, or 11% where one Laplace noise decides).
//
// What clipping costs follows from the closure of the counted pairs, which users do not tell; so
// ARR's means are compared with what is predicted at the true closure, and so are the pairs that
// its limits refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>

#include "arr/plan.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/rivals/arr/arr_simulation.hpp"
#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"
#include "edgeldp/rivals/triangles/local_two_rounds.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "kernels/counted_pairs_simulation.hpp"
#include "support/graphs.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

constexpr int arr_runs = 100;

struct measurement {
  test::moments error;
  double predicted_error = 0.0, predicted_bias = 0.0;
};

release_key arr_key(std::uint64_t run) {
  return {run * 0x9e3779b97f4a7c15U + 3};
}

template <TriangleBaseline Method>
measurement measure(const csr_graph& g, const Method& method) {
  const auto truth = static_cast<double>(exact::count_triangles(g));
  measurement m;
  for (std::uint64_t run = 0; run < arr_runs; ++run) {
    const baseline_result r = estimate_triangles(g, method, arr_key(run), coin_source::simulated(run + 1));
    m.error.add(r.triangles.value - truth);
    m.predicted_error += r.triangles.standard_error / arr_runs;
    m.predicted_bias += r.triangles.bias / arr_runs;
  }
  return m;
}

void expect_as_predicted(const measurement& m, double variance_tolerance) {
  const double spread = std::sqrt(m.error.variance());
  EXPECT_NEAR(m.error.mean, m.predicted_bias, test::significant_z * spread / std::sqrt(arr_runs));
  EXPECT_NEAR(spread / m.predicted_error, 1.0, variance_tolerance)
      << spread << " against " << m.predicted_error;
}

TEST(LocalTwoRoundsStatisticalTest, PublishedIsUnbiasedWithThePredictedError) {
  expect_as_predicted(
      measure(test::large_social_graph(), local_two_rounds::published(epsilon::from_nats(2.0))), 0.3);
}

TEST(LocalTwoRoundsStatisticalTest, StrongestIsUnbiasedWithThePredictedError) {
  expect_as_predicted(
      measure(test::large_social_graph(), local_two_rounds::strongest(epsilon::from_nats(2.0))), 0.3);
}

struct arr_setting {
  arr_variant variant;
  double mu_star;  ///< 1: the largest
  bool is_published;
  double total;

  arr method() const {
    const epsilon budget = epsilon::from_nats(total);
    const double most = arr::largest_mu_star(variant, arr::published_edges(budget));
    return {variant, budget, std::fmin(mu_star, most), is_published};
  }
};

void PrintTo(const arr_setting& s, std::ostream* out) {
  *out << "variant " << static_cast<int>(s.variant) << " mu* " << s.mu_star << " total " << s.total
       << (s.is_published ? " published" : " strongest");
}

class ArrStatisticalTest : public testing::TestWithParam<arr_setting> {};

/// A run of ARR up to the plan, and the facts that its users keep to themselves.
struct started_run {
  arr method;
  coin_source coins;
  arr_start start;
  ranked_lists all;  ///< every list whole
  double pairs = 0.0, closure = 0.0;

  started_run(const csr_graph& g, const arr& m, std::uint64_t run)
      : method(m),
        coins(coin_source::simulated(run + 1)),
        start(simulate_run(g, {}, m.total, arr_key(run), coins, [&](session& s) { return start_arr(s, m); })),
        all(keep_ranks(g, start.known.rank(), std::vector<std::uint64_t>(g.vertex_count(), g.vertex_count()),
                       coins)) {
    for (std::size_t u = 0; u < g.vertex_count(); ++u) pairs += pairs_of(all, u);
    closure = static_cast<double>(exact::count_triangles(g)) / pairs;
  }

  static double pairs_of(const ranked_lists& lists, std::size_t u) {
    const auto s = static_cast<double>(lists.of(static_cast<vertex_id>(u)).size());
    return 0.5 * s * (s - 1.0);
  }
  error_parts predicted() const { return predict_arr_error(start.plan, start.terms, start.sizes, closure); }
};

constexpr int planned_runs = 15;  // plans differ little

TEST_P(ArrStatisticalTest, IsUnbiasedWithThePredictedError) {
  const csr_graph g = test::large_social_graph();
  const arr method = GetParam().method();
  measurement m = measure(g, method);
  m.predicted_bias = 0.0;
  for (std::uint64_t run = 0; run < planned_runs; ++run)
    m.predicted_bias += started_run(g, method, run).predicted().bias / planned_runs;
  expect_as_predicted(m, 0.3);
}

/// What clipping takes from the estimate in one run: pairs that caps lose at the closure, noisy
/// pairs that limits refuse.
double clipped(const csr_graph& g, const started_run& run) {
  const arr_plan& plan = run.start.plan;
  const std::span<const std::uint32_t> rank = run.start.known.rank();
  const ranked_lists kept = keep_ranks(g, rank, plan.caps, run.coins);
  noisy_triangle noisy(g.vertex_count());
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    run.coins(coin_purpose::edges, u, [&](private_randomness& source) {
      encode_asymmetric(plan.response, run.all.of(u), rank[u], source, noisy.row(rank[u]));
    });
  double lost = 0.0, refused = 0.0;
  for (vertex_id u = 0; u < g.vertex_count(); ++u) {
    lost += run.closure * (started_run::pairs_of(run.all, u) - started_run::pairs_of(kept, u));
    const auto members = kept.of(u);
    const auto count = [&](uint128 kappa) {
      pair_clip clip(plan.rule, members.size(), kappa);
      count_on_triangle(noisy, run.method.variant, rank[u], members, clip);
      return static_cast<double>(clip.count());
    };
    refused += count(uint128{members.size()} * asymmetric_response::resolution) - count(plan.kappa[u]);
  }
  return lost + refused / arr_pair_law(plan.response, run.method.variant).divisor();
}

// The model knows neither how evenly edges fall on the members of this graph's lists nor their
// order: 25%. (Sizes rounded up to classes of 19% would predict 1.5 to 2 times the refusals.)
TEST(ArrStatisticalTest, PredictedBiasIsWhatClippingTakes) {
  const csr_graph g = test::large_social_graph();
  for (const arr_setting& s :
       {arr_setting{arr_variant::full, 1.0, false, 1.0}, arr_setting{arr_variant::one, 0.2, false, 2.0},
        arr_setting{arr_variant::two, 0.02, false, 2.0}}) {
    double predicted = 0.0, taken = 0.0;
    for (std::uint64_t i = 0; i < planned_runs; ++i) {
      const started_run run(g, s.method(), i);
      predicted -= run.predicted().bias;
      taken += clipped(g, run);
    }
    EXPECT_NEAR(predicted / taken, 1.0, 0.25) << testing::PrintToString(s);
  }
}

std::vector<arr_setting> arr_settings() {
  std::vector<arr_setting> all;
  for (const bool is_published : {true, false})
    for (const auto variant : {arr_variant::full, arr_variant::one, arr_variant::two})
      for (const auto& [mu_star, total] : {std::pair{0.2, 2.0}, std::pair{1.0, 6.0}, std::pair{0.005, 2.0}})
        all.push_back({variant, mu_star, is_published, total});
  all.push_back({arr_variant::full, 1.0, true, 1.0});
  all.push_back({arr_variant::full, 1.0, false, 1.0});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Presets, ArrStatisticalTest, testing::ValuesIn(arr_settings()));

}  // namespace
}  // namespace edgeldp
