// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/central_count_curator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

constexpr vertex_id counted_users = 5;

/// Probabilities of the numbers up to the largest on either side, of all numbers, under some rungs.
constexpr std::int64_t largest_number = 40;
std::vector<double> law_of(std::int64_t truth, const std::vector<std::uint64_t>& rungs, double epsilon) {
  double all = 0.0;
  std::vector<double> law;
  for (std::int64_t x = -2000; x <= 2000; ++x) {
    const double weight =
        std::exp(-0.5 * epsilon *
                 static_cast<double>(rung_at(rungs, static_cast<std::uint64_t>(std::abs(x - truth)))));
    all += weight;
    if (std::abs(x) <= largest_number) law.push_back(weight);
  }
  for (double& p : law) p /= all;
  return law;
}

/// The largest log-ratio of a number's probability under two graphs that differ in one edge. All
/// graphs have few counts with few rungs: a law is computed once.
template <class RungsOf>
double largest_loss(double epsilon, const RungsOf& rungs_of) {
  std::map<std::pair<std::int64_t, std::vector<std::uint64_t>>, std::vector<double>> known;
  std::vector<const std::vector<double>*> laws;
  for (std::uint32_t mask = 0; mask < test::graphs_of(counted_users); ++mask) {
    const csr_graph g = test::graph_of(counted_users, mask);
    const std::pair counted(static_cast<std::int64_t>(exact::count_triangles(g)), rungs_of(g));
    std::vector<double>& law = known[counted];
    if (law.empty()) law = law_of(counted.first, counted.second, epsilon);
    laws.push_back(&law);
  }
  double ratio = 0.0;
  for (std::uint32_t mask = 0; mask < test::graphs_of(counted_users); ++mask)
    for (std::uint32_t edge = 1; edge < test::graphs_of(counted_users); edge <<= 1)
      for (std::size_t i = 0; i < laws[mask]->size(); ++i)
        ratio = std::max(ratio, (*laws[mask])[i] / (*laws[mask ^ edge])[i]);
  return std::log(ratio);
}

TEST(CentralCountTest, NoNumberOfNoTwoNeighboursTellsMoreThanEpsilon) {
  for (const double epsilon : {0.5, 2.0}) {
    const double loss = largest_loss(epsilon, [](const csr_graph& g) { return ladder_rungs(g); });
    EXPECT_LE(loss, epsilon + 1e-12);
    EXPECT_GE(loss, 0.5 * epsilon);  // half comes of the rung, the rest of how many numbers rungs hold
    // A twin whose rungs stay as long as the graph's own sensitivity.
    EXPECT_GT(
        largest_loss(epsilon,
                     [](const csr_graph& g) {
                       return std::vector<std::uint64_t>{std::max<std::uint64_t>(1, ladder_rungs(g)[0])};
                     }),
        1.01 * epsilon);
  }
}

/// Chi-square over 20 numbers: above 52 with probability 1e-4; the mean: 4.5 standard errors, 7e-6.
TEST(CentralCountTest, NumbersHaveTheLawOfTheirRungs) {
  const csr_graph g(6, test::edge_list{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {0, 3}});
  const std::vector<std::uint64_t> rungs = ladder_rungs(g);
  const auto truth = static_cast<std::int64_t>(exact::count_triangles(g));
  constexpr double epsilon = 1.0;
  const std::vector<double> law = law_of(truth, rungs, epsilon);
  constexpr int runs = 20000;
  std::map<std::int64_t, int> seen;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < runs; ++i) {
    const std::int64_t x = publish_triangle_count(g, epsilon::from_nats(epsilon),
                                                  coin_source::simulated(static_cast<std::uint64_t>(i) + 1));
    ++seen[x];
    sum += static_cast<double>(x - truth);
    squares += static_cast<double>((x - truth) * (x - truth));
  }
  double chi_square = 0.0;
  for (std::int64_t x = truth - 10; x < truth + 10; ++x) {
    const double expected = runs * law[static_cast<std::size_t>(x + largest_number)];
    chi_square += std::pow(seen[x] - expected, 2) / expected;
  }
  EXPECT_LT(chi_square, 52.0);
  const double deviation = ladder_standard_error(rungs, epsilon::from_nats(epsilon));
  EXPECT_LT(std::abs(sum / runs), 4.5 * deviation / std::sqrt(runs));
  EXPECT_NEAR(std::sqrt(squares / runs), deviation, 0.05 * deviation);
}

TEST(CentralCountTest, RungsGrowToAllOtherUsers) {
  const csr_graph g(6, test::edge_list{{0, 1}, {0, 2}, {1, 2}});
  const std::vector<std::uint64_t> rungs = ladder_rungs(g);
  EXPECT_EQ(rungs.front(), 1U);
  EXPECT_EQ(rungs.back(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(rungs));
  EXPECT_EQ(rung_at(rungs, 0), 0U);
  EXPECT_EQ(rung_at(rungs, 1), 1U);
  EXPECT_EQ(rung_at(rungs, 2), 2U);
  EXPECT_THROW(ladder_rungs(csr_graph(2, test::edge_list{{0, 1}})), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
