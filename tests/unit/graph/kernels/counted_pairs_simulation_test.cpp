// SPDX-License-Identifier: MIT
#include "kernels/counted_pairs_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
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

/// Every way to read rows, block after block of them too.
std::vector<pair_reading> all_readings() {
  std::vector<pair_reading> all{{}, pair_reading::of(row_access::on_demand)};
  for (const std::optional<row_access> access :
       {std::optional<row_access>(), std::optional(row_access::on_demand),
        std::optional(row_access::decoded)})
    for (const std::uint64_t block_words : {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{1} << 22})
      all.push_back({pair_order::by_row, access, block_words});
  return all;
}

two_step public_rows(codec_kind codec, user_order order = user_order::noisy_degree) {
  two_step options;
  options.total = epsilon::from_nats(3.0);
  options.codec = codec_spec(codec);
  options.order = order;
  return options;
}

// A collector asks some users, in any order: others take no part in what these count.
TEST(AcceptPairsTest, SomeCountWhatTheyCountAmongAll) {
  const csr_graph g = generate_affiliation(250, 2500, 4);
  const graph_view view(g);
  const coin_source coins = coin_source::simulated(1);
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr}) {
    const auto published = publish_graph(g, public_rows(kind), {5}, coin_source::simulated(3)).published;
    const auto count = [&](std::span<const vertex_id> users, const pair_reading& reading) {
      // Caps so low that some are clipped, by coins that are the users' own.
      const std::vector<std::uint64_t> caps(users.size(), 6);
      return accept_pairs({view, *published, users, caps, coins}, {}, reading);
    };
    const auto all = count(all_users(g), {});
    const std::vector<vertex_id> some = {static_cast<vertex_id>(g.vertex_count() - 1), 7, 0, 31, 30};
    std::vector<pair_counts> expected;
    for (const vertex_id u : some) expected.push_back(all[u]);
    EXPECT_GT(expected[0][0] + expected[0][1], 0U);
    for (const pair_reading& reading : all_readings()) {
      EXPECT_EQ(count(all_users(g), reading), all);
      EXPECT_EQ(count(some, reading), expected);
      EXPECT_TRUE(count({}, reading).empty());
    }
  }
}

TEST(KeepNeighborsTest, RowsThatNobodyReadsAreNotKept) {
  const csr_graph g = generate_affiliation(250, 2500, 4);
  const graph_view view(g);
  const coin_source coins = coin_source::simulated(1);
  const auto published =
      publish_graph(g, public_rows(codec_kind::ppr), {5}, coin_source::simulated(3)).published;
  const std::vector<vertex_id> some = {7, 0, 31, 30};
  const std::vector<std::uint64_t> caps(some.size(), 6);
  const counting_users counting{view, *published, some, caps, coins};
  const kept_neighbors kept(counting);
  EXPECT_GT(kept.owners.size(), 0U);
  EXPECT_LE(kept.owners.size(), kept.positions.size());
  EXPECT_TRUE(
      std::ranges::is_sorted(kept.owners, {}, [&](vertex_id v) { return published->layout().rank(v); }));
  few_kept_neighbors few(counting);
  few.keep(1, some.size());
  for (std::size_t list = 1; list < some.size(); ++list) {
    std::vector<vertex_id> owners;
    for (std::uint64_t i = kept.offset[list]; i < kept.offset[list + 1]; ++i)
      owners.push_back(kept.owners[kept.rows[i]]);
    EXPECT_TRUE(std::ranges::equal(few.owners(list - 1), owners)) << list;
    EXPECT_TRUE(std::ranges::equal(few.positions(list - 1),
                                   kept.first_positions(list, static_cast<std::uint32_t>(kept.count(list)))));
  }
}

TEST(AcceptPairsTest, FollowsThePublicOrderHoweverRowsAreRead) {
  const csr_graph g = generate_affiliation(250, 2500, 4);
  const graph_view view(g);
  const coin_source coins = coin_source::simulated(1);
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    for (const user_order order : {user_order::noisy_degree, user_order::random}) {
      const auto published =
          publish_graph(g, public_rows(kind, order), {5}, coin_source::simulated(3)).published;
      const auto bounds = tight_bounds(g.vertex_count(), published->layout().codec().lattice());
      std::vector<std::uint64_t> caps;
      for (const user_bound& b : bounds) caps.push_back(b.neighbors);
      const std::vector<vertex_id> users = all_users(g);
      for (const counted_side side : {counted_side::preceding, counted_side::all}) {
        const counting_users counting{view, *published, users, caps, coins, side};
        std::vector<pair_counts> expected(g.vertex_count());
        for (vertex_id u = 0; u < g.vertex_count(); ++u)
          if (caps[u] >= 2)
            expected[u] =
                accept_one_by_one(g, *published, u, bounds[u].pairs, side == counted_side::preceding);
        for (const pair_reading& reading : all_readings()) {
          for (const unsigned threads : {1U, 3U}) {
            const thread_limit limit(threads);
            EXPECT_EQ(accept_pairs(counting, bounds, reading), expected)
                << static_cast<int>(kind) << ", " << reading.block_words << " words, " << threads
                << " threads";
          }
        }
        EXPECT_NE(accept_pairs(counting, {}), expected)
            << "limits must refuse something for this test to mean anything";
      }
    }
  }
}

// A list may be so short that its limits of zeros, of ones or of both are out of reach.
TEST(AcceptPairsTest, LimitsThatAListJustReachesRefuse) {
  const csr_graph g = test::complete_graph(40);
  const graph_view view(g);
  const coin_source coins = coin_source::simulated(1);
  const auto published =
      publish_graph(g, public_rows(codec_kind::bitmap), {5}, coin_source::simulated(3)).published;
  const std::vector<vertex_id> users = all_users(g);
  const std::vector<std::uint64_t> caps(users.size(), 40);
  for (const std::uint64_t zeros : {0U, 10U, 37U, 38U, 39U, 40U}) {
    for (const std::uint64_t ones : {0U, 10U, 37U, 38U, 39U, 40U}) {
      const std::vector<user_bound> bounds(users.size(), user_bound{40, {ones, zeros}, 1});
      for (const pair_reading& reading : all_readings()) {
        const auto accepted = accept_pairs({view, *published, users, caps, coins}, bounds, reading);
        for (const vertex_id u : users)
          EXPECT_EQ(accepted[u], accept_one_by_one(g, *published, u, bounds[u].pairs, true))
              << u << ": " << zeros << ", " << ones;
      }
    }
  }
}

TEST(PairReadingTest, RowsAreVisitedByThemselvesWhereDecodingPaysAtDensity) {
  const auto order_of = [](std::uint64_t users, std::uint64_t edges, double readers, counted_side side) {
    const csr_graph g = generate_erdos_renyi(users, edges, 3);
    const auto published =
        publish_graph(g, public_rows(codec_kind::ppr), {5}, coin_source::simulated(3)).published;
    return choose_order(published->layout(), static_cast<std::uint64_t>(readers * static_cast<double>(users)),
                        side);
  };
  const auto preceding = counted_side::preceding, all = counted_side::all;
  EXPECT_EQ(order_of(2000, 8000, 1.0, preceding), pair_order::by_list);
  EXPECT_EQ(order_of(1000, 150000, 1.0, preceding), pair_order::by_row);
  EXPECT_EQ(order_of(1000, 150000, 0.01, preceding), pair_order::by_list) << "few readers a row";
  EXPECT_EQ(order_of(1000, 150000, 1.0, all), pair_order::by_row);
  EXPECT_EQ(order_of(600, 0, 1.0, all), pair_order::by_list);
  EXPECT_EQ(order_of(1, 0, 1.0, all), pair_order::by_list);
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
      ask_pairs(s, {epsilon::from_nats(1e-6), {rule, rows.rows}});
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
