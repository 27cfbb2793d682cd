// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/graphs.hpp"
#include "support/output_law.hpp"

namespace edgeldp {
namespace {

using test::karate_graph;

/// Mean of f(d + L) by summing the law of discrete Laplace noise until nothing is left.
double mean_over_noise(double d, double budget, const std::function<double(double)>& f) {
  const double a = std::exp(-budget), c = (1.0 - a) / (1.0 + a);
  double sum = c * f(d);
  for (double x = 1.0; x < 80.0 / budget; ++x) sum += c * std::pow(a, x) * (f(d + x) + f(d - x));
  return sum;
}

double choose(double x, int k) {
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= (x - i) / (i + 1);
  return product;
}

/// The filter undoes the noise exactly, for every degree and polynomial, and so does its variance.
TEST(InverseFilterTest, EstimatesAndTheirVariancesAreUnbiased) {
  for (const double budget : {0.3, 1.0, 4.0}) {
    const inverse_filter filter(epsilon::from_nats(budget));
    for (const int k : {1, 2, 3, 5}) {
      const auto g = [k](double x) { return choose(x, k); };
      const auto estimate = [&](double x) { return filter.estimate(x, g); };
      for (const double d : {0.0, 1.0, 2.0, 7.0, 30.0}) {
        const double mean = mean_over_noise(d, budget, estimate);
        const double square = mean_over_noise(d, budget, [&](double x) { return std::pow(estimate(x), 2); });
        const double scale = 1e-7 * (1.0 + square);
        EXPECT_NEAR(mean, g(d), std::sqrt(scale) * 1e-3) << budget << " " << k << " " << d;
        const double predicted =
            mean_over_noise(d, budget, [&](double x) { return filter.variance_estimate(x, g); });
        EXPECT_NEAR(predicted, square - mean * mean, scale) << budget << " " << k << " " << d;
      }
    }
  }
}

TEST(InverseFilterTest, AgreesWithTheNoiseThatIsDrawn) {
  for (const double budget : {0.01, 0.7, 3.0})
    EXPECT_NEAR(inverse_filter(epsilon::from_nats(budget)).noise_variance(),
                discrete_laplace(1, epsilon::from_nats(budget)).variance(), 1e-9 / (budget * budget));
}

/// estimate_stars is the filter applied to C(d, k), by differences of binomials.
TEST(DegreesTest, StarsAreFilteredBinomials) {
  const released_degrees released{{-7, -1, 0, 1, 2, 3, 10, 200}, epsilon::from_nats(0.5)};
  const inverse_filter filter(released.budget);
  for (const unsigned k : {1U, 2U, 3U, 4U, 7U}) {
    double value = 0.0, variance = 0.0;
    const auto g = [k](double x) { return choose(x, static_cast<int>(k)); };
    for (const std::int64_t d : released.values) {
      value += filter.estimate(static_cast<double>(d), g);
      variance += filter.variance_estimate(static_cast<double>(d), g);
    }
    const estimate e = estimate_stars(released, k);
    EXPECT_NEAR(e.value, value, 1e-9 * std::abs(value));
    EXPECT_NEAR(e.standard_error, std::sqrt(variance), 1e-9 * e.standard_error);
  }
  EXPECT_NEAR(estimate_stars(released, 1).value, 2.0 * estimate_edges(released).value, 1e-9);
  EXPECT_THROW(estimate_stars(released, 0), invalid_parameter);
  EXPECT_THROW(estimate_stars(released, 17), invalid_parameter);
}

/// With a budget that hides nothing every estimate is the truth.
TEST(DegreesTest, NoNoiseNoError) {
  const csr_graph g = karate_graph();
  const degree_result r = release_all_degrees(g, epsilon::from_nats(60.0), coin_source::simulated(1));
  EXPECT_EQ(estimate_edges(r.degrees).value, 78.0);
  EXPECT_NEAR(estimate_stars(r.degrees, 2).value, 528.0, 1e-9);
  EXPECT_NEAR(estimate_stars(r.degrees, 3).value, static_cast<double>(exact::count_stars(g, 3)), 1e-9);
  const estimate largest = estimate_max_degree(r.degrees);
  EXPECT_EQ(largest.value, 17.0);
  EXPECT_NEAR(largest.bias, 0.0, 1e-9);
  const std::vector<std::uint64_t> truth = exact::degree_sequence(g);
  EXPECT_TRUE(std::ranges::equal(estimate_degree_sequence(r.degrees).values, truth));
  std::vector<double> sorted(truth.begin(), truth.end());
  std::ranges::sort(sorted);
  EXPECT_EQ(estimate_sorted_degrees(r.degrees), sorted);
}

TEST(DegreesTest, TheLedgerKnowsThatBothEndpointsPay) {
  const degree_result r =
      release_all_degrees(karate_graph(), epsilon::from_nats(1.5), coin_source::simulated(1));
  EXPECT_EQ(r.run.spent.edge_ldp(), epsilon::from_nats(1.5));
  EXPECT_EQ(r.run.spent.relationship_dp(), epsilon::from_nats(3.0));
  EXPECT_GE(r.communication.upload_bytes, 1.0);
  EXPECT_THROW(release_all_degrees(csr_graph(), epsilon::from_nats(1.0), coin_source()), bad_graph_input);
}

TEST(DegreesTest, ALargestDegreeThatMayBeLuckIsToldAtSmallBudgets) {
  std::vector<std::int64_t> values(6000, 5);
  values[17] = 120;  // ln(6000) / 0.1 = 87
  released_degrees released{values, epsilon::from_nats(0.1)};
  EXPECT_TRUE(estimate_max_degree(released).rests_on_few);
  EXPECT_NE(judge(estimate_max_degree(released)), judgement::usable);
  released.budget = epsilon::from_nats(4.0);
  EXPECT_FALSE(estimate_max_degree(released).rests_on_few);
  EXPECT_EQ(judge(estimate_max_degree(released)), judgement::usable);
}

TEST(DegreesTest, SortedDegreesAreSorted) {
  const csr_graph g = generate_affiliation(500, 4000, 3);
  for (const double budget : {0.05, 0.5, 2.0}) {
    const degree_result r = release_all_degrees(g, epsilon::from_nats(budget), coin_source::simulated(9));
    const std::vector<double> sorted = estimate_sorted_degrees(r.degrees);
    EXPECT_EQ(sorted.size(), 500U);
    EXPECT_TRUE(std::ranges::is_sorted(sorted)) << budget;
  }
  EXPECT_TRUE(estimate_sorted_degrees({{}, epsilon::from_nats(1.0)}).empty());
  EXPECT_EQ(estimate_max_degree({{}, epsilon::from_nats(1.0)}).value, 0.0);
}

TEST(DegreesTest, ExtremeReleasedNumbersGiveFiniteEstimates) {
  const std::int64_t far = std::int64_t{1} << 48;
  const released_degrees released{{-far, far, 0, 5}, epsilon::from_nats(0x1p-20)};
  EXPECT_TRUE(std::isfinite(estimate_stars(released, 16).value));
  EXPECT_TRUE(std::isfinite(estimate_stars(released, 8).standard_error));
  EXPECT_TRUE(std::isfinite(estimate_max_degree(released).standard_error));
}

/// Against all nondecreasing sequences of integers and thirds in a box: nothing is nearer.
TEST(IsotonicTest, IsTheNearestMonotoneSequence) {
  const std::vector<double> steps = {0.0, 1.0 / 3, 0.5, 2.0 / 3, 1.0, 4.0 / 3, 1.5, 5.0 / 3, 2.0};
  for (unsigned code = 0; code < 81; ++code) {
    const std::vector<double> x = {static_cast<double>(code % 3), static_cast<double>(code / 3 % 3),
                                   static_cast<double>(code / 9 % 3), static_cast<double>(code / 27)};
    const std::vector<double> fitted = isotonic_regression(x);
    ASSERT_TRUE(std::ranges::is_sorted(fitted));
    const auto distance = [&](std::span<const double> y) {
      double sum = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
      return sum;
    };
    for (const double a : steps) {
      for (const double b : steps) {
        for (const double c : steps) {
          for (const double d : steps) {
            if (a > b || b > c || c > d) continue;
            ASSERT_LE(distance(fitted), distance(std::vector{a, b, c, d}) + 1e-12) << code;
          }
        }
      }
    }
  }
  EXPECT_TRUE(isotonic_regression({}).empty());
}

release published_karate(double total, codec_kind kind, user_order order) {
  two_step options;
  options.total = epsilon::from_nats(total);
  options.codec = codec_spec(kind);
  options.order = order;
  return *publish_graph(karate_graph(), options, release_key{5}, coin_source::simulated(6)).published;
}

TEST(CombinedDegreesTest, NoNoiseNoError) {
  const std::vector<std::uint64_t> truth = exact::degree_sequence(karate_graph());
  for (const user_order order : {user_order::id, user_order::noisy_degree, user_order::hubs_last}) {
    const release published = published_karate(60.0, codec_kind::bitmap, order);
    const combined_degrees c = combine_degrees(published, materialize(published));
    EXPECT_NEAR(c.edges.value, 78.0, 0.05);
    for (std::size_t u = 0; u < truth.size(); ++u)
      EXPECT_NEAR(c.degrees.values[u], static_cast<double>(truth[u]), 0.05) << u;
  }
}

TEST(CombinedDegreesTest, IsTheSameForEveryThreadCount) {
  const release published = published_karate(1.0, codec_kind::nullspace, user_order::noisy_degree);
  const noisy_matrix noisy = materialize(published);
  const combined_degrees all = combine_degrees(published, noisy);
  const thread_limit one(1);
  const combined_degrees alone = combine_degrees(published, noisy);
  EXPECT_EQ(all.degrees.values, alone.degrees.values);
  EXPECT_EQ(all.degrees.standard_errors, alone.degrees.standard_errors);
  EXPECT_EQ(all.edges.value, alone.edges.value);
  EXPECT_THROW(combine_degrees(published, noisy_matrix(33, 33)), invalid_parameter);
}

// --- exact counts

TEST(ExactDegreesTest, KnownGraphs) {
  for (const test::known_graph& known : test::known_graphs()) {
    SCOPED_TRACE(known.name);
    const std::vector<std::uint64_t> degrees = exact::degree_sequence(known.graph),
                                     corners = exact::triangle_sequence(known.graph);
    EXPECT_EQ(std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0}), 2 * known.edges);
    EXPECT_EQ(std::accumulate(corners.begin(), corners.end(), std::uint64_t{0}), 3 * known.triangles);
    EXPECT_EQ(exact::count_stars(known.graph, 1), 2 * known.edges);
    EXPECT_EQ(exact::count_stars(known.graph, 2), known.two_stars);
  }
  EXPECT_EQ(exact::count_stars(test::star_graph(7), 3), 35U);
  EXPECT_EQ(exact::count_stars(test::star_graph(7), 7), 1U);
  EXPECT_EQ(exact::count_stars(test::star_graph(7), 8), 0U);
  EXPECT_DOUBLE_EQ(exact::global_clustering(test::complete_graph(6)), 1.0);
  EXPECT_DOUBLE_EQ(exact::average_local_clustering(test::complete_graph(6)), 1.0);
  EXPECT_DOUBLE_EQ(exact::global_clustering(csr_graph(3, {})), 0.0);
  // Watts and Strogatz's coefficient of the karate club, as NetworkX prints it.
  EXPECT_NEAR(exact::average_local_clustering(karate_graph()), 0.5706384782076823, 1e-12);
  EXPECT_NEAR(exact::global_clustering(karate_graph()), 3.0 * 45.0 / 528.0, 1e-12);
  EXPECT_THROW(exact::count_stars(karate_graph(), 0), invalid_parameter);
}

TEST(ExactDegreesTest, TriangleSequenceAgreesWithAllTriples) {
  const csr_graph g = generate_affiliation(60, 500, 2);
  std::vector<std::uint64_t> slow(60);
  const auto adjacent = [&](vertex_id u, vertex_id v) {
    return std::ranges::binary_search(g.neighbors(u), v);
  };
  for (vertex_id a = 0; a < 60; ++a)
    for (vertex_id b = 0; b < a; ++b)
      for (vertex_id c = 0; c < b; ++c)
        if (adjacent(a, b) && adjacent(a, c) && adjacent(b, c))
          for (const vertex_id v : {a, b, c}) ++slow[v];
  EXPECT_EQ(exact::triangle_sequence(g), slow);
}

// --- clipped stars

/// The change of min(C(d, k), C(cap, k)) when d changes by one, over all degrees: covered, and
/// reached by own caps.
TEST(LocalStarsTest, SensitivityIsCoveredAndReached) {
  const auto clipped = [](std::uint64_t d, std::uint64_t cap, int k) {
    return choose(static_cast<double>(std::min(d, cap)), k);
  };
  for (int k = 1; k <= 4; ++k) {
    for (std::uint64_t cap = static_cast<std::uint64_t>(k); cap <= 9; ++cap) {
      double largest = 0.0;
      for (std::uint64_t d = 0; d < 15; ++d)
        largest = std::max(largest, std::abs(clipped(d + 1, cap, k) - clipped(d, cap, k)));
      EXPECT_EQ(largest, choose(static_cast<double>(cap) - 1.0, k - 1)) << k << " " << cap;
      EXPECT_LE(largest, choose(static_cast<double>(cap), k - 1));
    }
  }
}

/// The law of a user's message: discrete Laplace around its clipped count, as far as numbers go.
test::output_law<double> law_of_message(double count, double sensitivity, double budget) {
  const double a = std::exp(-budget / sensitivity);
  test::output_law<double> law;
  for (int y = -400; y <= 800; ++y)
    law[{static_cast<std::uint64_t>(y + 400)}] = (1.0 - a) / (1.0 + a) * std::pow(a, std::abs(y - count));
  return law;
}

/// Both directions over all rows of seven neighbours; noise one step short is rejected.
TEST(LocalStarsTest, PrivacyRatioOfAMessage) {
  constexpr double budget = 0.8;
  for (int k = 1; k <= 3; ++k) {
    for (const double cap : {3.0, 5.0}) {
      const auto worst = [&](double sensitivity) {
        return test::worst_neighbor_ratio<double>(7, [&](std::uint32_t row) {
          return law_of_message(choose(std::min<double>(std::popcount(row), cap), k), sensitivity, budget);
        });
      };
      const double reach = choose(cap - 1.0, k - 1);
      ASSERT_TRUE(worst(reach));
      EXPECT_NEAR(*worst(reach), std::exp(budget), 1e-6);
      if (reach > 1.0) {
        EXPECT_GT(*worst(test::broken::star_reach_below_the_cap(cap, k)), 1.01 * std::exp(budget));
      }
    }
  }
}

TEST(LocalStarsTest, NoNoiseNoError) {
  const csr_graph g = karate_graph();
  for (const local_stars& method : {local_stars::published(epsilon::from_nats(64.0), 3),
                                    local_stars::strongest(epsilon::from_nats(64.0), 3)}) {
    const stars_result r = estimate_stars(g, method, coin_source::simulated(3));
    EXPECT_NEAR(r.stars.value, static_cast<double>(exact::count_stars(g, 3)), 60.0);
    EXPECT_EQ(r.run.spent.edge_ldp(), method.total);
    EXPECT_EQ(r.run.spent.relationship_dp().units(), 2 * method.total.units());
  }
}

TEST(LocalStarsTest, RefusesWhatItCannotDo) {
  local_stars method = local_stars::published(epsilon::from_nats(1.0), 17);
  EXPECT_THROW(estimate_stars(karate_graph(), method, coin_source()), invalid_parameter);
  method.k = 2;
  EXPECT_THROW(estimate_stars(csr_graph(), method, coin_source()), bad_graph_input);
  for (const double share : {0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    method.degree_share = share;
    EXPECT_THROW(estimate_stars(karate_graph(), method, coin_source()), invalid_parameter);
  }
  const csr_graph hub = test::star_graph(100000);
  EXPECT_THROW(estimate_stars(hub, local_stars::published(epsilon::from_nats(1.0), 16), coin_source()),
               invalid_parameter);
  for (const vertex_id n : {1U, 2U, 3U})
    EXPECT_TRUE(std::isfinite(
        estimate_stars(csr_graph(n, {}), local_stars::published(epsilon::from_nats(1.0), 2), coin_source())
            .stars.value));
}

TEST(LocalStarsTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(300, 2000, 2);
  const local_stars method = local_stars::strongest(epsilon::from_nats(1.0), 2);
  const stars_result all = estimate_stars(g, method, coin_source::simulated(4));
  const thread_limit one(1);
  const stars_result alone = estimate_stars(g, method, coin_source::simulated(4));
  EXPECT_EQ(all.stars.value, alone.stars.value);
  EXPECT_EQ(all.communication.upload_bytes, alone.communication.upload_bytes);
}

}  // namespace
}  // namespace edgeldp
