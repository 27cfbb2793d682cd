// SPDX-License-Identifier: MIT
// The two-step triangle estimate is unbiased and has the variance that
// graph/src/uniform/derivation.md derives. Seeds are fixed. Means are compared at 5.2 standard
// errors (false alarm 2e-7 each), measured variances at 6 of their own (2e-9). Runs are as many as
// see a bias of 1.2% of the count (ppr: 3% to 5%) or a variance that is off by 22%, at budgets
// where rows and noise both matter.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

using test::describe;
using test::sample;
using test::variance_z;

/// Exact sum over pairs of c_jk^2, on edges and elsewhere, in order of number.
std::pair<double, double> squared_sharing(const csr_graph& g) {
  const std::uint64_t n = g.vertex_count();
  std::vector<double> c(n * n), edge(n * n);
  for (vertex_id i = 0; i < n; ++i) {
    for (const vertex_id k : g.neighbors(i)) {
      edge[i * n + k] = 1.0;
      for (const vertex_id j : g.neighbors(i))
        if (j < k && k < i) c[k * n + j] += 1.0;
    }
  }
  double on = 0, off = 0;
  for (std::size_t p = 0; p < c.size(); ++p) (edge[p] > 0 ? on : off) += c[p] * c[p];
  return {on, off};
}

struct triangle_setting {
  codec_kind codec;
  double total, alpha;
  unsigned level;
  bound_kind clip;
};

constexpr int variance_runs = 1500;

class TrianglesStatisticalTest : public testing::TestWithParam<triangle_setting> {};

/// Order `id` and a margin that never clips: caps follow from ranks, so the variance is known in
/// closed form.
TEST_P(TrianglesStatisticalTest, IsUnbiasedWithTheDerivedVariance) {
  const triangle_setting s = GetParam();
  const csr_graph g = generate_affiliation(60, 500, 8);
  two_step o;
  o.total = epsilon::from_nats(s.total);
  o.codec = codec_spec::parse(name_of(s.codec), {s.alpha, s.level});
  o.order = user_order::id;
  o.split = budget_split{0.04, 0.0, 0.1, 0.84};
  o.clip = {s.clip, 100000, {}};
  if (s.clip == bound_kind::pairs) o.clip.kappa_percent = 100;

  const auto truth = static_cast<double>(exact::count_triangles(g));
  std::vector<double> values;
  bit_lattice lattice{};
  for (std::uint64_t run = 0; run < variance_runs; ++run) {
    const triangle_result r =
        estimate_triangles(g, o, {run * 0x9e3779b97f4a7c15U + 1}, coin_source::simulated(run));
    values.push_back(r.triangles.value);
    lattice = r.published->layout().codec().lattice();
  }
  const sample measured = describe(values);

  const bit_law law = o.codec.law(epsilon::from_nats(0.1 * s.total));
  const auto [on, off] = squared_sharing(g);
  double variance = on * law.edge_variance() + off * law.non_edge_variance();
  const double response_part = variance;
  const epsilon count = epsilon::from_nats(0.84 * s.total);
  const double spread = (law.p1 - law.p0) * static_cast<double>(lattice.scale);
  const std::uint64_t step = s.clip == bound_kind::pairs ? lattice.scale - lattice.offset : lattice.scale;
  for (std::uint64_t rank = 2; rank < g.vertex_count(); ++rank)
    variance += discrete_laplace((rank - 1) * step, count).variance() / (spread * spread);

  EXPECT_NEAR(measured.mean, truth, 5.2 * std::sqrt(variance / variance_runs));
  EXPECT_LT(variance_z(measured, variance), 6.0) << measured.variance << " against " << variance;
  // Power: without its randomized-response part, which is 0.6 to 0.86 of it, the prediction must be
  // rejected; 13 to 20 standard errors are expected.
  EXPECT_GT(variance_z(measured, variance - response_part), 6.0);
}

INSTANTIATE_TEST_SUITE_P(
    Codecs, TrianglesStatisticalTest,
    testing::Values(triangle_setting{codec_kind::bitmap, 12.0, 2.0, 5, bound_kind::neighbors},
                    triangle_setting{codec_kind::ppr, 12.0, 2.0, 7, bound_kind::neighbors},
                    triangle_setting{codec_kind::nullspace, 12.0, 2.0, 5, bound_kind::neighbors},
                    triangle_setting{codec_kind::bitmap, 12.0, 2.0, 5, bound_kind::pairs},
                    triangle_setting{codec_kind::ppr, 12.0, 2.0, 3, bound_kind::pairs},
                    triangle_setting{codec_kind::ppr, 12.0, 1.5, 5, bound_kind::pairs},
                    triangle_setting{codec_kind::nullspace, 12.0, 2.0, 5, bound_kind::pairs},
                    triangle_setting{codec_kind::nullspace, 16.5, 2.0, 5, bound_kind::pairs}));

/// With clipping: the mean is the truth plus the predicted bias, to 5.2 standard errors plus a
/// quarter of the bias itself (the closure of clipped users differs from the average), with limits
/// on pairs 0.4 of it (so does the closure of single neighbours).
class ClippedTrianglesStatisticalTest : public testing::TestWithParam<bound_options> {};

TEST_P(ClippedTrianglesStatisticalTest, BiasIsPredicted) {
  const csr_graph g = generate_affiliation(400, 6000, 8);
  const auto truth = static_cast<double>(exact::count_triangles(g));
  two_step o;
  o.total = epsilon::from_nats(4.0);
  o.codec = bitmap_spec{};
  o.clip = GetParam();
  std::vector<double> values;
  double bias = 0, standard_error = 0;
  constexpr int runs = 300;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const triangle_result r = estimate_triangles(g, o, {run * 77 + 5}, coin_source::simulated(run));
    values.push_back(r.triangles.value);
    bias += r.triangles.bias / runs;
    standard_error += r.triangles.standard_error / runs;
  }
  const sample measured = describe(values);
  const double error_of_mean = std::sqrt(measured.variance / runs);
  EXPECT_LT(bias, -10.0 * error_of_mean) << "the bias must be visible for this test to mean anything";
  const bool pairs = GetParam().kind == bound_kind::pairs;
  EXPECT_NEAR(measured.mean, truth + bias, 5.2 * error_of_mean + (pairs ? 0.4 : 0.25) * std::abs(bias));
  // Refused pairs take their noise along, so the standard error of clipped pairs is on the safe
  // side.
  EXPECT_LT(std::sqrt(measured.variance), 1.2 * standard_error);
  EXPECT_GT(std::sqrt(measured.variance), (pairs ? 0.6 : 0.8) * standard_error);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ClippedTrianglesStatisticalTest,
                         testing::Values(bound_options{bound_kind::neighbors, 1, {}},
                                         bound_options{bound_kind::pairs, 1, 75},
                                         bound_options{bound_kind::pairs, -2, 100},
                                         bound_options{bound_kind::pairs, 3, 65}));

/// Every codec and every order but `id`, which has a test above: unbiased when nothing is clipped.
/// A bias of 2% is seen (ppr: 7%).
TEST(OrderedTrianglesStatisticalTest, EveryOrderIsUnbiased) {
  const csr_graph g = generate_affiliation(80, 700, 9);
  const auto truth = static_cast<double>(exact::count_triangles(g));
  for (const user_order order : {user_order::random, user_order::noisy_degree}) {
    for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
      two_step o;
      o.total = epsilon::from_nats(12.0);
      o.split = budget_split{0.04, 0.0, 0.1, 0.84};
      o.codec = codec_spec(codec);
      o.order = order;
      o.clip = {bound_kind::pairs, 100000, 100};
      std::vector<double> values;
      for (std::uint64_t run = 0; run < 500; ++run)
        values.push_back(
            estimate_triangles(g, o, {run * 31 + 7}, coin_source::simulated(run + 10000)).triangles.value);
      const sample measured = describe(values);
      EXPECT_NEAR(measured.mean, truth, 5.2 * std::sqrt(measured.variance / 500.0))
          << "order " << static_cast<int>(order) << " codec " << static_cast<int>(codec);
    }
  }
}

/// The broken twin: debiasing with p of the total budget instead of the edge budget's; it is off by
/// 24 standard errors.
TEST(OrderedTrianglesStatisticalTest, WrongDebiasingIsRejected) {
  const csr_graph g = generate_affiliation(80, 700, 9);
  const auto truth = static_cast<double>(exact::count_triangles(g));
  two_step o;
  o.total = epsilon::from_nats(6.0);
  o.codec = bitmap_spec{};
  o.clip = {bound_kind::pairs, 100000, 100};
  std::vector<double> values;
  for (std::uint64_t run = 0; run < 40; ++run) {
    const triangle_result r = estimate_triangles(g, o, {run * 31 + 7}, coin_source::simulated(run + 10000));
    const double right = r.published->law().p1 - r.published->law().p0;
    const double wrong = o.codec.law(o.total).p1 - o.codec.law(o.total).p0;
    values.push_back(r.triangles.value * right / wrong);
  }
  const sample measured = describe(values);
  EXPECT_GT(std::abs(measured.mean - truth), 5.2 * std::sqrt(measured.variance / 40.0));
}

}  // namespace
}  // namespace edgeldp
