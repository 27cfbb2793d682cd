// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/clustering/clustering.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {
namespace {

TEST(ClusteringTest, DeltaMethod) {
  const estimate triangles{100.0, 5.0, -2.0}, wedges{1500.0, 75.0, 0.0};
  const estimate c = ratio_of(triangles, wedges);
  EXPECT_DOUBLE_EQ(c.value, 0.2);
  EXPECT_NEAR(c.standard_error, 0.2 * std::hypot(0.05, 0.05), 1e-12);
  EXPECT_NEAR(c.bias, 0.2 * 0.0025 - 0.004, 1e-12);
  EXPECT_DOUBLE_EQ(ratio_of({0.0, 5.0, 0.0}, wedges).standard_error, 0.01);
  for (const double none : {0.0, -10.0})
    EXPECT_TRUE(std::isinf(ratio_of(triangles, {none, 1.0, 0.0}).standard_error));
}

TEST(ClusteringTest, UsesOneRunOfTheTriangleProtocol) {
  const csr_graph g = generate_affiliation(200, 1500, 3);
  two_step options;
  options.degree_share = clustering_degree_share;
  const clustering_result c = estimate_clustering(g, options, {5}, coin_source::simulated(6));
  const triangle_result t = estimate_triangles(g, options, {5}, coin_source::simulated(6));
  EXPECT_EQ(c.run.triangles.value, t.triangles.value);
  EXPECT_EQ(c.clustering.value, 3.0 * t.triangles.value / c.wedges.value);
  EXPECT_EQ(c.run.run.spent.edge_ldp(), t.run.spent.edge_ldp());

  const centred_options by_rank{options.total, {}, clustering_degree_share};
  const centred_clustering_result d = estimate_clustering(g, by_rank, {5}, coin_source::simulated(6));
  const centred_result u = estimate_centred_triangles(g, by_rank, {5}, coin_source::simulated(6));
  EXPECT_EQ(d.run.triangles.value, u.triangles.value);
  EXPECT_EQ(d.clustering.value, 3.0 * u.triangles.value / d.wedges.value);
  EXPECT_EQ(d.run.run.spent.spent(), u.run.spent.spent());
}

}  // namespace
}  // namespace edgeldp
