// SPDX-License-Identifier: MIT
#include "triangles/counted_pairs_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/protocol/row_release.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"
#include "edgeldp/graph/triangles/triangles_simulation.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

/// Limits that refuse much, some of them zero.
std::vector<user_bound> tight_bounds(std::uint64_t users, const bit_lattice& lattice) {
  std::vector<user_bound> bounds(users);
  for (std::uint64_t u = 0; u < users; ++u) {
    const pair_limits limits = {u % 5, u % 7};
    const uint128 sensitivity = limited_sensitivity(limits, lattice);
    bounds[u] = {sensitivity == 0 ? 0 : users, limits, sensitivity};
  }
  return bounds;
}

/// Greedy acceptance as it is defined: pairs of the user's neighbours in the public order, one
/// after another.
pair_counts accept_one_by_one(const csr_graph& g, const release& published, vertex_id u,
                              const pair_limits& limits, bool only_preceding) {
  std::vector<std::uint32_t> ranks;
  for (const vertex_id v : g.neighbors(u))
    if (!only_preceding || published.layout().rank(v) < published.layout().rank(u))
      ranks.push_back(published.layout().rank(v));
  std::ranges::sort(ranks);
  const std::uint64_t most[2] = {limits.zeros, limits.ones};
  std::vector<pair_counts> degree(ranks.size());
  pair_counts accepted{};
  for (std::size_t later = 0; later < ranks.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const bool bit = published.edge(published.layout().user_at(ranks[later]),
                                      published.layout().user_at(ranks[earlier]));
      if (degree[later][bit] >= most[bit] || degree[earlier][bit] >= most[bit]) continue;
      ++degree[later][bit];
      ++degree[earlier][bit];
      ++accepted[bit];
    }
  }
  return accepted;
}

std::vector<vertex_id> all_users(const csr_graph& g) {
  std::vector<vertex_id> users(g.vertex_count());
  std::iota(users.begin(), users.end(), 0U);
  return users;
}

// A collector asks some users, in any order: others take no part in what these count.
TEST(KeepNeighborsTest, ListsOfSomeAreThoseOfAll) {
  const csr_graph g = generate_affiliation(250, 2500, 4);
  const std::uint64_t n = g.vertex_count();
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr}) {
    two_step options;
    options.total = epsilon::from_nats(3.0);
    options.codec = codec_spec(kind);
    const auto published = publish_graph(g, options, {5}, coin_source::simulated(3)).published;
    const auto lists_of = [&](std::span<const vertex_id> users) {
      // Caps so low that some are clipped, by coins that are the users' own.
      return keep_neighbors(g, published->layout(), users, std::vector<std::uint64_t>(users.size(), 6),
                            coin_source::simulated(1));
    };
    const auto all = count_pairs(*published, lists_of(all_users(g)), std::nullopt);
    const std::vector<vertex_id> some = {static_cast<vertex_id>(n - 1), 7, 0, 31, 30};
    std::vector<pair_counts> expected;
    for (const vertex_id u : some) expected.push_back(all[u]);
    const kept_neighbors kept = lists_of(some);
    EXPECT_EQ(count_pairs(*published, kept, std::nullopt), expected);
    EXPECT_LE(kept.owners.size(), kept.positions.size()) << "rows that nobody reads are not kept";
    EXPECT_TRUE(
        std::ranges::is_sorted(kept.owners, {}, [&](vertex_id v) { return published->layout().rank(v); }));
    EXPECT_EQ(lists_of({}).lists(), 0U);
  }
}

TEST(AcceptPairsTest, FollowsThePublicOrderWhateverBlocksThreadsAndCodec) {
  const csr_graph g = generate_affiliation(250, 2500, 4);
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    for (const user_order order : {user_order::noisy_degree, user_order::random}) {
      two_step options;
      options.total = epsilon::from_nats(3.0);
      options.codec = codec_spec(kind);
      options.order = order;
      const auto published = publish_graph(g, options, {5}, coin_source::simulated(3)).published;
      const auto bounds = tight_bounds(g.vertex_count(), published->layout().codec().lattice());
      std::vector<std::uint64_t> caps;
      for (const user_bound& b : bounds) caps.push_back(b.neighbors);
      const std::vector<vertex_id> users = all_users(g);
      for (const counted_side side : {counted_side::preceding, counted_side::all}) {
        const kept_neighbors kept =
            keep_neighbors(g, published->layout(), users, caps, coin_source::simulated(1), side);
        std::vector<pair_counts> expected(g.vertex_count());
        for (vertex_id u = 0; u < g.vertex_count(); ++u)
          if (caps[u] >= 2)
            expected[u] =
                accept_one_by_one(g, *published, u, bounds[u].pairs, side == counted_side::preceding);
        for (const std::uint64_t block_words :
             {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{1} << 22}) {
          for (const unsigned threads : {1U, 3U}) {
            const thread_limit limit(threads);
            EXPECT_EQ(accept_pairs(*published, kept, bounds, std::nullopt, block_words), expected)
                << static_cast<int>(kind) << ", " << block_words << " words, " << threads << " threads";
          }
        }
        const auto all = count_pairs(*published, kept, std::nullopt);
        EXPECT_NE(all, expected) << "limits must refuse something for this test to mean anything";
      }
    }
  }
}

TEST(CountRoundTest, WhoSendsDependsOnPublicLimitsAlone) {
  // Nobody has a neighbour; whoever has limits above 0 sends noise all the same.
  const csr_graph lonely(40, {});
  const csr_graph complete = test::complete_graph(40);
  two_step options;
  options.codec = bitmap_spec{};
  const auto published = publish_graph(complete, options, {5}, coin_source::simulated(3)).published;
  const bound_rule rule{bound_anchor::degree, 0, bound_kind::pairs, 30};
  const std::uint64_t speakers = speakers_of(make_bounds(published->layout(), rule)).size();
  ASSERT_GT(speakers, 10U);
  for (const csr_graph* g : {&lonely, &complete}) {
    const auto sent = [&](session& s) {
      const row_release rows = publish_again(s, published);
      ask_pairs(s, {epsilon::from_nats(1e-6), rule, rows.rows});
      EXPECT_EQ(s.close().rounds.back().asked, speakers);
      return s.upload_bytes();
    };
    const std::uint64_t bytes =
        simulate_run(*g, simulated_triangle_tasks(), options.total, {5}, coin_source::simulated(3), sent);
    // At this budget the noise is some 2^60 and takes 8 to 10 bytes a message, exact counts 7.
    EXPECT_GE(bytes, 7 * speakers);
    EXPECT_LE(bytes, 11 * speakers);
  }
}

}  // namespace
}  // namespace edgeldp
