// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "questions/common_neighbors/partner_round_user.hpp"
#include "questions/common_neighbors/steps.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/budgets.hpp"
#include "support/codecs.hpp"
#include "support/output_law.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

const std::vector<common_method> all_methods = {common_method::naive, common_method::one_round,
                                                common_method::single_source, common_method::double_source};
const bit_law skewed{0.7, 0.2};  // p1 + p0 is not 1, as for null spaces

common_options options_of(common_method method, codec_kind codec, double total = 2.0) {
  common_options o;
  o.total = epsilon::from_nats(total);
  o.method = method;
  o.codec = codec_spec(codec);
  return o;
}

/// Every left vertex u has the right neighbours {v : (3 u + 5 v) mod 7 < 3}.
bipartite_graph small_bipartite(vertex_id left, vertex_id right) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < left; ++u)
    for (vertex_id v = 0; v < right; ++v)
      if ((3 * u + 5 * v) % 7 < 3) edges.emplace_back(u, v);
  return {left, right, edges};
}

// ---- queries ----

TEST(CommonNeighborsTest, CutsQueriesIntoDisjointGroups) {
  const std::vector<user_pair> pairs = {{0, 1}, {2, 3}, {1, 2}, {0, 2}, {4, 5}, {0, 1}};
  const auto groups = split_into_disjoint(pairs);
  std::set<std::uint64_t> seen;
  for (const auto& group : groups) {
    std::set<vertex_id> users;
    for (const std::uint64_t i : group) {
      EXPECT_TRUE(users.insert(pairs[i].first).second && users.insert(pairs[i].second).second);
      EXPECT_TRUE(seen.insert(i).second);
    }
  }
  EXPECT_EQ(seen.size(), pairs.size());
  EXPECT_EQ(groups.size(), 4U);
  EXPECT_EQ(split_into_disjoint(std::vector<user_pair>{{0, 1}, {2, 3}}).size(), 1U);
  EXPECT_THROW(split_into_disjoint(std::vector<user_pair>{{1, 1}}), invalid_parameter);
}

/// Where nobody counts, one release answers pairs that share users; each as if it had been asked
/// alone.
TEST(CommonNeighborsTest, OneReleaseAnswersPairsThatShareUsers) {
  const csr_graph g = generate_erdos_renyi(40, 200, 1);
  const bipartite_graph b = small_bipartite(20, 30);
  const std::vector<user_pair> pairs = {{0, 1}, {1, 2}, {0, 2}, {5, 1}, {0, 1}};
  for (const common_method method : {common_method::naive, common_method::one_round}) {
    const common_options o = options_of(method, codec_kind::bitmap);
    const auto all = estimate_common_neighbors(g, pairs, o, {1}, coin_source::simulated(1));
    ASSERT_EQ(all.pairs.size(), pairs.size());
    EXPECT_EQ(all.run.spent.spent(), o.total);
    EXPECT_EQ(all.pairs[0].value.value, all.pairs[4].value.value);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto alone =
          estimate_common_neighbors(g, std::span(pairs).subspan(i, 1), o, {1}, coin_source::simulated(1));
      EXPECT_DOUBLE_EQ(all.pairs[i].value.value, alone.pairs[0].value.value);
      EXPECT_EQ(all.run.spent.spent(), alone.run.spent.spent());
    }
    const auto of_items = estimate_common_neighbors(b, layer::left, pairs, o, {1}, coin_source::simulated(1));
    EXPECT_EQ(of_items.participants, 4U);
    EXPECT_EQ(of_items.pairs[0].value.value, of_items.pairs[4].value.value);
  }
}

TEST(CommonNeighborsTest, RefusesQueriesThatARunCannotAnswer) {
  const csr_graph g = generate_erdos_renyi(20, 60, 1);
  const auto ask = [&](std::vector<user_pair> pairs, const common_options& o) {
    return estimate_common_neighbors(g, pairs, o, {1}, coin_source::simulated(1));
  };
  const common_options o = options_of(common_method::double_source, codec_kind::bitmap);
  EXPECT_THROW(ask({{0, 1}, {1, 2}}, o), invalid_parameter);
  EXPECT_THROW(ask({{3, 3}}, o), invalid_parameter);
  EXPECT_THROW(ask({{0, 20}}, o), invalid_parameter);
  common_options changed = o;
  changed.variant = common_variant::public_degrees;
  EXPECT_THROW(ask({{0, 1}}, changed), invalid_parameter);
  changed.variant = common_variant::separate_roles;
  EXPECT_THROW(ask({{0, 1}}, changed), invalid_parameter);
  changed = o;
  changed.degree_share = 1.0;
  EXPECT_THROW(ask({{0, 1}}, changed), invalid_parameter);
}

// ---- formulas ----

/// Mean and variance of f over all noisy bits of two rows of four items, by enumeration.
template <class F>
std::pair<double, double> enumerate(const bit_law& law, unsigned first, unsigned second, F&& f) {
  double mean = 0.0, square = 0.0;
  for (unsigned u = 0; u < 16; ++u) {
    for (unsigned w = 0; w < 16; ++w) {
      double probability = 1.0;
      for (unsigned v = 0; v < 4; ++v) {
        const double pu = (first >> v) & 1 ? law.p1 : law.p0, pw = (second >> v) & 1 ? law.p1 : law.p0;
        probability *= ((u >> v) & 1 ? pu : 1.0 - pu) * ((w >> v) & 1 ? pw : 1.0 - pw);
      }
      const double value = f(u, w);
      mean += probability * value;
      square += probability * value * value;
    }
  }
  return {mean, square - mean * mean};
}

pair_numbers numbers_of(unsigned first, unsigned second) {
  const auto size = [](unsigned set) { return static_cast<double>(std::popcount(set)); };
  return {{{size(first), 0.0}, {size(second), 0.0}}, 4.0, size(first & second)};
}

double phi(const bit_law& law, unsigned bit) {
  return (static_cast<double>(bit & 1) - law.p0) / (law.p1 - law.p0);
}

TEST(CommonNeighborsTest, ErrorsAgreeWithEnumeration) {
  for (unsigned first = 1; first < 16; first += 2) {
    for (unsigned second = 1; second < 16; ++second) {
      const pair_numbers pair = numbers_of(first, second);
      const auto [naive, naive_variance] = enumerate(skewed, first, second, [](unsigned u, unsigned w) {
        return static_cast<double>(std::popcount(u & w));
      });
      const estimate predicted = naive_error(skewed, pair);
      EXPECT_NEAR(predicted.bias, naive - pair.common, 1e-12);
      EXPECT_NEAR(predicted.standard_error * predicted.standard_error, naive_variance, 1e-12);

      const auto [mean, variance] = enumerate(skewed, first, second, [&](unsigned u, unsigned w) {
        double sum = 0.0;
        for (unsigned v = 0; v < 4; ++v) sum += phi(skewed, u >> v) * phi(skewed, w >> v);
        return sum;
      });
      EXPECT_NEAR(mean, pair.common, 1e-12);
      EXPECT_NEAR(variance, one_round_variance(skewed, pair), 1e-12);

      const double a = 0.3;
      const auto [both, both_variance] = enumerate(skewed, first, second, [&](unsigned u, unsigned w) {
        double sum = 0.0;
        for (unsigned v = 0; v < 4; ++v) {
          if ((first >> v) & 1) sum += a * phi(skewed, w >> v);
          if ((second >> v) & 1) sum += (1.0 - a) * phi(skewed, u >> v);
        }
        return sum;
      });
      EXPECT_NEAR(both, pair.common, 1e-12);
      const common_error e = counted_error(skewed, pair, a, 5.0);
      EXPECT_NEAR(e.response_variance, both_variance, 1e-12);
      EXPECT_NEAR(e.laplace_variance, 5.0 * (a * a + (1.0 - a) * (1.0 - a)), 1e-12);
    }
  }
}

TEST(CommonNeighborsTest, MeasuresUseTheDeltaMethod) {
  const estimate common{30.0, 4.0, 0.5};
  const two_degrees d{{80.0, 9.0}, {120.0, 16.0}};
  EXPECT_EQ(estimate_measure(pair_measure::common, common, d).value, 30.0);
  for (const pair_measure measure : {pair_measure::cosine, pair_measure::jaccard}) {
    const auto at = [&](double c, double x, double y) {
      return estimate_measure(measure, {c, 0.0, 0.0}, {{x, 0.0}, {y, 0.0}}).value;
    };
    const double h = 0.01, f = at(30, 80, 120);
    const std::array<double, 3> variance = {16.0, 9.0, 16.0};
    double spread = 0.0, bias = 0.5 * (at(30 + h, 80, 120) - at(30 - h, 80, 120)) / (2 * h);
    for (unsigned i = 0; i < 3; ++i) {
      const auto moved = [&](double by) {
        return at(30 + (i == 0 ? by : 0), 80 + (i == 1 ? by : 0), 120 + (i == 2 ? by : 0));
      };
      const double slope = (moved(h) - moved(-h)) / (2 * h);
      spread += slope * slope * variance[i];
      bias += 0.5 * (moved(h) - 2 * f + moved(-h)) / (h * h) * variance[i];
    }
    const estimate e = estimate_measure(measure, common, d);
    EXPECT_DOUBLE_EQ(e.value, f);
    EXPECT_NEAR(e.standard_error, std::sqrt(spread), 1e-6);
    EXPECT_NEAR(e.bias, bias, 1e-6);
  }
  // A union smaller than one of the sets is noise.
  EXPECT_LE(estimate_measure(pair_measure::jaccard, {1000.0, 1.0, 0.0}, d).value, 1000.0 / 120.0);
}

// ---- plans ----

double predicted_variance(const common_options& o, epsilon edges, epsilon count, const two_degrees& d) {
  const bit_law law = o.codec.law(edges);
  const double noise = count_noise_variance({o.codec.lattice(edges), counts_are_centred(o)}, law, count);
  double least = 1e300;
  for (int i = 0; i <= 1000; ++i) {
    const common_error e = counted_error(law, {d, 0.0, 0.0}, i / 1000.0, noise);
    least = std::min(least, e.response_variance + e.laplace_variance);
  }
  return least;
}

TEST(CommonNeighborsTest, PlansTheBestWeightAndSplit) {
  for (const codec_kind codec : test::codec_kinds) {
    for (const double total : {0.5, 2.0}) {
      for (const common_variant variant : {common_variant::optimized, common_variant::public_degrees}) {
        common_options o = options_of(common_method::double_source, codec, total);
        o.variant = variant;
        const std::vector<two_degrees> pairs = {{{20.0, 0.0}, {200.0, 0.0}}};
        const common_plan plan = plan_common_neighbors(o, o.total, pairs);
        EXPECT_EQ(plan.edges.units() + plan.count.units(), o.total.units());
        const bit_law law = o.codec.law(plan.edges);
        const count_weights weights(o.codec.lattice(plan.edges), counts_are_centred(o));
        const double noise = count_noise_variance(weights, law, plan.count);
        const common_error e = counted_error(law, {pairs[0], 0.0, 0.0}, plan.weights[0], noise);
        const double planned = e.response_variance + e.laplace_variance;
        EXPECT_LE(planned, predicted_variance(o, plan.edges, plan.count, pairs[0]) * (1 + 1e-9));
        for (int i = 1; i < 40; ++i) {
          const auto edges = epsilon::from_units(o.total.units() / 40 * static_cast<unsigned>(i));
          const auto count = epsilon::from_units(o.total.units() - edges.units());
          EXPECT_LE(planned, predicted_variance(o, edges, count, pairs[0]) * 1.01) << i;
        }
      }
    }
  }
}

/// The closed form of the paper: randomized response has one variance.
TEST(CommonNeighborsTest, WeightIsThePublishedOneForRandomizedResponse) {
  const common_options o = options_of(common_method::double_source, codec_kind::bitmap);
  const common_plan plan =
      plan_common_neighbors(o, o.total, std::vector<two_degrees>{{{30.0, 0.0}, {90.0, 0.0}}});
  const double e = randomized_response::for_budget(plan.edges).loss_nats();
  const double s2 = std::exp(e) / ((std::exp(e) - 1) * (std::exp(e) - 1));
  const double laplace =
      count_noise_variance({o.codec.lattice(plan.edges), false}, o.codec.law(plan.edges), plan.count);
  EXPECT_NEAR(plan.weights[0], (s2 * 90 + laplace) / (s2 * 120 + 2 * laplace), 1e-9);
}

TEST(CommonNeighborsTest, PlansVariantsByName) {
  const std::vector<two_degrees> pairs = {{{30.0, 0.0}, {90.0, 0.0}}};
  common_options o = options_of(common_method::double_source, codec_kind::bitmap);
  o.variant = common_variant::basic;
  common_plan plan = plan_common_neighbors(o, o.total, pairs);
  EXPECT_EQ(plan.edges, plan.count);
  EXPECT_EQ(plan.weights[0], 0.5);
  o.method = common_method::single_source;
  EXPECT_EQ(plan_common_neighbors(o, o.total, pairs).weights[0], 1.0);
  o.variant = common_variant::separate_roles;
  plan = plan_common_neighbors(o, o.total, pairs);
  EXPECT_EQ(plan.edges, o.total);
  EXPECT_EQ(plan.count, o.total);
  o.method = common_method::double_source;
  EXPECT_THROW(plan_common_neighbors(o, o.total, pairs), invalid_parameter);
  for (const common_method method : {common_method::naive, common_method::one_round}) {
    plan = plan_common_neighbors(options_of(method, codec_kind::bitmap), o.total, pairs);
    EXPECT_EQ(plan.edges, o.total);
    EXPECT_TRUE(plan.count.is_zero());
  }
  // Planners keep ppr's mechanism within reach of its encoder and leave the rest.
  plan = plan_common_neighbors(options_of(common_method::one_round, codec_kind::ppr, 20.0),
                               epsilon::from_nats(20.0), pairs);
  EXPECT_LE(plan.edges.nats(), codec_spec{}.largest_budget());
  EXPECT_THROW(plan_common_neighbors(o, epsilon(), pairs), invalid_parameter);
}

// ---- noisy rows ----

std::shared_ptr<const release> publish(const csr_graph& g, codec_kind codec) {
  two_step o;
  o.total = epsilon::from_nats(2.0);
  o.codec = codec_spec(codec);
  return publish_graph(g, o, {5}, coin_source::simulated(6)).published;
}

TEST(CommonNeighborsTest, RowsOfSomeUsersAreRowsOfTheWholeMatrix) {
  const csr_graph g = generate_affiliation(150, 900, 2);
  for (const codec_kind codec : test::codec_kinds) {
    const std::shared_ptr<const release> kept = publish(g, codec);
    const release& published = *kept;
    const noisy_matrix whole = materialize(published);
    const std::vector<vertex_id> users = {149, 3, 77, 0, 64};
    const noisy_matrix some = materialize(published, users);
    for (std::size_t i = 0; i < users.size(); ++i)
      EXPECT_TRUE(std::ranges::equal(some.row(i), whole.row(published.layout().rank(users[i]))));
    EXPECT_EQ(materialize(published, {}).rows(), 0U);
    EXPECT_THROW(materialize(published, std::vector<vertex_id>{1, 150}), invalid_parameter);
    EXPECT_THROW(materialize(published, std::vector<vertex_id>{1, 2, 1}), invalid_parameter);
  }
}

TEST(CommonNeighborsTest, IndexAgreesWithTheSumOverItems) {
  const csr_graph g = generate_affiliation(150, 900, 2);
  const std::shared_ptr<const release> kept = publish(g, codec_kind::nullspace);
  const release& published = *kept;
  const common_neighbor_index index = make_common_neighbor_index(published);
  const bit_law law = published.law();
  const release_layout& layout = published.layout();
  for (std::uint32_t i = 0; i < 149; i += 7) {
    const user_pair p{i, i + 1};
    const vertex_id u = layout.user_at(i), w = layout.user_at(i + 1);
    double sum = 0.0;
    for (vertex_id v = 0; v < 150; ++v)
      if (v != u && v != w)
        sum += phi(law, published.edge(u, v) ? 1 : 0) * phi(law, published.edge(w, v) ? 1 : 0);
    EXPECT_NEAR(index.common(p), sum, 1e-9);
  }
  EXPECT_EQ(index.items(), 148.0);
  std::vector<estimate> out(1);
  const std::vector<user_pair> outside = {{0, 150}}, same = {{7, 7}}, two = {{0, 1}, {1, 2}};
  EXPECT_THROW(index.estimate_pairs(pair_measure::common, outside, out), invalid_parameter);
  EXPECT_THROW(index.estimate_pairs(pair_measure::common, same, out), invalid_parameter);
  EXPECT_THROW(index.estimate_pairs(pair_measure::common, two, out), invalid_parameter);
  EXPECT_THROW(common_neighbor_index(noisy_matrix(2, 9), law, std::vector<public_degree>(1)),
               invalid_parameter);
  EXPECT_THROW(common_neighbor_index(noisy_matrix(1, 9), law, std::vector<public_degree>(1), {9}),
               invalid_parameter);
}

TEST(CommonNeighborsTest, BatchesAreTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(150, 900, 2);
  const std::shared_ptr<const release> kept = publish(g, codec_kind::bitmap);
  const release& published = *kept;
  std::vector<user_pair> pairs;
  for (vertex_id i = 0; i < 3000; ++i) pairs.push_back({i % 150, (i * 7 + 1 + i % 150) % 150});
  std::erase_if(pairs, [](const user_pair& p) { return p.first == p.second; });
  const auto batch = [&](unsigned threads) {
    const thread_limit limit(threads);
    const common_neighbor_index index = make_common_neighbor_index(published);
    std::vector<estimate> out(pairs.size());
    index.estimate_pairs(pair_measure::jaccard, pairs, out);
    std::vector<double> values;
    for (const estimate& e : out) values.insert(values.end(), {e.value, e.standard_error, e.bias});
    return values;
  };
  EXPECT_EQ(batch(1), batch(4));
}

// ---- protocols ----

std::vector<double> numbers_of(const common_result& r) {
  std::vector<double> all = {r.communication.upload_bytes, r.communication.download_bytes,
                             r.budgets.edges.nats()};
  for (const pair_result& p : r.pairs)
    all.insert(all.end(), {p.value.value, p.value.standard_error, p.value.bias, p.weight});
  return all;
}

TEST(CommonNeighborsTest, ProtocolsAreTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(100, 700, 2);
  const bipartite_graph b = small_bipartite(40, 90);
  const std::vector<user_pair> pairs = {{0, 9}, {30, 2}, {5, 39}};
  for (const codec_kind codec : test::codec_kinds) {
    for (const common_method method : all_methods) {
      const common_options o = options_of(method, codec);
      const auto both = [&](unsigned threads) {
        const thread_limit limit(threads);
        std::vector<double> all =
            numbers_of(estimate_common_neighbors(g, pairs, o, {8}, coin_source::simulated(9)));
        std::ranges::copy(
            numbers_of(estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9))),
            std::back_inserter(all));
        return all;
      };
      EXPECT_EQ(both(1), both(3));
    }
  }
}

TEST(CommonNeighborsTest, LedgersStateWhatEachUserSpends) {
  const bipartite_graph b = small_bipartite(40, 90);
  const csr_graph g = generate_affiliation(100, 700, 2);
  const std::vector<user_pair> pairs = {{0, 9}, {30, 2}};
  common_options o = options_of(common_method::double_source, codec_kind::bitmap);
  const auto total = static_cast<double>(o.total.nats());
  common_result r = estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9));
  // Users of a layer are those of the pairs, in their order.
  const auto first = [&] { return r.run.spent.of(0); };
  const auto second = [&] { return r.run.spent.of(1); };
  EXPECT_NEAR(first().edge_ldp().nats(), total, 1e-8);
  EXPECT_EQ(first().edge_ldp(), second().edge_ldp());
  EXPECT_EQ(first().relationship_dp(), first().edge_ldp());
  EXPECT_NEAR(first().spent(rounds::size).nats(), 0.05 * total, 1e-8);
  EXPECT_EQ(r.participants, 4U);

  r = estimate_common_neighbors(g, pairs, o, {8}, coin_source::simulated(9));
  EXPECT_NEAR(r.run.spent.edge_ldp().nats(), total, 1e-8);
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(),
              2 * r.budgets.degree.nats() + r.budgets.edges.nats() + 2 * r.budgets.count.nats(), 1e-8);
  EXPECT_EQ(r.participants, 100U);

  o.method = common_method::single_source;
  r = estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9));
  EXPECT_TRUE(first().spent(rounds::entries).is_zero());
  EXPECT_EQ(first().spent(rounds::count), r.budgets.count);
  EXPECT_EQ(second().spent(rounds::entries), r.budgets.edges);
  EXPECT_TRUE(second().spent(rounds::count).is_zero());
  o.variant = common_variant::separate_roles;
  r = estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9));
  EXPECT_NEAR(first().edge_ldp().nats(), total, 1e-8);
  EXPECT_NEAR(second().edge_ldp().nats(), total, 1e-8);
  o.method = common_method::double_source;
  o.variant = common_variant::public_degrees;
  r = estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9));
  EXPECT_TRUE(first().spent(rounds::size).is_zero());
  EXPECT_NEAR(first().edge_ldp().nats(), total, 1e-8);
}

/// With a budget at which nothing is flipped and no noise is left, what remains is the exact
/// number.
TEST(CommonNeighborsTest, CountsExactlyWithoutNoise) {
  const csr_graph g = generate_affiliation(60, 500, 2);
  const bipartite_graph b = small_bipartite(40, 90);
  std::vector<user_pair> pairs;
  for (vertex_id i = 0; i < 20; ++i) pairs.push_back({i, 20 + (i * 3 + 1) % 20});
  for (const common_method method : all_methods) {
    common_options o = options_of(method, codec_kind::bitmap, 60.0);
    o.variant = common_variant::basic;
    const common_result in_graph = estimate_common_neighbors(g, pairs, o, {8}, coin_source::simulated(9));
    const common_result in_bipartite =
        estimate_common_neighbors(b, layer::left, pairs, o, {8}, coin_source::simulated(9));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [u, w] = pairs[i];
      // One Laplace message of scale 1 / 30 a user is left.
      EXPECT_NEAR(in_graph.pairs[i].value.value,
                  static_cast<double>(exact::count_common_neighbors(g.neighbors(u), g.neighbors(w)).common),
                  0.5);
      EXPECT_NEAR(
          in_bipartite.pairs[i].value.value,
          static_cast<double>(
              exact::count_common_neighbors(b.neighbors(layer::left, u), b.neighbors(layer::left, w)).common),
          0.5);
    }
  }
}

// ---- centred counts ----

/// Mean and variance of what a message without noise says of the pair, over all rows of the other
/// user. `added_back`: the degree that the collector knows.
std::pair<double, double> mean_of_counts(const any_codec& codec, unsigned first, unsigned second,
                                         std::int64_t added_back) {
  const count_weights weights(codec.lattice(), true);
  return enumerate(codec.law(), first, second, [&](unsigned, unsigned w) {
    const auto ones = static_cast<unsigned>(std::popcount(first & w));
    const auto all = static_cast<unsigned>(std::popcount(first));
    wide_numbers message(1);
    message.set(0, weights.sum(ones, all - ones));
    const std::vector<std::int64_t> degrees = {added_back};
    return read_counts(message, codec, common_method::single_source, degrees)[0].first;
  });
}

TEST(CommonNeighborsTest, CentredCountsAreUnbiasedOverAllRows) {
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::nullspace}) {
    const std::shared_ptr<const release> kept = publish(generate_erdos_renyi(20, 60, 1), kind);
    const any_codec& codec = kept->layout().codec();
    for (unsigned first = 0; first < 16; ++first) {
      for (unsigned second = 0; second < 16; ++second) {
        const pair_numbers pair = numbers_of(first, second);
        const double degree = pair.degrees.first.mean;
        const auto [mean, variance] = mean_of_counts(codec, first, second, static_cast<std::int64_t>(degree));
        EXPECT_NEAR(mean, pair.common, 1e-12);
        EXPECT_NEAR(variance, source_variance(codec.law(), degree, pair.common), 1e-12);
        // Who forgets to add the degree back is off by what it is worth.
        const double p0 = codec.law().p0, worth = (0.5 - p0) / (codec.law().p1 - p0);
        EXPECT_NEAR(mean_of_counts(codec, first, second, 0).first, pair.common - worth * degree, 1e-12);
        EXPECT_GT(worth, 0.1);
      }
    }
  }
}

// ---- privacy of the count message ----

/// Law of statistic + discrete Laplace noise with scale `sensitivity` / e on [-60, 60], up to a
/// factor that all statistics share.
test::output_law<double> message_law(int128 statistic, std::uint64_t sensitivity, double e) {
  test::output_law<double> law;
  for (std::int64_t y = -60; y <= 60; ++y) {
    const double distance = std::abs(static_cast<double>(y) - static_cast<double>(statistic));
    law[{static_cast<std::uint64_t>(y + 60)}] = std::exp(-distance * e / static_cast<double>(sensitivity));
  }
  return law;
}

int128 sum_of(const count_weights& weights, int ones, int zeros) {
  return weights.sum(static_cast<std::uint64_t>(ones), static_cast<std::uint64_t>(zeros));
}

/// All lists of up to five neighbours, every neighbour added and removed, all noisy rows. `sum`: of
/// own neighbours whose bits are 1, and 0.
template <class Sum>
double worst_message_ratio(Sum&& sum, std::uint64_t sensitivity, double e) {
  double worst = 1;
  for (unsigned row = 0; row < 32; ++row) {
    const auto ratio = test::worst_neighbor_ratio<double>(5, [&](std::uint32_t list) {
      const int ones = std::popcount(list & row), all = std::popcount(list);
      return message_law(sum(ones, all - ones), sensitivity, e);
    });
    worst = std::max(worst, ratio.value());
  }
  return worst;
}

constexpr bit_lattice small_lattices[] = {{3, 1}, {2, 1}, {8, 1}, {10, 4}};

TEST(CommonNeighborsPrivacyTest, ACountMessageCostsItsBudgetAndNoLess) {
  const double e = 0.7;
  for (const bit_lattice& lattice : small_lattices) {
    for (const bool is_centred : {false, true}) {
      const count_weights weights(lattice, is_centred);
      const auto sum = [&](int ones, int zeros) { return sum_of(weights, ones, zeros); };
      EXPECT_NEAR(worst_message_ratio(sum, weights.sensitivity(), e), std::exp(e), 1e-9) << lattice.scale;
    }
  }
  // Noise for what a zero moves, where a one moves more.
  const count_weights weights({3, 1}, false);
  const auto sum = [&](int ones, int zeros) { return sum_of(weights, ones, zeros); };
  EXPECT_GT(worst_message_ratio(sum, test::broken::sensitivity_of_zeros({3, 1}), e), std::exp(1.9 * e));
}

/// Where all lists have one length, those next to each other differ in two bits: twice the budget.
TEST(CommonNeighborsPrivacyTest, ASwapCostsACentredCountTwice) {
  const double e = 0.7;
  const count_weights weights({8, 1}, true);
  const auto ratio = test::largest_ratio(message_law(weights.sum(3, 1), weights.sensitivity(), e),
                                         message_law(weights.sum(2, 2), weights.sensitivity(), e));
  EXPECT_NEAR(ratio.value(), std::exp(2.0 * e), 1e-9);
}

TEST(CommonNeighborsPrivacyTest, NoiseOfACentredCountHidesNoOtherCount) {
  const double e = 0.7;
  for (const bit_lattice& lattice : small_lattices) {
    const auto uncentred = [&](int ones, int zeros) {
      return test::broken::count_with_own_degree(lattice, ones, zeros);
    };
    const double largest = 2.0 * static_cast<double>(lattice.scale - lattice.offset);
    EXPECT_NEAR(worst_message_ratio(uncentred, lattice.scale, e),
                std::exp(std::fmax(1.0, largest / static_cast<double>(lattice.scale)) * e), 1e-9);
  }
  EXPECT_NEAR(worst_message_ratio(test::broken::count_around_another_centre, 1, e), std::exp(2.0 * e), 1e-9);
}

constexpr vertex_id seven_users = 7, last_of_seven = 6;

/// Bitmaps of random bits; who is absent has one too, from public coins.
seen_by_partner<release> rows_of_seven(std::mt19937_64& random, std::vector<vertex_id> absent) {
  release_parameters p;
  p.users = seven_users;
  p.codec = codec_kind::bitmap;
  p.flip_threshold = randomized_response::for_budget(test::nats(0.5)).threshold();
  p.chunk_rule = chunk_rule::noisy_degree;
  p.order = user_order::id;
  p.total = test::nats(2.0);
  p.degree = p.edges = p.count = test::nats(0.5);
  p.simulated = true;
  release_layout layout(p, std::vector<std::int64_t>(seven_users), {});
  std::vector<std::uint64_t> words(layout.word_offset(seven_users));
  for (vertex_id u = 1; u < seven_users; ++u) words[layout.word_offset(u)] = random() % (1U << u);
  return {{"rows", std::make_shared<const release>(std::move(layout), std::move(words), std::move(absent))}};
}

/// How far one neighbour moves what the last user says, over all of its lists.
uint128 largest_partner_move(const seen_by_partner<release>& what, std::uint64_t partner) {
  const public_objects nothing;
  const coin_source coins;
  const user_coins none(coins, last_of_seven);
  std::vector<int128> said;
  for (unsigned list = 0; list < 1U << last_of_seven; ++list) {
    const std::vector<vertex_id> members = test::members_of<vertex_id>(list);
    said.push_back(statistic(what, own_list{last_of_seven, seven_users, members}, {nothing, partner, none}));
  }
  int128 most = 0;
  for (unsigned list = 0; list < said.size(); ++list)
    for (vertex_id v = 0; v < last_of_seven; ++v) {
      const int128 moved = said[list] - said[list | 1U << v];
      most = std::max(most, moved < 0 ? -moved : moved);
    }
  return static_cast<uint128>(most);
}

TEST(CommonNeighborsPrivacyTest, OneNeighborMovesAMessageByItsSensitivityAtMostWhoeverIsAbsent) {
  std::mt19937_64 random(3);
  int reached = 0, beyond_zeros = 0;
  for (const std::vector<vertex_id>& absent : {std::vector<vertex_id>{}, {1}, {0, 3, 4}, {0, 1, 2, 3, 4}})
    for (int draw = 0; draw < 40; ++draw) {
      const seen_by_partner<release> what = rows_of_seven(random, absent);
      const uint128 bound = sensitivity(what, own_list{last_of_seven, seven_users, {}}, 5);
      const uint128 moved = largest_partner_move(what, 5);
      ASSERT_LE(moved, bound);
      reached += moved == bound ? 1 : 0;
      // The twin: noise for what a neighbour moves whose bit is 0.
      beyond_zeros += moved > what.rows->layout().codec().lattice().offset ? 1 : 0;
    }
  EXPECT_GT(reached, 60);
  EXPECT_GT(beyond_zeros, 60);
}

}  // namespace
}  // namespace edgeldp
