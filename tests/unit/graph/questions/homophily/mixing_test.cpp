// SPDX-License-Identifier: MIT
// The estimator against every outcome of all coins on tiny graphs: means and variances are exact
// there.
#include "edgeldp/graph/questions/homophily/mixing.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

channel channel_of(std::initializer_list<std::initializer_list<double>> columns) {
  const auto inputs = static_cast<Index>(columns.size()),
             outputs = static_cast<Index>(columns.begin()->size());
  MatrixXd p(outputs, inputs);
  Index x = 0;
  for (const auto& column : columns) {
    Index y = 0;
    for (const double entry : column) p(y++, x) = entry;
    ++x;
  }
  return channel::from_probabilities(numbered_labels(columns.size()),
                                     numbered_labels(static_cast<std::size_t>(outputs)), p);
}

/// c_i of every user, from scratch.
using user_counts = std::vector<VectorXd>;

noisy_profiles add_up(const std::vector<std::uint32_t>& reports, std::size_t outputs,
                      const user_counts& counts, const MatrixXd& noise, bool is_mirrored) {
  noisy_profiles p;
  const auto size = static_cast<Index>(outputs);
  p.users.resize(outputs);
  p.sums = MatrixXd::Zero(size, size);
  p.squares.assign(outputs, MatrixXd::Zero(size, size));
  p.noise = noise;
  p.is_mirrored = is_mirrored;
  p.largest = p.largest_noise = VectorXd::Zero(size);
  double largest_sum = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    ++p.users[reports[i]];
    p.sums.row(reports[i]) += counts[i].transpose();
    p.squares[reports[i]] += counts[i] * counts[i].transpose();
    if (counts[i].sum() <= largest_sum + 1e-9) continue;
    largest_sum = counts[i].sum();
    p.largest = counts[i];
  }
  return p;
}

/// Calls f(reports, probability) for all reports of all users.
void for_all_reports(const channel& law, const std::vector<std::uint32_t>& truth,
                     const std::function<void(const std::vector<std::uint32_t>&, double)>& f) {
  std::vector<std::uint32_t> reports(truth.size(), 0);
  for (;;) {
    double probability = 1.0;
    for (std::size_t i = 0; i < truth.size(); ++i) probability *= law.probabilities()(reports[i], truth[i]);
    f(reports, probability);
    std::size_t i = 0;
    while (i < reports.size() && ++reports[i] == law.output_count()) reports[i++] = 0;
    if (i == reports.size()) return;
  }
}

VectorXd counts_of(const csr_graph& g, vertex_id u, const std::vector<std::uint32_t>& reports,
                   std::size_t outputs) {
  VectorXd counts = VectorXd::Zero(static_cast<Index>(outputs));
  for (const vertex_id v : g.neighbors(u)) counts[reports[v]] += 1.0;
  return counts;
}

/// What all outcomes together say of one linear statistic.
struct outcome_sums {
  double probability = 0, mean = 0, square = 0, predicted = 0;
  void add(double p, double value, double variance) {
    probability += p;
    mean += p * value;
    square += p * value * value;
    predicted += p * variance;
  }
  void expect(double truth, const char* what) const {
    EXPECT_NEAR(probability, 1.0, 1e-12) << what;
    EXPECT_NEAR(mean, truth, 1e-9) << what;
    EXPECT_NEAR(predicted, square - mean * mean, 1e-8 * (1.0 + square)) << what;
  }
};

/// The sum in closed form is that of its terms.
void expect_variance_of_rows(const mixing_moments& m) {
  const Index k = m.ends.rows();
  const VectorXd one = VectorXd::Ones(k);
  double sum = 0.0, size = 0.0;
  for (Index a = 0; a < k; ++a) {
    const VectorXd e = VectorXd::Unit(k, a);
    const MatrixXd g = 0.5 * (e * one.transpose() + one * e.transpose());
    const double term = m.covariance(g, g).sum();
    sum += term;
    size += std::abs(term);
  }
  EXPECT_NEAR(m.variance_of_rows(), sum, 1e-9 * (1.0 + size));
}

/// Statistics: edges, edges within, across and an arbitrary symmetric one.
struct statistics {
  user_attribute attribute;
  std::vector<MatrixXd> functionals;
  std::vector<outcome_sums> sums;
  MatrixXd ends;

  statistics(const csr_graph& g, std::vector<std::uint32_t> truth, std::size_t values)
      : attribute{"x", numbered_labels(values), std::move(truth)} {
    const auto k = static_cast<Index>(values);
    const MatrixXd one = MatrixXd::Ones(k, k), same = MatrixXd::Identity(k, k);
    MatrixXd odd(k, k);
    for (Index a = 0; a < k; ++a)
      for (Index b = 0; b < k; ++b) odd(a, b) = 1.0 / static_cast<double>(1 + a + b);
    functionals = {0.5 * one, 0.5 * same, 0.5 * (one - same), odd};
    sums.resize(functionals.size());
    ends = MatrixXd::Zero(k, k);
    for (vertex_id u = 0; u < g.vertex_count(); ++u)
      for (const vertex_id v : g.neighbors(u)) ends(attribute.of[u], attribute.of[v]) += 1.0;
  }

  void add(const mixing_estimate& m, double probability) {
    expect_variance_of_rows(m.moments());
    for (std::size_t i = 0; i < functionals.size(); ++i)
      sums[i].add(probability, functionals[i].cwiseProduct(m.moments().ends).sum(),
                  m.moments().covariance(functionals[i], functionals[i]).sum());
  }

  void expect(const char* what) const {
    for (std::size_t i = 0; i < functionals.size(); ++i)
      sums[i].expect(functionals[i].cwiseProduct(ends).sum(), what);
  }
};

const csr_graph& tiny_graph() {
  // A triangle with a tail.
  static const csr_graph g(4, std::vector<std::pair<vertex_id, vertex_id>>{{0, 1}, {0, 2}, {1, 2}, {2, 3}});
  return g;
}

TEST(MixingTest, NoiseOnLabelsLeavesNoBiasAndHasThePredictedVariance) {
  const channel skew = channel_of({{0.7, 0.3}, {0.2, 0.8}});
  const channel wide = channel_of({{0.6, 0.1, 0.3}, {0.2, 0.5, 0.3}});
  const channel three = channel_of({{0.6, 0.2, 0.2}, {0.1, 0.8, 0.1}, {0.3, 0.2, 0.5}});
  for (const channel* law : {&skew, &wide, &three}) {
    std::vector<std::uint32_t> truth = {0, 1, 1, 0};
    if (law->input_count() == 3) truth[3] = 2;
    statistics all(tiny_graph(), truth, law->input_count());
    for_all_reports(*law, truth, [&](const std::vector<std::uint32_t>& reports, double probability) {
      const auto size = static_cast<Index>(law->output_count());
      user_counts counts;
      for (vertex_id u = 0; u < 4; ++u)
        counts.push_back(counts_of(tiny_graph(), u, reports, law->output_count()));
      all.add(mixing_estimate(
                  *law, add_up(reports, law->output_count(), counts, MatrixXd::Zero(size, size), false)),
              probability);
    });
    all.expect("labels");
  }
}

TEST(MixingTest, NoiseOnCountsAddsItsVarianceOnly) {
  // Three users, two outputs: six counts with noise -1 or 1, whose variance is 1.
  const csr_graph path(3, std::vector<std::pair<vertex_id, vertex_id>>{{0, 1}, {1, 2}});
  const channel law = channel_of({{0.7, 0.3}, {0.2, 0.8}});
  const std::vector<std::uint32_t> truth = {0, 1, 1};
  statistics all(path, truth, 2);
  for_all_reports(law, truth, [&](const std::vector<std::uint32_t>& reports, double probability) {
    MatrixXd noise = MatrixXd::Zero(2, 2);
    for (const std::uint32_t r : reports) noise.row(r).array() += 1.0;
    for (unsigned signs = 0; signs < 64; ++signs) {
      user_counts counts;
      for (vertex_id u = 0; u < 3; ++u) {
        counts.push_back(counts_of(path, u, reports, 2));
        for (unsigned v = 0; v < 2; ++v) counts[u][v] += ((signs >> (2 * u + v)) & 1U) != 0 ? 1.0 : -1.0;
      }
      all.add(mixing_estimate(law, add_up(reports, 2, counts, noise, false)), probability / 64.0);
    }
  });
  all.expect("counts");
}

TEST(MixingTest, NoiseOnEdgesIsSharedByBothEnds) {
  // All 2^6 noisy graphs on four users, all reports; profiles bit by bit.
  const channel law = channel_of({{0.7, 0.3}, {0.2, 0.8}});
  const bit_law bits{0.8, 0.3};
  const std::vector<std::uint32_t> truth = {0, 1, 1, 0};
  statistics all(tiny_graph(), truth, 2);
  std::vector<std::pair<vertex_id, vertex_id>> pairs;
  for (vertex_id v = 0; v < 4; ++v)
    for (vertex_id u = 0; u < v; ++u) pairs.emplace_back(u, v);
  const auto is_edge = [](std::pair<vertex_id, vertex_id> p) {
    const auto list = tiny_graph().neighbors(p.first);
    return std::ranges::find(list, p.second) != list.end();
  };
  for_all_reports(law, truth, [&](const std::vector<std::uint32_t>& reports, double report_probability) {
    for (unsigned ones = 0; ones < 64; ++ones) {
      double probability = report_probability;
      user_counts counts(4, VectorXd::Zero(2));
      MatrixXd noise = MatrixXd::Zero(2, 2);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const double bit = (ones >> i) & 1U, p = is_edge(pairs[i]) ? bits.p1 : bits.p0;
        probability *= bit > 0.5 ? p : 1.0 - p;
        const auto [u, v] = pairs[i];
        const double edge = (bit - bits.p0) / (bits.p1 - bits.p0);
        const double variance = edge * bits.edge_variance() + (1.0 - edge) * bits.non_edge_variance();
        counts[u][reports[v]] += edge;
        counts[v][reports[u]] += edge;
        noise(reports[u], reports[v]) += variance;
        noise(reports[v], reports[u]) += variance;
      }
      all.add(mixing_estimate(law, add_up(reports, 2, counts, noise, true)), probability);
    }
  });
  all.expect("edges");
}

attribute_reports reports_of(const csr_graph& g, std::size_t outputs, std::uint64_t seed) {
  return {k_ary_channel(epsilon::from_nats(1.0), numbered_labels(outputs)),
          generate_labels(g, static_cast<std::uint32_t>(outputs), 0.4, seed)};
}

void expect_same(const noisy_profiles& a, const noisy_profiles& b) {
  EXPECT_EQ(a.users, b.users);
  EXPECT_EQ(a.is_mirrored, b.is_mirrored);
  EXPECT_LT((a.largest - b.largest).cwiseAbs().maxCoeff(), 1e-7 * (1.0 + b.largest.cwiseAbs().maxCoeff()));
  EXPECT_LT((a.sums - b.sums).cwiseAbs().maxCoeff(), 1e-7 * (1.0 + b.sums.cwiseAbs().maxCoeff()));
  EXPECT_LT((a.noise - b.noise).cwiseAbs().maxCoeff(), 1e-7 * (1.0 + b.noise.cwiseAbs().maxCoeff()));
  for (std::size_t u = 0; u < a.squares.size(); ++u)
    EXPECT_LT((a.squares[u] - b.squares[u]).cwiseAbs().maxCoeff(),
              1e-7 * (1.0 + b.squares[u].cwiseAbs().maxCoeff()));
}

TEST(MixingTest, ProfilesOfCountsAreSumsByReport) {
  const csr_graph g = generate_affiliation(150, 1200, 3);
  const std::vector<attribute_reports> reports = {reports_of(g, 3, 1), reports_of(g, 2, 2)};
  const neighbor_count_round round =
      release_neighbor_counts(g, reports, epsilon::from_nats(1.0), coin_source::simulated(4));
  const std::vector<noisy_profiles> profiles = profiles_of(reports, round);
  ASSERT_EQ(profiles.size(), 2U);
  for (std::size_t a = 0; a < 2; ++a) {
    const std::size_t outputs = reports[a].law.output_count(), begin = a == 0 ? 0 : 3;
    MatrixXd noise = MatrixXd::Zero(static_cast<Index>(outputs), static_cast<Index>(outputs));
    user_counts counts;
    for (vertex_id u = 0; u < g.vertex_count(); ++u) {
      VectorXd c(static_cast<Index>(outputs));
      for (std::size_t v = 0; v < outputs; ++v)
        c[static_cast<Index>(v)] = static_cast<double>(round.of(u)[begin + v]);
      counts.push_back(c);
      noise.row(reports[a].of[u]).array() += round.noise_variance;
    }
    expect_same(profiles[a], add_up(reports[a].of, outputs, counts, noise, false));
  }
}

/// Counts that were lost are taken for the mean of those who reported the same.
TEST(MixingTest, ProfilesOfUsersWithoutCountsAreThoseOfOthersWithTheirReport) {
  const csr_graph g = generate_affiliation(150, 1200, 3);
  std::vector<attribute_reports> reports = {reports_of(g, 3, 1)};
  neighbor_count_round round =
      release_neighbor_counts(g, reports, epsilon::from_nats(1.0), coin_source::simulated(4));
  for (vertex_id u = 0; u < 150; u += 4) round.absent.push_back(u);
  reports[0].of[1] = no_report;
  const noisy_profiles p = profiles_of(reports, round).front();
  MatrixXd sums = MatrixXd::Zero(3, 3), squares = MatrixXd::Zero(3, 3);
  VectorXd came = VectorXd::Zero(3), all = VectorXd::Zero(3);
  for (vertex_id u = 0; u < 150; ++u) {
    if (u == 1) continue;
    const auto report = static_cast<Index>(reports[0].of[u]);
    all[report] += 1.0;
    if (u % 4 == 0) continue;
    came[report] += 1.0;
    for (Index v = 0; v < 3; ++v) {
      const auto c = static_cast<double>(round.of(u)[static_cast<std::size_t>(v)]);
      sums(report, v) += c;
      squares(report, v) += c * c;
    }
  }
  ASSERT_EQ(p.spread.size(), 3U);
  for (Index u = 0; u < 3; ++u) {
    const double scale = all[u] / came[u];
    EXPECT_EQ(static_cast<double>(p.users[static_cast<std::size_t>(u)]), all[u]);
    EXPECT_GT(scale, 1.1);
    for (Index v = 0; v < 3; ++v) {
      EXPECT_NEAR(p.sums(u, v), scale * sums(u, v), 1e-9);
      EXPECT_NEAR(p.noise(u, v), all[u] * round.noise_variance, 1e-9);
      EXPECT_NEAR(p.spread[static_cast<std::size_t>(u)](v, v),
                  scale * (scale - 1.0) * (squares(u, v) - sums(u, v) * sums(u, v) / came[u]), 1e-6);
    }
  }
  expect_variance_of_rows(mixing_estimate(reports[0].law, p).moments());
}

/// A ring in which everybody has ten ties, and a user tied to all: each of them counts its one
/// report.
TEST(MixingTest, ALabelThatCarriesTheVarianceIsTold) {
  constexpr vertex_id users = 1500;
  for (const bool has_hub : {false, true}) {
    std::vector<std::pair<vertex_id, vertex_id>> edges;
    for (vertex_id u = 0; u < users; ++u) {
      for (vertex_id step = 1; step <= 5; ++step) edges.emplace_back(u, (u + step) % users);
      if (has_hub) edges.emplace_back(users, u);
    }
    const csr_graph g(users + 1, edges);
    const channel law = k_ary_channel(epsilon::from_nats(2.0), numbered_labels(2));
    const user_attribute all_alike{"label", numbered_labels(2), std::vector<std::uint32_t>(g.vertex_count())};
    const std::vector<attribute_reports> reports =
        release_attributes(std::span(&all_alike, 1), std::span(&law, 1), coin_source::simulated(3))
            .attributes;
    const neighbor_count_round round =
        release_neighbor_counts(g, reports, epsilon::from_nats(0.5), coin_source::simulated(4));
    const mixing_estimate m(law, profiles_of(reports, round)[0]);
    for (const mixing_number& n : {m.within(), *m.fraction_within()}) {
      EXPECT_EQ(n.estimate.rests_on_few, has_hub);
      EXPECT_EQ(judge(n.estimate), has_hub ? judgement::weak : judgement::usable);
    }
  }
}

TEST(MixingTest, ProfilesOfNoisyEdgesAreDebiasedBits) {
  const csr_graph g = generate_affiliation(150, 1200, 3);
  const std::vector<attribute_reports> reports = {reports_of(g, 3, 1)};
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    two_step options;
    options.total = epsilon::from_nats(2.0);
    options.codec = codec_spec(kind);
    const coin_source coins = coin_source::simulated(9);
    const epsilon degree = epsilon::from_nats(0.1);
    const public_view known(options.order, release_key{5}, release_degrees(g, degree, coins).values, degree);
    const round_budgets budgets{degree, epsilon(), epsilon::from_nats(1.5), epsilon()};
    const release published =
        release_edges(
            g, release_layout(plan_release(options, known, budgets, release_key{5}, true), known.order(), {}),
            coins)
            .published;
    const bit_law law = published.law();
    user_counts counts(g.vertex_count(), VectorXd::Zero(3));
    MatrixXd noise = MatrixXd::Zero(3, 3);
    for (vertex_id u = 0; u < g.vertex_count(); ++u) {
      for (vertex_id v = 0; v < g.vertex_count(); ++v) {
        if (u == v) continue;
        const double edge = ((published.edge(u, v) ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
        counts[u][reports[0].of[v]] += edge;
        noise(reports[0].of[u], reports[0].of[v]) +=
            edge * law.edge_variance() + (1.0 - edge) * law.non_edge_variance();
      }
    }
    expect_same(profiles_of(reports, published, materialize(published))[0],
                add_up(reports[0].of, 3, counts, noise, true));
  }
}

/// Without noise every statistic is the exact one.
TEST(MixingTest, WithoutNoiseEverythingIsExact) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  const user_attribute a{"x", {"1", "2", "5"}, generate_labels(g, 3, 0.6, 2)};
  const channel open = channel::from_probabilities(a.values, a.values, MatrixXd::Identity(3, 3));
  user_counts counts;
  for (vertex_id u = 0; u < g.vertex_count(); ++u) counts.push_back(counts_of(g, u, a.of, 3));
  const mixing_estimate m(open, add_up(a.of, 3, counts, MatrixXd::Zero(3, 3), false));
  const exact::mixing truth = exact::measure_mixing(g, a);
  const auto expect = [](const std::optional<mixing_number>& n, double value, const char* what) {
    ASSERT_TRUE(n.has_value()) << what;
    EXPECT_NEAR(n->estimate.value, value, 1e-9 * (1.0 + std::abs(value))) << what;
    EXPECT_NEAR(n->estimate.standard_error, 0.0, 1e-9) << what;
    EXPECT_NEAR(n->estimate.bias, 0.0, 1e-12) << what;
  };
  expect(m.edges(), static_cast<double>(truth.edges), "edges");
  expect(m.within(), static_cast<double>(truth.within), "within");
  expect(m.across(), static_cast<double>(truth.edges - truth.within), "across");
  expect(m.fraction_within(), *truth.fraction_within, "fraction within");
  expect(m.assortativity(), *truth.assortativity, "assortativity");
  const std::vector<double> numbers = {1.0, 2.0, 5.0};
  std::vector<double> x;
  for (const std::uint32_t value : a.of) x.push_back(numbers[value]);
  const exact::numeric_mixing numeric = exact::measure_numeric_mixing(g, x);
  expect(m.numeric(numbers).mean_product, *numeric.mean_product, "mean product");
  expect(m.numeric(numbers).covariance, *numeric.covariance, "covariance");
  expect(m.numeric(numbers).assortativity, *numeric.assortativity, "numeric assortativity");
  const auto between = exact::count_edges_between(g, a);
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) {
      expect(m.edges_between(i, j), static_cast<double>(between[3 * i + j]), "edges between");
      sum += m.edges_between(i, j).estimate.value;
    }
    expect(m.share(i), static_cast<double>(std::ranges::count(a.of, i)) / 300.0, "share");
  }
  EXPECT_NEAR(sum, static_cast<double>(g.edge_count()), 1e-9);
}

TEST(MixingTest, RatiosAreAbsentWithoutADenominator) {
  const channel law = channel_of({{0.7, 0.3}, {0.3, 0.7}});
  const mixing_estimate m(
      law, add_up({0, 1, 0}, 2, user_counts(3, VectorXd::Zero(2)), MatrixXd::Ones(2, 2), false));
  EXPECT_FALSE(m.fraction_within().has_value());
  EXPECT_FALSE(m.assortativity().has_value());
  EXPECT_FALSE(m.numeric(std::vector{0.0, 1.0}).covariance.has_value());
  EXPECT_GT(m.edges().estimate.standard_error, 0.0);
}

TEST(MixingTest, RefusesChannelsThatCannotBeInverted) {
  const channel flat = channel_of({{0.5, 0.5}, {0.5, 0.5}});
  const auto profiles = [](Index outputs) {
    return add_up({0, 1, 0}, static_cast<std::size_t>(outputs), user_counts(3, VectorXd::Ones(outputs)),
                  MatrixXd::Zero(outputs, outputs), false);
  };
  EXPECT_THROW(mixing_estimate(flat, profiles(2)), invalid_parameter);
  const channel narrow = channel_of({{0.6, 0.4}, {0.5, 0.5}, {0.4, 0.6}});
  EXPECT_THROW(mixing_estimate(narrow, profiles(2)), invalid_parameter) << "three truths, two reports";
  EXPECT_THROW(mixing_estimate(channel_of({{0.7, 0.3}, {0.3, 0.7}}), profiles(3)), invalid_parameter);
  noisy_profiles without_largest = profiles(2);
  without_largest.largest = VectorXd();
  EXPECT_THROW(mixing_estimate(channel_of({{0.7, 0.3}, {0.3, 0.7}}), without_largest), invalid_parameter);
}

TEST(MixingTest, RefusesMoreOutputsThanMomentsHaveRoomFor) {
  const csr_graph g = test::star_graph(3);
  const std::vector<attribute_reports> reports = {
      {k_ary_channel(epsilon::from_nats(1.0), numbered_labels(most_mixing_outputs + 1)), {0, 1, 2, 3}}};
  const neighbor_count_round round =
      release_neighbor_counts(g, reports, epsilon::from_nats(1.0), coin_source::simulated(1));
  EXPECT_THROW(profiles_of(reports, round), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
