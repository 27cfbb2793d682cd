// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/central_sequences_curator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

constexpr vertex_id sequence_users = 5;

std::vector<std::vector<std::uint64_t>> all_sequences(
    const std::function<std::vector<std::uint64_t>(const csr_graph&)>& of) {
  std::vector<std::vector<std::uint64_t>> all;
  for (std::uint32_t mask = 0; mask < test::graphs_of(sequence_users); ++mask)
    all.push_back(of(test::graph_of(sequence_users, mask)));
  return all;
}

double distance(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
  return sum;
}

/// Largest change of a sequence by one edge, for every graph of five users.
std::vector<double> local_sensitivities(const std::vector<std::vector<std::uint64_t>>& sequences) {
  std::vector<double> local(test::graphs_of(sequence_users), 0.0);
  for (std::uint32_t mask = 0; mask < test::graphs_of(sequence_users); ++mask)
    for (std::uint32_t edge = 1; edge < test::graphs_of(sequence_users); edge <<= 1)
      local[mask] = std::max(local[mask], distance(sequences[mask], sequences[mask ^ edge]));
  return local;
}

TEST(CentralSequencesTest, GlobalSensitivitiesAreReached) {
  const auto degrees =
      local_sensitivities(all_sequences([](const csr_graph& g) { return exact::degree_sequence(g); }));
  EXPECT_EQ(std::ranges::max(degrees), 2.0);
  const auto triangles =
      local_sensitivities(all_sequences([](const csr_graph& g) { return exact::triangle_sequence(g); }));
  EXPECT_EQ(std::ranges::max(triangles), 3.0 * (sequence_users - 2));
}

/// At every distance, for all graphs of five users: the largest local sensitivity of all graphs so
/// near.
TEST(CentralSequencesTest, SensitivityAtADistanceIsExact) {
  const auto local =
      local_sensitivities(all_sequences([](const csr_graph& g) { return exact::triangle_sequence(g); }));
  bool half_steps_fail = false;
  for (std::uint32_t mask = 0; mask < test::graphs_of(sequence_users); ++mask) {
    const std::vector<double> claimed = triangle_sensitivities(test::graph_of(sequence_users, mask));
    std::vector<double> largest(11, 0.0);
    for (std::uint32_t other = 0; other < test::graphs_of(sequence_users); ++other) {
      double& at = largest[static_cast<std::size_t>(std::popcount(mask ^ other))];
      at = std::max(at, local[other]);
    }
    for (std::size_t k = 1; k < largest.size(); ++k) largest[k] = std::max(largest[k], largest[k - 1]);
    for (std::size_t k = 0; k < largest.size(); ++k)
      ASSERT_EQ(claimed[std::min(k, claimed.size() - 1)], largest[k]) << mask << " at " << k;
    // The broken twin: every new common neighbour costs two edges, as if nobody were adjacent to
    // one end.
    for (std::size_t k = 0; k < largest.size(); ++k)
      half_steps_fail = half_steps_fail || claimed[0] + 3.0 * static_cast<double>(k / 2) < largest[k];
  }
  EXPECT_TRUE(half_steps_fail);
}

TEST(CentralSequencesTest, SmoothSensitivityIsSmoothAndABound) {
  const auto local =
      local_sensitivities(all_sequences([](const csr_graph& g) { return exact::triangle_sequence(g); }));
  for (const double beta : {0.05, 0.4}) {
    std::vector<double> smooth;
    for (std::uint32_t mask = 0; mask < test::graphs_of(sequence_users); ++mask)
      smooth.push_back(
          smooth_sensitivity(triangle_sensitivities(test::graph_of(sequence_users, mask)), beta));
    for (std::uint32_t mask = 0; mask < test::graphs_of(sequence_users); ++mask) {
      ASSERT_GE(smooth[mask], local[mask]);
      for (std::uint32_t edge = 1; edge < test::graphs_of(sequence_users); edge <<= 1)
        ASSERT_LE(smooth[mask], std::exp(beta) * smooth[mask ^ edge] * (1.0 + 1e-12));
    }
  }
}

/// Where scaling the noise by exp(beta), or by exp(-beta), costs more than epsilon / 2 its norm
/// lies with probability at most delta; the source's beta is smaller.
TEST(CentralSequencesTest, DecayKeepsItsPromise) {
  for (const double budget : {0.1, 1.0, 5.0}) {
    for (const std::uint64_t d : {1U, 20U, 185U, 2000U}) {
      const double delta = 1e-6, dims = static_cast<double>(d);
      const double beta = smooth_decay(epsilon::from_nats(budget), delta, d);
      const double high = (0.5 * budget + dims * beta) / std::expm1(beta);
      EXPECT_LE(boost::math::gamma_q(dims, high), delta * (1.0 + 1e-6));
      const double low = std::max(0.0, (0.5 * budget - dims * beta) / std::expm1(-beta));
      EXPECT_LE(boost::math::gamma_p(dims, low), delta * (1.0 + 1e-6));
      EXPECT_GT(beta, budget / (4.0 * (dims + std::log(2.0 / delta)))) << budget << " " << d;
      EXPECT_GT(boost::math::gamma_q(dims, (0.5 * budget + dims * 1.2 * beta) / std::expm1(1.2 * beta)) +
                    boost::math::gamma_p(
                        dims, std::max(0.0, (0.5 * budget - dims * 1.2 * beta) / std::expm1(-1.2 * beta))),
                delta)
          << "a fifth more must break it";
    }
  }
  EXPECT_THROW(smooth_decay(epsilon::from_nats(1.0), 0.0, 5), invalid_parameter);
  EXPECT_THROW(smooth_decay(epsilon::from_nats(1.0), 1.0, 5), invalid_parameter);
}

TEST(CentralSequencesTest, NoiseHasTheStatedScale) {
  const csr_graph g = test::karate_graph();
  const epsilon budget = epsilon::from_nats(1.0);
  const double beta = smooth_decay(budget, 1e-6, 34);
  const double scale = 2.0 * smooth_sensitivity(triangle_sensitivities(g), beta);
  double degrees = 0.0, global = 0.0, smooth = 0.0;
  constexpr std::uint64_t runs = 200;
  const auto error = [](const std::vector<double>& a, const std::vector<std::uint64_t>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - static_cast<double>(b[i]));
    return sum / static_cast<double>(a.size()) / static_cast<double>(runs);
  };
  for (std::uint64_t run = 0; run < runs; ++run) {
    const coin_source coins = coin_source::simulated(run);
    degrees += error(publish_degrees_globally(g, budget, coins), exact::degree_sequence(g));
    global += error(publish_triangles_globally(g, budget, coins), exact::triangle_sequence(g));
    smooth += error(publish_triangles_smoothly(g, budget, 1e-6, coins), exact::triangle_sequence(g));
  }
  // 6800 absolute values: a standard error of 1.2%. Discrete noise of scale 2: mean 2 a / (1 -
  // a^2).
  const double a = std::exp(-0.5);
  EXPECT_NEAR(degrees, 2.0 * a / (1.0 - a * a), 0.07 * 2.0);
  EXPECT_NEAR(global, 96.0, 0.07 * 96.0);
  EXPECT_NEAR(smooth, scale, 0.07 * scale);
}

/// A grid that is a part of the scale would tell neighbours apart by a single number.
TEST(CentralSequencesTest, NumbersLieOnOneGridForAllGraphs) {
  const csr_graph whole = test::karate_graph();
  const epsilon budget = epsilon::from_nats(1.0);
  const double beta = smooth_decay(budget, 1e-6, 34);
  const auto step_of_scale = [&](const csr_graph& g) {
    return 2.0 * smooth_sensitivity(triangle_sensitivities(g), beta) * 0x1p-20;
  };
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < 34; ++u)
    for (const vertex_id v : whole.neighbors(u))
      if (u < v) edges.emplace_back(u, v);
  std::uint64_t other_steps = 0;
  for (std::size_t left_out = 0; left_out <= edges.size(); ++left_out) {
    auto rest = edges;
    if (left_out < edges.size()) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
    const csr_graph g(34, rest);
    other_steps += step_of_scale(g) != step_of_scale(whole) ? 1 : 0;
    for (const double x : publish_triangles_smoothly(g, budget, 1e-6, coin_source::simulated(left_out)))
      ASSERT_EQ(x * 0x1p30, std::floor(x * 0x1p30)) << "without edge " << left_out;
  }
  EXPECT_GT(other_steps, 0U) << "or a grid of the scale would not be told";
}

TEST(CentralSequencesTest, RefusesWhatItCannotDo) {
  EXPECT_THROW(triangle_sensitivities(csr_graph(2, {})), invalid_parameter);
  EXPECT_THROW(publish_triangles_globally(csr_graph(2, {}), epsilon::from_nats(1.0), coin_source()),
               invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
