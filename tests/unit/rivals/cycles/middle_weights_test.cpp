// SPDX-License-Identifier: MIT
#include "cycles/middle_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "support/graphs.hpp"
#include "support/noisy_bits.hpp"

namespace edgeldp {
namespace {

using vertex_rank = std::uint64_t;

/// Vertices of a cycle, in the order of walking, that lie between their two neighbours.
double middle_vertices(const std::array<vertex_rank, 5>& cycle) {
  double middles = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    const vertex_rank a = cycle[(i + 4) % 5], b = cycle[i], c = cycle[(i + 1) % 5];
    if ((a < b) == (b < c)) middles += 1.0;
  }
  return middles;
}

/// The definition, path by path.
double slow_weight(const noisy_matrix& bits, const bit_law& law, unsigned length, vertex_rank j,
                   vertex_rank k, vertex_rank v) {
  const auto phi = [&](vertex_rank a, vertex_rank b) {
    return ((bits.bit(a, b) ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
  };
  if (length == 3) return phi(j, k);
  double sum = 0.0;
  for (vertex_rank x = 0; x < bits.rows(); ++x) {
    if (x == j || x == k || x == v) continue;
    for (vertex_rank y = 0; y < bits.rows(); ++y)
      if (y != j && y != k && y != v && y != x)
        sum += phi(j, x) * phi(x, y) * phi(y, k) / middle_vertices({v, j, x, y, k});
  }
  return sum;
}

struct sides {
  std::vector<std::uint32_t> before, after;
};

sides neighbors_of(const csr_graph& g, std::uint32_t v) {
  sides lists;
  for (const vertex_id u : g.neighbors(v)) (u < v ? lists.before : lists.after).push_back(u);
  return lists;
}

TEST(MiddleWeightsTest, AFiveCycleHasOneMiddleVertexOrThree) {
  std::array<vertex_rank, 5> cycle = {0, 1, 2, 3, 4};
  do {
    const double middles = middle_vertices(cycle);
    EXPECT_TRUE(middles == 1.0 || middles == 3.0);
  } while (std::ranges::next_permutation(cycle).found);
}

TEST(MiddleWeightsTest, EveryWeightIsTheDefinition) {
  for (const bit_law law : {bit_law{0.75, 0.25}, bit_law{0.52, 0.45}, bit_law{0.9, 0.01}}) {
    for (const std::uint64_t n : {5U, 20U, 64U, 65U, 90U}) {
      const noisy_matrix bits = test::random_bits(n, n, law.p0);
      const csr_graph g = generate_erdos_renyi(n, 2 * n, 5);
      for (const unsigned length : {3U, 5U}) {
        const middle_weights fast(bits, law, length);
        const double rounding = 1e-12 * std::pow(1.0 / (law.p1 - law.p0), 3) * static_cast<double>(n * n);
        std::vector<std::int64_t> weights;
        for (std::uint32_t v = 0; v < n; ++v) {
          const sides lists = neighbors_of(g, v);
          fast.weigh(v, lists.before, lists.after, weights);
          std::size_t pair = 0;
          for (const std::uint32_t k : lists.after)
            for (const std::uint32_t j : lists.before)
              ASSERT_NEAR(static_cast<double>(weights[pair++]) * fast.unit(),
                          slow_weight(bits, law, length, j, k, v), fast.unit() + rounding)
                  << length << ": " << j << " " << k << " of " << v << ", n " << n;
          ASSERT_EQ(pair, weights.size());
        }
      }
    }
  }
}

/// The integer, not the number that it rounds: what the sensitivity of limited weights rests on.
TEST(MiddleWeightsTest, APairsWeightDoesNotDependOnTheRestOfTheList) {
  const auto some = [](std::uint32_t first, std::uint32_t last, double chance, std::uint32_t v) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t u = first; u < last; ++u)
      if (philox4x32_10(5, {u, v, 0, 0})[0] < chance * 0x1p32) list.push_back(u);
    return list;
  };
  for (const bit_law law : {bit_law{0.75, 0.25}, bit_law{0.9, 0.01}}) {
    for (const std::uint32_t n : {9U, 70U, 100U}) {
      const noisy_matrix bits = test::random_bits(n, n, law.p0);
      for (const unsigned length : {3U, 5U}) {
        const middle_weights w(bits, law, length);
        std::vector<std::int64_t> full, weights;
        for (std::uint32_t v = 0; v < n; ++v) {
          w.weigh(v, some(0, v, 1.0, v), some(v + 1, n, 1.0, v), full);
          for (const double chance : {0.05, 0.5}) {
            const auto before = some(0, v, chance, v), after = some(v + 1, n, chance, v);
            w.weigh(v, before, after, weights);
            std::size_t pair = 0;
            for (const std::uint32_t k : after)
              for (const std::uint32_t j : before)
                ASSERT_EQ(weights[pair++], full[(k - v - 1) * v + j]) << length << ": " << j << " " << k;
          }
        }
      }
    }
  }
}

TEST(MiddleWeightsTest, WithoutNoiseEveryCycleIsCountedOnce) {
  const auto check = [](const csr_graph& g) {
    for (const unsigned length : {3U, 5U}) {
      const middle_weights w(test::bits_of(g), {1.0, 0.0}, length);
      double sum = 0.0;
      std::vector<std::int64_t> weights;
      for (std::uint32_t v = 0; v < g.vertex_count(); ++v) {
        const sides lists = neighbors_of(g, v);
        w.weigh(v, lists.before, lists.after, weights);
        for (const std::int64_t weight : weights) sum += static_cast<double>(weight) * w.unit();
      }
      EXPECT_NEAR(sum, static_cast<double>(exact::count_cycles(g, length)), 1e-3) << length;
    }
  };
  for (const test::known_graph& known : test::known_graphs())
    if (known.graph.vertex_count() > 0) check(known.graph);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) check(generate_affiliation(200, 1000, seed));
  check(generate_erdos_renyi(600, 5000, 1));
}

/// Weights between three candidates on each side, [after][before].
using across = std::array<std::array<std::int64_t, 3>, 3>;

/// The largest change by one member more, over all lists (sets of candidates, those before first).
template <class Accept>
std::int64_t largest_change(const across& weights, Accept&& accept) {
  const auto sum_of = [&](unsigned list) {
    std::vector<std::int64_t> of_pairs;
    for (unsigned k = 0; k < 3; ++k)
      for (unsigned j = 0; j < 3; ++j)
        if ((list >> j & list >> (3 + k) & 1U) != 0) of_pairs.push_back(weights[k][j]);
    return static_cast<std::int64_t>(accept(static_cast<std::size_t>(std::popcount(list & 7U)), of_pairs));
  };
  std::int64_t most = 0;
  for (unsigned list = 0; list < 64; ++list)
    for (unsigned x = 0; x < 6; ++x)
      if ((list >> x & 1U) == 0) most = std::max(most, std::abs(sum_of(list | (1U << x)) - sum_of(list)));
  return most;
}

/// Limits those after their user only: what many of them carry to one before it is not bounded.
int128 accept_after_only(std::int64_t limit, std::size_t before, std::span<const std::int64_t> weights) {
  int128 sum = 0;
  for (; !weights.empty(); weights = weights.subspan(before)) {
    std::int64_t row = 0;
    for (const std::int64_t w : weights.first(before)) row += w;
    sum += std::clamp(row, -limit, limit);
  }
  return sum;
}

TEST(MiddleWeightsTest, OneMemberMovesTheAcceptedSumByAtMostTheLimit) {
  constexpr std::array<std::int64_t, 5> values = {-3, -1, 0, 2, 4};
  constexpr std::int64_t limit = 5;
  std::int64_t real = 0, after_only = 0, unlimited = 0;
  std::vector<accepted_weight> scratch;
  for (std::uint32_t sample = 0; sample < 20000; ++sample) {  // of 5^9 weightings
    across weights{};
    for (std::uint32_t p = 0; p < 9; ++p)
      weights[p / 3][p % 3] = values[philox4x32_10(7, {sample, p, 0, 0})[0] % values.size()];
    using list = std::vector<std::int64_t>;
    real = std::max(real, largest_change(weights, [&](std::size_t before, const list& w) {
                      return accept_across(limit, before, w, scratch);
                    }));
    after_only = std::max(after_only, largest_change(weights, [&](std::size_t before, const list& w) {
                            return accept_after_only(limit, before, w);
                          }));
    unlimited = std::max(unlimited, largest_change(weights, [&](std::size_t before, const list& w) {
                           return accept_across(1000, before, w, scratch);
                         }));
  }
  EXPECT_EQ(real, limit);
  EXPECT_GT(after_only, limit);
  EXPECT_GT(unlimited, limit);
}

TEST(MiddleWeightsTest, LargestSumsAreThoseOfTheBestPartners) {
  constexpr std::uint64_t n = 9;
  const bit_law law{0.7, 0.3};
  const noisy_matrix bits = test::random_bits(n, 3, 0.4);
  const std::vector<double> sums = middle_weights(bits, law, 3).largest_sums();
  ASSERT_EQ(sums.size(), n);
  for (std::uint64_t m = 0; m < n; ++m) {
    double most = 0.0;
    for (vertex_rank a = 0; a < n; ++a)
      for (unsigned partners = 0; partners < (1U << n); ++partners) {
        const bool below = (partners >> a) == 0, above = (partners & ((2U << a) - 1)) == 0;
        if (static_cast<std::uint64_t>(std::popcount(partners)) > m || !(below || above)) continue;
        double sum = 0.0;
        for (vertex_rank b = 0; b < n; ++b)
          if ((partners >> b & 1U) != 0) sum += slow_weight(bits, law, 3, a, b, n);
        most = std::max(most, std::abs(sum));
      }
    EXPECT_NEAR(sums[m], most, 1e-9) << m;
  }
}

}  // namespace
}  // namespace edgeldp
