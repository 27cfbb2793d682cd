// SPDX-License-Identifier: MIT
#include "questions/cycles/peak_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <vector>

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "support/graphs.hpp"
#include "support/noisy_bits.hpp"

namespace edgeldp {
namespace {

peak_shares uneven_shares(std::uint64_t n) {
  std::vector<double> importance(n);
  for (std::uint64_t r = 0; r < n; ++r) importance[r] = static_cast<double>(r * (n - r)) + 3.0;
  return peak_shares(importance);
}

std::vector<std::uint32_t> identity(std::uint64_t n) {
  std::vector<std::uint32_t> rank(n);
  std::iota(rank.begin(), rank.end(), 0U);
  return rank;
}

/// Neighbours before each vertex, in order of number.
ranked_lists preceding(const csr_graph& g) {
  ranked_lists members;
  members.offset.push_back(0);
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(v))
      if (u < v) members.ranks.push_back(u);
    members.offset.push_back(members.ranks.size());
  }
  return members;
}

std::vector<std::vector<std::int64_t>> all_weights(const peak_weights& w, const ranked_lists& members) {
  std::vector<std::vector<std::int64_t>> weights(members.offset.size() - 1);
  std::mutex mutex;
  w.for_each_user(members, identity(weights.size()), [&](vertex_id u, std::span<const std::int64_t> of_u) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(weights[u].empty()) << "told twice";
    weights[u].assign(of_u.begin(), of_u.end());
  });
  return weights;
}

/// Standard deviation of three independent bits, multiplied.
double slow_scale(const bit_law& law) {
  return std::pow(law.non_edge_variance(), 1.5);
}

/// The definition, term by term.
class slow_weights {
 public:
  slow_weights(const noisy_matrix& bits, const bit_law& law, const peak_shares& shares)
      : m_bits(bits), m_law(law), m_shares(shares) {}

  double four(std::uint64_t i, std::uint64_t j, std::uint64_t v) const {
    double sum = 0.0;
    for (std::uint64_t u = 0; u < m_bits.rows(); ++u)
      if (u != i && u != j && u != v) sum += phi(i, u) * phi(u, j) * (u > i && u > j ? share(v, u) : 1.0);
    return sum;
  }

  double five(std::uint64_t i, std::uint64_t j, std::uint64_t v) const {
    double sum = 0.0;
    for (std::uint64_t x = 0; x < m_bits.rows(); ++x) {
      if (x == i || x == j || x == v) continue;
      for (std::uint64_t y = 0; y < m_bits.rows(); ++y) {
        if (y == i || y == j || y == v || y == x) continue;
        double s = 1.0;
        if (x > i && x > y) s = share(v, x);
        if (y > j && y > x) s = share(v, y);
        sum += phi(i, x) * phi(x, y) * phi(y, j) * s;
      }
    }
    return sum;
  }

 private:
  double phi(std::uint64_t a, std::uint64_t b) const {
    return ((m_bits.bit(a, b) ? 1.0 : 0.0) - m_law.p0) / (m_law.p1 - m_law.p0);
  }
  double share(std::uint64_t v, std::uint64_t u) const {
    return m_shares.of(m_shares.segment_of(v))[m_shares.segment_of(u)];
  }
  const noisy_matrix& m_bits;
  bit_law m_law;
  const peak_shares& m_shares;
};

TEST(PeakSharesTest, TwoPeaksShareOneCycle) {
  for (const std::uint64_t n : {1U, 63U, 64U, 65U, 1024U, 1025U, 5000U}) {
    const peak_shares shares = uneven_shares(n);
    EXPECT_LE(shares.segments(), peak_shares::most_segments);
    EXPECT_EQ(shares.users(), n);
    for (std::size_t a = 0; a < shares.segments(); ++a) {
      EXPECT_EQ(shares.segment_of(shares.begin(a)), a);
      EXPECT_EQ(shares.segment_of(shares.end(a) - 1), a);
      EXPECT_EQ(shares.begin(a) % 64, 0U);
      EXPECT_EQ(shares.of(a)[a], 0.5);
      for (std::size_t b = 0; b < shares.segments(); ++b) EXPECT_EQ(shares.of(a)[b] + shares.of(b)[a], 1.0);
    }
  }
}

TEST(PeakWeightsTest, EveryWeightIsTheDefinition) {
  for (const bit_law law : {bit_law{0.75, 0.25}, bit_law{0.52, 0.45}, bit_law{0.9, 0.01}}) {
    for (const std::uint64_t n : {20U, 64U, 65U, 150U}) {
      const csr_graph g = generate_erdos_renyi(n, 3 * n, 5);
      const noisy_matrix bits = test::random_bits(n, n, law.p0);
      const peak_shares shares = uneven_shares(n);
      const slow_weights slow(bits, law, shares);
      const ranked_lists members = preceding(g);
      for (const unsigned length : {4U, 5U}) {
        const peak_weights fast(bits, law, shares, length);
        const auto weights = all_weights(fast, members);
        // Two-step sums are rounded to a 256th of their deviation; the sum over n of them errs at
        // random.
        const double allowed = length == 4 ? fast.unit() : 0.02 * slow_scale(law) * static_cast<double>(n);
        for (vertex_id v = 0; v < n; ++v) {
          const auto list = members.of(v);
          std::size_t pair = 0;
          for (std::size_t j = 0; j < list.size(); ++j)
            for (std::size_t i = 0; i < j; ++i, ++pair) {
              const double exact =
                  length == 4 ? slow.four(list[i], list[j], v) : slow.five(list[i], list[j], v);
              ASSERT_NEAR(static_cast<double>(weights[v][pair]) * fast.unit(), exact, allowed)
                  << length << ": " << list[i] << " " << list[j] << " of " << v << ", n " << n;
            }
          ASSERT_EQ(pair, weights[v].size());
        }
      }
    }
  }
}

/// Lists of members before each rank, every rank with this chance.
ranked_lists random_lists(std::uint64_t n, double chance, std::uint64_t key) {
  ranked_lists members;
  members.offset.push_back(0);
  for (std::uint32_t v = 0; v < n; ++v) {
    for (std::uint32_t u = 0; u < v; ++u)
      if (philox4x32_10(key, {u, v, 0, 0})[0] < chance * 0x1p32) members.ranks.push_back(u);
    members.offset.push_back(members.ranks.size());
  }
  return members;
}

/// How many pairs have another weight in a list than in the longest one, over lists of three
/// densities.
template <class Weigh>
std::uint64_t pairs_that_change(std::uint64_t n, Weigh&& weigh) {
  const ranked_lists whole = random_lists(n, 1.0, 0);
  const auto full = weigh(whole);  // of the pair {i, j}, i < j: at j (j - 1) / 2 + i
  std::uint64_t changed = 0;
  for (const double chance : {0.03, 0.3, 0.9}) {
    const ranked_lists lists = random_lists(n, chance, 4);
    const auto weights = weigh(lists);
    for (std::uint64_t v = 0; v < n; ++v) {
      const auto list = lists.of(static_cast<vertex_id>(v));
      std::size_t pair = 0;
      for (std::size_t j = 0; j < list.size(); ++j)
        for (std::size_t i = 0; i < j; ++i, ++pair)
          if (weights[v][pair] != full[v][list[j] * (list[j] - 1) / 2 + list[i]]) ++changed;
    }
  }
  return changed;
}

/// The integer, not the number that it rounds: what the sensitivity of limited weights rests on.
TEST(PeakWeightsTest, APairsWeightDoesNotDependOnTheRestOfTheLists) {
  for (const bit_law law : {bit_law{0.75, 0.25}, bit_law{0.52, 0.45}, bit_law{0.9, 0.01}}) {
    for (const std::uint64_t n : {9U, 70U, 140U}) {
      const noisy_matrix bits = test::random_bits(n, n, law.p0);
      for (const unsigned length : {4U, 5U}) {
        const peak_weights w(bits, law, uneven_shares(n), length);
        EXPECT_EQ(pairs_that_change(n, [&](const ranked_lists& lists) { return all_weights(w, lists); }), 0U)
            << length << ", n " << n;
        // Rounded to a unit of the list's own, they do.
        EXPECT_GT(pairs_that_change(n,
                                    [&](const ranked_lists& lists) {
                                      auto weights = all_weights(w, lists);
                                      for (auto& of_user : weights) {
                                        std::int64_t most = 1;
                                        for (const std::int64_t x : of_user)
                                          most = std::max(most, std::abs(x) / 1000);
                                        for (std::int64_t& x : of_user) x = x / most * most;
                                      }
                                      return weights;
                                    }),
                  0U);
      }
    }
  }
}

TEST(PeakWeightsTest, WithoutNoiseEveryCycleIsCountedOnce) {
  const bit_law exact{1.0, 0.0};
  const auto check = [&](const csr_graph& g) {
    for (const unsigned length : {4U, 5U}) {
      const peak_weights w(test::bits_of(g), exact, uneven_shares(g.vertex_count()), length);
      double sum = 0.0;
      for (const auto& of_user : all_weights(w, preceding(g)))
        for (const std::int64_t weight : of_user) sum += static_cast<double>(weight) * w.unit();
      EXPECT_NEAR(sum, static_cast<double>(exact::count_cycles(g, length)), 1e-3) << length;
    }
  };
  for (const test::known_graph& known : test::known_graphs())
    if (known.graph.vertex_count() > 0) check(known.graph);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) check(generate_affiliation(300, 1500, seed));
  check(generate_erdos_renyi(1200, 9000, 1));
}

}  // namespace
}  // namespace edgeldp
