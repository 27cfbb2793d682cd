// SPDX-License-Identifier: MIT
// With a large budget every verb gives the right answer, up to what is stated of it: budgets of 32,
// few runs. Seeds are fixed. Bounds are four times the predicted error and more, so that the
// false-alarm rate of each is below 1e-6 where errors are normal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {
namespace {

two_step at(double total, const codec_spec& codec = {}) {
  two_step o;
  o.total = epsilon::from_nats(total);
  o.codec = codec;
  return o;
}

csr_graph clustered() {
  return generate_affiliation(2000, 24000, 5);
}

/// Root mean squared error of triangles, relative.
double triangle_error_of(const csr_graph& g, const two_step& options, std::uint64_t runs) {
  const auto truth = static_cast<double>(exact::count_triangles(g));
  double squares = 0.0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const triangle_result r = estimate_triangles(g, options, {run + 1}, coin_source::simulated(run + 77));
    squares += std::pow(r.triangles.value / truth - 1.0, 2) / static_cast<double>(runs);
  }
  return std::sqrt(squares);
}

TEST(ConvergenceStatisticalTest, TrianglesAreRightToATenthOfAPercent) {
  const csr_graph g = clustered();
  EXPECT_LT(triangle_error_of(g, at(32.0), 4), 0.002);
  EXPECT_LT(triangle_error_of(g, at(32.0, bitmap_spec{}), 4), 0.002);
}

TEST(ConvergenceStatisticalTest, NamedCodecsReachTheFloorOfTheirLaw) {
  const csr_graph g = clustered();
  const auto above_floor = [&](const codec_spec& codec, double total) {
    const triangle_result r = estimate_triangles(g, at(total, codec), {5}, coin_source::simulated(5));
    EXPECT_GT(r.law_floor, 0.0);
    return r.error.rmse() / r.law_floor;
  };
  EXPECT_LE(above_floor(nullspace_spec{}, 32.0), 1.2);
  EXPECT_LE(above_floor(ppr_spec{}, 64.0), 1.2);
  EXPECT_LE(above_floor(ppr_spec{}, 32.0), 1.3);  // 19 nats buy its law, and the count wants its share
}

TEST(ConvergenceStatisticalTest, MoreBudgetLessError) {
  const csr_graph g = clustered();
  constexpr std::uint64_t runs = 12;
  double before = std::numeric_limits<double>::infinity();
  for (const double total : {1.0, 4.0, 16.0, 64.0}) {
    const double error = triangle_error_of(g, at(total), runs);
    // The ratio of two mean squares of 12 runs exceeds 9 by chance less than once in a thousand; a
    // factor of 4 in the budget brings 3 at least here.
    EXPECT_LT(error, before) << total;
    before = error;
  }
}

TEST(ConvergenceStatisticalTest, DegreesEdgesAndStarsAreExact) {
  const csr_graph g = clustered();
  const degree_result r = release_all_degrees(g, epsilon::from_nats(32.0), coin_source::simulated(3));
  const estimate edges = estimate_edges(r.degrees), stars = estimate_stars(r.degrees, 2);
  double wedges = 0.0;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto d = static_cast<double>(g.degree(static_cast<vertex_id>(u)));
    wedges += 0.5 * d * (d - 1.0);
  }
  EXPECT_NEAR(edges.value / static_cast<double>(g.edge_count()), 1.0, 1e-6);
  EXPECT_NEAR(stars.value / wedges, 1.0, 1e-6);
}

double common_of(const csr_graph& g, const user_pair& pair) {
  return static_cast<double>(
      exact::count_common_neighbors(g.neighbors(pair.first), g.neighbors(pair.second)).common);
}

TEST(ConvergenceStatisticalTest, CommonNeighborsAreRightToHalfAUser) {
  const csr_graph g = clustered();
  std::vector<user_pair> pairs;
  for (vertex_id u = 0; u < 100; u += 2) pairs.push_back({u, u + 1});
  common_options options;
  options.total = epsilon::from_nats(32.0);
  for (const common_method method : {common_method::naive, common_method::one_round,
                                     common_method::single_source, common_method::double_source}) {
    options.method = method;
    const common_result r = estimate_common_neighbors(g, pairs, options, {9}, coin_source::simulated(9));
    double off = 0.0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      off += std::abs(r.pairs[i].value.value - common_of(g, pairs[i])) / static_cast<double>(pairs.size());
    EXPECT_LT(off, 0.5) << static_cast<int>(method);
  }
}

TEST(ConvergenceStatisticalTest, CyclesAreRightToAPercent) {
  const csr_graph g = generate_affiliation(400, 4000, 5);
  for (const unsigned length : {4U, 5U}) {
    const auto truth = static_cast<double>(exact::count_cycles(g, length));
    const cycle_result r = estimate_cycles(g, length, at(32.0), {4}, coin_source::simulated(6));
    EXPECT_NEAR(r.cycles.value / truth, 1.0, 0.01) << length;
  }
}

}  // namespace
}  // namespace edgeldp
