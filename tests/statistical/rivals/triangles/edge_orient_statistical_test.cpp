// SPDX-License-Identifier: MIT
// EdgeOrient is unbiased, and errs as predicted, with either noise. 100 runs with fixed seeds; the
// mean is compared at 3 of its standard errors (false alarm 2.7e-3 for fresh seeds), the deviation
// at 30% (four of its standard errors).
#include "edgeldp/rivals/triangles/edge_orient_simulation.hpp"

#include <gtest/gtest.h>

#include "edgeldp/graph/generate/generators.hpp"
#include "support/baseline_checks.hpp"

namespace edgeldp {
namespace {

TEST(EdgeOrientStatisticalTest, IsUnbiasedAndErrsAsPredicted) {
  const csr_graph g = generate_affiliation(600, 6000, 8);
  for (const double nats : {2.0, 8.0}) {
    const epsilon total = epsilon::from_nats(nats);
    for (const edge_orient& method : {edge_orient::published(total), edge_orient::sound(total)})
      test::expect_as_predicted(test::repeat(g, method), 0.3);
  }
}

}  // namespace
}  // namespace edgeldp
