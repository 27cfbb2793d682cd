// SPDX-License-Identifier: MIT
// Degrees, stars, triangle sequences and clustering: unbiased, with the variance that each run
// predicts of itself. Seeds are fixed. Short form: 100 to 200 runs, means at 5.2 standard errors
// (false alarm 2e-7 each), variances at 60%, about five of their standard errors.
// Nightly: 2000 runs, 3 standard errors and 15%, as the project promises; under new seeds about one
//     case in three would fail by chance at 3 standard errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "support/choices.hpp"
#include "support/graphs.hpp"
#include "support/predicted_error.hpp"

namespace edgeldp {
namespace {

using test::predicted_error;
using test::predicted_sequence_error;
using test::tolerance;

struct effort {
  std::uint64_t runs;
  tolerance allowed;
};
constexpr effort effort_by_day{150, {5.2, 0.6}};
constexpr effort effort_at_night{2000, {3.0, 0.15}};

release_key degrees_key(std::uint64_t run) {
  return {run * 0x9e3779b97f4a7c15U + 11};
}

// --- one round

void check_one_round(const csr_graph& g, double total, const effort& e) {
  predicted_error edges(static_cast<double>(g.edge_count()));
  predicted_error wedges(static_cast<double>(exact::count_stars(g, 2)));
  predicted_error three_stars(static_cast<double>(exact::count_stars(g, 3)));
  predicted_error unfiltered(static_cast<double>(exact::count_stars(g, 2)));
  const std::vector<std::uint64_t> truth = exact::degree_sequence(g);
  predicted_sequence_error degrees(truth);
  for (std::uint64_t run = 0; run < e.runs; ++run) {
    const released_degrees released =
        release_all_degrees(g, epsilon::from_nats(total), coin_source::simulated(run)).degrees;
    edges.add(estimate_edges(released));
    wedges.add(estimate_stars(released, 2));
    three_stars.add(estimate_stars(released, 3));
    degrees.add(estimate_degree_sequence(released));
    estimate plain = estimate_stars(released, 2);
    plain.value = 0.0;
    for (const std::int64_t d : released.values) plain.value += 0.5 * static_cast<double>(d * (d - 1));
    unfiltered.add(plain);
  }
  edges.expect("edges", e.allowed);
  wedges.expect("wedges", e.allowed);
  three_stars.expect("3-stars", e.allowed);
  degrees.expect("degrees", 20.0, e.allowed);
  EXPECT_GT(std::abs(unfiltered.mean_z()), e.allowed.mean_z) << "noisy degrees plugged in must be caught";
}

TEST(DegreesStatisticalTest, OneRound) {
  check_one_round(generate_affiliation(300, 2600, 8), 0.5, effort_by_day);
}

TEST(NightlyDegreesTest, OneRound) {
  check_one_round(generate_affiliation(300, 2600, 8), 0.5, effort_at_night);
  check_one_round(generate_holme_kim(1000, 5, 0.5, 3), 1.0, effort_at_night);
}

// --- people who choose what they spend

released_degrees released_by_choice(const csr_graph& g, const chosen_parts& chosen, double total,
                                    std::uint64_t seed) {
  return test::play_choices(g, chosen, epsilon::from_nats(total), seed,
                            [&](session& s) { return release_all_degrees(s, epsilon::from_nats(total)); })
      .degrees;
}

/// The broken twin: the mean degree by inverse variance, which errs less where choices are by
/// chance.
double edges_by_weight(const released_degrees& released) {
  const sequence_estimate all = estimate_degree_sequence(released);
  double sum = 0.0, weights = 0.0;
  for (std::size_t u = 0; u < all.values.size(); ++u) {
    const double weight = 1.0 / (all.standard_errors[u] * all.standard_errors[u]);
    sum += weight * all.values[u];
    weights += weight;
  }
  return 0.5 * static_cast<double>(all.values.size()) * sum / weights;
}

void check_choices(const csr_graph& graph, double total, const effort& e) {
  const std::vector<std::uint64_t> truth = exact::degree_sequence(graph);
  const chosen_parts chosen = test::parts_by_degree(truth);
  const auto of_edges = static_cast<double>(graph.edge_count()),
             of_wedges = static_cast<double>(exact::count_stars(graph, 2));
  predicted_error edges(of_edges), wedges(of_wedges), weighted(of_edges);
  predicted_sequence_error degrees(truth);
  double held_edges = 0.0, held_wedges = 0.0, held_largest = 0.0;
  const auto largest = static_cast<double>(exact::max_degree(graph));
  const auto holds = [](const estimate& found, double number) {
    return found.low() <= number && number <= found.high() ? 1.0 : 0.0;
  };
  for (std::uint64_t run = 0; run < e.runs; ++run) {
    const released_degrees released = released_by_choice(graph, chosen, total, 5000 + run);
    const estimate found_edges = estimate_edges(released), found_wedges = estimate_stars(released, 2);
    edges.add(found_edges);
    wedges.add(found_wedges);
    degrees.add(estimate_degree_sequence(released));
    estimate twin = found_edges;
    twin.value = edges_by_weight(released);
    weighted.add(twin);
    held_edges += holds(found_edges, of_edges);
    held_wedges += holds(found_wedges, of_wedges);
    held_largest += holds(estimate_max_degree(released), largest);
  }
  edges.expect("edges", e.allowed);
  wedges.expect("wedges", e.allowed);
  degrees.expect("degrees", 20.0, e.allowed);
  EXPECT_GT(std::abs(weighted.mean_z()), 3.0 * e.allowed.mean_z)
      << "weights by noise must be caught: who has many contacts counts less";
  // 95%, less five standard errors of that share over the runs.
  const double least = 0.95 - 5.2 * std::sqrt(0.95 * 0.05 / static_cast<double>(e.runs));
  EXPECT_GE(held_edges / static_cast<double>(e.runs), least);
  EXPECT_GE(held_wedges / static_cast<double>(e.runs), least);
  EXPECT_GE(held_largest / static_cast<double>(e.runs), least);
}

TEST(ChosenPartsStatisticalTest, WhoeverChoosesWhatNumbersStayUnbiasedAndIntervalsHold) {
  check_choices(generate_affiliation(300, 2600, 8), 1.0, effort_by_day);
}

TEST(NightlyChosenPartsTest, WhoeverChoosesWhatNumbersStayUnbiasedAndIntervalsHold) {
  check_choices(generate_affiliation(300, 2600, 8), 1.0, effort_at_night);
  check_choices(generate_holme_kim(1000, 5, 0.5, 3), 2.0, effort_at_night);
}

/// Sorted degrees: those of each part are fitted by themselves, so that a hub's noise is not taken
/// for that of others. The twin takes all numbers for those of one law.
void check_sorted(const csr_graph& graph, double total) {
  std::vector<std::uint64_t> truth = exact::degree_sequence(graph);
  const chosen_parts chosen = test::parts_by_degree(truth);
  std::ranges::sort(truth);
  double fitted = 0.0, plain = 0.0, of_one_law = 0.0;
  const auto far = [&](const std::vector<double>& sorted) {
    double sum = 0.0;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      sum += std::abs(sorted[i] - static_cast<double>(truth[i]));
    return sum / static_cast<double>(sorted.size());
  };
  for (std::uint64_t run = 0; run < 40; ++run) {
    const released_degrees released = released_by_choice(graph, chosen, total, 7000 + run);
    fitted += far(estimate_sorted_degrees(released)) / 40.0;
    of_one_law += far(estimate_sorted_degrees({released.values, released.budget})) / 40.0;
    std::vector<double> numbers(released.values.begin(), released.values.end());
    std::ranges::sort(numbers);
    plain += far(numbers) / 40.0;
  }
  EXPECT_LT(fitted, 0.6 * plain);
  EXPECT_LT(fitted, 0.7 * of_one_law);
}

TEST(ChosenPartsStatisticalTest, SortedDegreesErrLessWhereNoiseCounts) {
  check_sorted(generate_affiliation(300, 2600, 8), 0.25);
  check_sorted(generate_holme_kim(2000, 5, 0.5, 3), 1.0);
}

/// Where a hub stands alone its released degree is its own, unbiased. Where all degrees are equal
/// the largest is large by luck alone; a lone large number may be a hub or luck, and a part of the
/// bias is predicted.
void check_max_degree(const csr_graph& g, double least_share, double largest_share) {
  const auto truth = static_cast<double>(exact::max_degree(g));
  test::moments value, bias;
  for (std::uint64_t run = 0; run < 200; ++run) {
    const estimate e = estimate_max_degree(
        release_all_degrees(g, epsilon::from_nats(0.5), coin_source::simulated(run)).degrees);
    value.add(e.value);
    bias.add(e.bias);
  }
  const double error_of_mean = 5.2 * std::sqrt(value.variance() / value.count);
  const double measured = value.mean - truth;
  EXPECT_GE(bias.mean, least_share * measured - error_of_mean);
  EXPECT_LE(bias.mean, largest_share * measured + error_of_mean);
}

TEST(DegreesStatisticalTest, TheLuckOfTheLargestIsPredictedInPart) {
  check_max_degree(generate_affiliation(300, 2600, 8), 1.0, 1.0);
  check_max_degree(test::cycle_graph(300), 0.4, 1.0);
}

// --- clipped stars: the bias is that of degrees that stand out of the noise, predicted to a third

void check_local_stars(const csr_graph& g, const local_stars& method, const effort& e) {
  const auto truth = static_cast<double>(exact::count_stars(g, method.k));
  predicted_error stars(truth);
  for (std::uint64_t run = 0; run < e.runs; ++run)
    stars.add(estimate_stars(g, method, coin_source::simulated(run)).stars);
  const double error_of_mean = std::sqrt(stars.values().variance() / stars.runs());
  EXPECT_NEAR(stars.values().mean, truth + stars.bias(),
              e.allowed.mean_z * error_of_mean + 0.33 * std::abs(stars.bias()));
  EXPECT_NEAR(stars.variance_ratio(), 1.0, e.allowed.variance);
}

TEST(LocalStarsStatisticalTest, BiasAndVarianceArePredicted) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  check_local_stars(g, local_stars::published(epsilon::from_nats(2.0), 2), effort_by_day);
  check_local_stars(g, local_stars::strongest(epsilon::from_nats(2.0), 2), effort_by_day);
}

TEST(NightlyLocalStarsTest, BiasAndVarianceArePredicted) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  for (const unsigned k : {2U, 3U})
    check_local_stars(g, local_stars::published(epsilon::from_nats(2.0), k), effort_at_night);
}

/// The one-round filter has less error than counts clipped by either rule.
TEST(LocalStarsStatisticalTest, TheFilterHasTheLeastError) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  const epsilon total = epsilon::from_nats(1.0);
  for (const unsigned k : {2U, 3U}) {
    const auto truth = static_cast<double>(exact::count_stars(g, k));
    double filter = 0.0, published = 0.0, own = 0.0;
    for (std::uint64_t run = 0; run < 200; ++run) {
      const coin_source coins = coin_source::simulated(run);
      const released_degrees released = release_all_degrees(g, total, coins).degrees;
      filter += std::pow(estimate_stars(released, k).value - truth, 2);
      published +=
          std::pow(estimate_stars(g, local_stars::published(total, k), coins).stars.value - truth, 2);
      own += std::pow(estimate_stars(g, local_stars::strongest(total, k), coins).stars.value - truth, 2);
    }
    EXPECT_LT(filter, own);
    EXPECT_LT(own, published);
  }
}

// --- from a release

using release_case = std::tuple<codec_kind, user_order>;

void check_release(const csr_graph& g, double total, const release_case& which, const effort& e) {
  const std::vector<std::uint64_t> truth = exact::degree_sequence(g), corners = exact::triangle_sequence(g);
  predicted_error edges(static_cast<double>(g.edge_count()));
  predicted_error triangles(static_cast<double>(exact::count_triangles(g)));
  predicted_sequence_error degrees(truth), at_users(corners);
  two_step options;
  options.total = epsilon::from_nats(total);
  options.codec = codec_spec(std::get<0>(which));
  options.order = std::get<1>(which);
  options.split = budget_split{0.05, 0.1, 0.65, 0.2};
  options.clip = {bound_kind::pairs, 5, 50};  // by hand: nothing here depends on it, and planning takes time
  for (std::uint64_t run = 0; run < e.runs; ++run) {
    const auto published = publish_graph(g, options, degrees_key(run), coin_source::simulated(run)).published;
    const noisy_matrix noisy = materialize(*published);
    const combined_degrees combined = combine_degrees(*published, noisy);
    edges.add(combined.edges);
    degrees.add(combined.degrees);
    const noisy_triangles counted = count_noisy_triangles(*published, noisy);
    triangles.add(counted.triangles);
    at_users.add(counted.at_users);
  }
  edges.expect("edges", e.allowed);
  degrees.expect("degrees", 20.0, e.allowed);
  triangles.expect("triangles", e.allowed);
  at_users.expect("triangles at users", 50.0, e.allowed);
}

class ReleasedDegreesStatisticalTest : public testing::TestWithParam<release_case> {};
TEST_P(ReleasedDegreesStatisticalTest, IsUnbiasedWithThePredictedVariance) {
  check_release(generate_affiliation(200, 1500, 8), 2.0, GetParam(), effort_by_day);
}
class NightlyReleasedDegreesTest : public testing::TestWithParam<release_case> {};
TEST_P(NightlyReleasedDegreesTest, IsUnbiasedWithThePredictedVariance) {
  check_release(generate_affiliation(300, 2600, 8), 2.0, GetParam(), effort_at_night);
  check_release(generate_affiliation(200, 1500, 8), 6.0, GetParam(), effort_at_night);
}
const auto release_cases =
    testing::Combine(testing::Values(codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace),
                     testing::Values(user_order::noisy_degree, user_order::id, user_order::hubs_last));
INSTANTIATE_TEST_SUITE_P(Codecs, ReleasedDegreesStatisticalTest, release_cases);
INSTANTIATE_TEST_SUITE_P(Codecs, NightlyReleasedDegreesTest, release_cases);

/// Weights by place in the order of noisy degrees: the tempting form, in which luck with the noise
/// buys weight. combine_degrees must not have this bias, and this test must see it.
TEST(ReleasedDegreesStatisticalTest, WeightsByPlaceWouldBeBiased) {
  const csr_graph g = generate_affiliation(200, 1500, 8);
  const std::vector<std::uint64_t> truth = exact::degree_sequence(g);
  two_step options;
  options.split = budget_split{0.05, 0.1, 0.65, 0.2};
  options.clip = {bound_kind::pairs, 5, 50};
  test::moments honest, tempting;
  for (std::uint64_t run = 0; run < 200; ++run) {
    const auto published = publish_graph(g, options, degrees_key(run), coin_source::simulated(run)).published;
    const combined_degrees combined = combine_degrees(*published, materialize(*published));
    double error = 0.0, luck = 0.0;
    for (vertex_id u = 0; u < truth.size(); ++u) {
      const double noise =
          static_cast<double>(published->layout().degrees()[u]) - static_cast<double>(truth[u]);
      error += combined.degrees.values[u] - static_cast<double>(truth[u]);
      luck += noise * static_cast<double>(truth.size() - published->layout().rank(u)) /
              static_cast<double>(truth.size());
    }
    honest.add(error);
    tempting.add(luck);
  }
  EXPECT_LT(std::abs(honest.mean), 5.2 * std::sqrt(honest.variance() / honest.count));
  EXPECT_GT(std::abs(tempting.mean), 5.2 * std::sqrt(tempting.variance() / tempting.count));
}

// --- two-step triangle sequence

/// The bias of limits is predicted from degrees alone and comes off; what remains of it is bounded
/// by a part of it. Variances keep the noise of refused pairs: they are on the safe side, by up to
/// a third.
void check_triangle_sequence(const csr_graph& g, double total, codec_kind kind, const effort& e) {
  const std::vector<std::uint64_t> truth = exact::triangle_sequence(g);
  triangle_sequence_options options;
  options.total = epsilon::from_nats(total);
  options.codec = codec_spec(kind);
  predicted_sequence_error at_users(truth);
  test::moments error;
  double bias = 0.0;
  for (std::uint64_t run = 0; run < e.runs; ++run) {
    const triangle_sequence_result r =
        estimate_triangle_sequence(g, options, degrees_key(run), coin_source::simulated(run));
    at_users.add(r.at_users, r.biases);
    error.add(r.triangles.value - static_cast<double>(exact::count_triangles(g)));
    bias += r.triangles.bias / static_cast<double>(e.runs);
  }
  EXPECT_NEAR(error.mean, bias,
              e.allowed.mean_z * std::sqrt(error.variance() / error.count) + 0.4 * std::abs(bias));
  for (const auto& [low, high] : {std::pair(0.0, 50.0), std::pair(50.0, 1e300)}) {
    EXPECT_LT(at_users.variance_ratio(low, high), 1.0 + e.allowed.variance) << low;
    EXPECT_GT(at_users.variance_ratio(low, high), 0.67 - e.allowed.variance) << low;
  }
}

TEST(TriangleSequenceStatisticalTest, ErrorIsPredicted) {
  check_triangle_sequence(generate_affiliation(200, 1500, 8), 2.0, codec_kind::nullspace,
                          {100, effort_by_day.allowed});
}

class NightlyTriangleSequenceTest : public testing::TestWithParam<codec_kind> {};
TEST_P(NightlyTriangleSequenceTest, ErrorIsPredicted) {
  check_triangle_sequence(generate_affiliation(200, 1500, 8), 2.0, GetParam(), effort_at_night);
}
INSTANTIATE_TEST_SUITE_P(Codecs, NightlyTriangleSequenceTest,
                         testing::Values(codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace));

// --- clustering

/// Nothing is clipped, so the only bias is that of a ratio.
void check_clustering(codec_kind kind, const effort& e) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  two_step options;
  options.total = epsilon::from_nats(8.0);
  options.codec = codec_spec(kind);
  options.split = budget_split{0.1, 0.0, 0.4, 0.5};
  options.order = user_order::id;
  options.clip = {bound_kind::pairs, 100000, 100};
  predicted_error clustering(exact::global_clustering(g));
  for (std::uint64_t run = 0; run < e.runs; ++run)
    clustering.add(estimate_clustering(g, options, degrees_key(run), coin_source::simulated(run)).clustering);
  clustering.expect("clustering", e.allowed);
}

class ClusteringStatisticalTest : public testing::TestWithParam<codec_kind> {};
TEST_P(ClusteringStatisticalTest, ErrorIsPredicted) {
  check_clustering(GetParam(), effort_by_day);
}
class NightlyClusteringTest : public testing::TestWithParam<codec_kind> {};
TEST_P(NightlyClusteringTest, ErrorIsPredicted) {
  check_clustering(GetParam(), effort_at_night);
}
const auto codecs = testing::Values(codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace);
INSTANTIATE_TEST_SUITE_P(Codecs, ClusteringStatisticalTest, codecs);
INSTANTIATE_TEST_SUITE_P(Codecs, NightlyClusteringTest, codecs);

}  // namespace
}  // namespace edgeldp
