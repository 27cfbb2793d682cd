// SPDX-License-Identifier: MIT
// Vertex-centric counts are unbiased but for the predicted loss, and err as predicted. 100 runs
// with fixed seeds; the mean is compared at 3 of its standard errors (false alarm 2.7e-3 for fresh
// seeds), the deviation at 30% (four of its standard errors).
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "edgeldp/rivals/triangles/vertex_centric.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/baseline_checks.hpp"

namespace edgeldp {
namespace {

using preset = vertex_centric (*)(epsilon total);

vertex_centric with_nullspace(epsilon total) {
  return vertex_centric::compressed(total, nullspace_spec{});
}

vertex_centric with_ppr(epsilon total) {
  return vertex_centric::compressed(total, ppr_spec{});
}

struct vertex_centric_setting {
  preset make;
  double total;
};

class VertexCentricStatisticalTest : public testing::TestWithParam<vertex_centric_setting> {};

TEST_P(VertexCentricStatisticalTest, IsUnbiasedAndErrsAsPredicted) {
  const epsilon total = epsilon::from_nats(GetParam().total);
  const vertex_centric method = GetParam().make(total);
  const csr_graph g = generate_affiliation(600, 6000, 8);
  test::expect_as_predicted(test::repeat(g, method), 0.3);
}

INSTANTIATE_TEST_SUITE_P(Presets, VertexCentricStatisticalTest,
                         testing::Values(vertex_centric_setting{vertex_centric::published, 2.0},
                                         vertex_centric_setting{vertex_centric::strongest, 1.0},
                                         vertex_centric_setting{vertex_centric::strongest, 4.0},
                                         vertex_centric_setting{with_nullspace, 1.0},
                                         vertex_centric_setting{with_nullspace, 4.0},
                                         vertex_centric_setting{with_ppr, 4.0}));

}  // namespace
}  // namespace edgeldp
