// SPDX-License-Identifier: MIT
// Vertex-centric counts are unbiased but for the predicted loss, and err as predicted. 100 runs with fixed
// seeds; the mean is compared at 3 of its standard errors (false alarm 2.7e-3 for fresh seeds), the deviation
// at 30% (four of its standard errors).
#include "edgeldp/graph/baseline/vertex_centric.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "edgeldp/graph/exact/triangles.hpp"
#include "edgeldp/graph/input/generators.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

using preset = vertex_centric (*)(epsilon total);

vertex_centric with_nullspace(epsilon total) {
  return vertex_centric::compressed(total, codec_kind::nullspace);
}

vertex_centric with_ppr(epsilon total) {
  return vertex_centric::compressed(total, codec_kind::ppr);
}

struct setting {
  preset make;
  double total;
};

class VertexCentricStatisticalTest : public testing::TestWithParam<setting> {};

TEST_P(VertexCentricStatisticalTest, IsUnbiasedAndErrsAsPredicted) {
  const epsilon total = epsilon::from_nats(GetParam().total);
  const vertex_centric method = GetParam().make(total);
  const csr_graph g = generate_affiliation(600, 6000, 8);
  const auto truth = static_cast<double>(count_triangles(g));
  test::moments values, predicted, bias;
  for (std::uint64_t run = 0; run < 100; ++run) {
    const baseline_result r =
        estimate_triangles(g, method, {run * 31 + 7}, coin_source::simulated(run + 500));
    values.add(r.triangles.value);
    predicted.add(r.triangles.standard_error);
    bias.add(r.triangles.bias);
  }
  const double deviation = std::sqrt(values.variance());
  // The predicted bias is cautious: the true one lies between it and 0.
  EXPECT_LT(values.mean, truth + 0.3 * deviation);
  EXPECT_GT(values.mean, truth + bias.mean - 0.3 * deviation);
  EXPECT_NEAR(deviation, predicted.mean, 0.3 * predicted.mean);
  // Power: an estimate that forgot to divide by three, or to debias, would be rejected.
  EXPECT_GT(std::abs(3.0 * values.mean - truth), 0.3 * 3.0 * deviation);
}

INSTANTIATE_TEST_SUITE_P(Presets, VertexCentricStatisticalTest,
                         testing::Values(setting{vertex_centric::published, 2.0},
                                         setting{vertex_centric::strongest, 1.0},
                                         setting{vertex_centric::strongest, 4.0},
                                         setting{with_nullspace, 1.0}, setting{with_nullspace, 4.0},
                                         setting{with_ppr, 4.0}));

}  // namespace
}  // namespace edgeldp
