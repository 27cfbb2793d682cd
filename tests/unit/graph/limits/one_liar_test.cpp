// SPDX-License-Identifier: MIT
// One user who sends the most that the wire takes moves no collected number further than is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "support/budgets.hpp"
#include "support/one_liar.hpp"

namespace edgeldp {
namespace {

using test::nats;
using test::one_liar;
using test::told_lie;

constexpr int128 largest = int128{1} << 48;
const std::vector<int128> sent{largest, -largest, 0};

/// Twelve people of whom each knows some, and a thousand; a user each to lie.
struct party {
  csr_graph graph;
  std::vector<vertex_id> liars;
};

std::vector<party> parties() {
  std::vector<party> all;
  all.push_back({generate_affiliation(12, 40, 4), {}});
  all.push_back({generate_affiliation(1000, 6000, 6), {}});
  for (party& p : all) {
    const auto last = static_cast<vertex_id>(p.graph.vertex_count() - 1);
    p.liars = {0, 5, last};
  }
  return all;
}

/// One run of these users, or with somebody who lies.
template <class Population, class Play>
auto run_of(Population&& users, epsilon total, vertex_id liar, std::vector<told_lie> said, Play&& play) {
  one_liar all(users, liar, std::move(said));
  account paid(total, users.users());
  session s(all, paid, release_key{3});
  return play(s);
}

struct degree_numbers {
  double edges, wedges, max_degree;
  std::vector<double> sorted;
};

degree_numbers numbers_of(const degree_result& r) {
  return {estimate_edges(r.degrees).value, estimate_stars(r.degrees, 2).value,
          estimate_max_degree(r.degrees).value, estimate_sorted_degrees(r.degrees)};
}

TEST(OneLiarTest, DegreesMoveByTheInfluenceOfOneAtMost) {
  for (const double budget : {0.5, 2.0, 16.0})
    for (const party& p : parties())
      for (const vertex_id liar : p.liars) {
        const graph_view view(p.graph);
        const auto play = [&](session& s) { return release_all_degrees(s, nats(budget)); };
        const coin_source coins = coin_source::simulated(4);
        const degree_result honest = run_of(simulated_users(view, coins), nats(budget), liar, {}, play);
        EXPECT_TRUE(honest.lies.clamped.empty());
        const degree_numbers before = numbers_of(honest);
        for (const int128 lie : sent) {
          const degree_result told = run_of(simulated_users(view, coins), nats(budget), liar,
                                            {{degree_round::asks, integer_message(lie)}}, play);
          const degree_numbers after = numbers_of(told);
          const degree_influence most = influence_of(told.degrees, 1), ten = influence_of(told.degrees);
          EXPECT_LE(std::abs(after.edges - before.edges), most.edges);
          EXPECT_LE(std::abs(after.wedges - before.wedges), most.wedges);
          EXPECT_LE(std::abs(after.max_degree - before.max_degree), most.max_degree);
          EXPECT_NEAR(ten.edges, 10.0 * most.edges, 1e-9 * ten.edges);
          EXPECT_EQ(told.lies.clamped.size(), lie == 0 ? 0U : 1U);
          EXPECT_LT(told.lies.touched, 3e-6);
          for (const double d : after.sorted) EXPECT_TRUE(std::isfinite(d));
          EXPECT_EQ(after.sorted.size(), p.graph.vertex_count());
        }
      }
}

/// The bound is reached: who knows nobody says that it knows all, by the largest noise.
TEST(OneLiarTest, InfluenceOnDegreesIsThatOfTheLargestLie) {
  const csr_graph g(12, {});
  const graph_view view(g);
  const auto play = [&](session& s) { return release_all_degrees(s, nats(2.0)); };
  const coin_source coins = coin_source::simulated(4);
  const auto edges = [&](int128 lie) {
    return estimate_edges(run_of(simulated_users(view, coins), nats(2.0), 5,
                                 {{degree_round::asks, integer_message(lie)}}, play)
                              .degrees)
        .value;
  };
  const degree_result r = run_of(simulated_users(view, coins), nats(2.0), 5, {}, play);
  EXPECT_DOUBLE_EQ(edges(largest) - edges(-largest), influence_of(r.degrees, 1).edges);
  EXPECT_DOUBLE_EQ(influence_of(r.degrees, 100).edges, influence_of(r.degrees, 12).edges);
  EXPECT_EQ(influence_of(r.degrees, 0).max_degree, 0.0);
}

std::vector<std::byte> weight_lie(bool up, std::uint64_t users) {
  const int128 most = (int128{1} << 126) / static_cast<int128>(users);
  return integer_message(up ? std::min(int128{1} << 102, most) : -std::min(int128{1} << 102, most));
}

TEST(OneLiarTest, CyclesMoveByTheInfluenceOfOneAtMost) {
  for (const party& p : parties())
    for (const vertex_id liar : p.liars) {
      const graph_view view(p.graph);
      two_step options;
      options.total = nats(2.0);
      const auto play = [&](session& s) { return estimate_cycles(s, 4, options); };
      const coin_source coins = coin_source::simulated(6);
      const auto run = [&](std::vector<told_lie> said) {
        return run_of(simulated_users(view, coins, simulated_cycle_tasks()), options.total, liar,
                      std::move(said), play);
      };
      const cycle_result honest = run({});
      EXPECT_TRUE(honest.lies.clamped.empty());
      for (const bool up : {true, false}) {
        // The question is the same in the pilot: both lies at once. Then degree and size as well.
        const std::vector<std::byte> weight = weight_lie(up, p.graph.vertex_count()),
                                     number = integer_message(up ? largest : -largest);
        for (const bool is_all : {false, true}) {
          std::vector<told_lie> said{{"weights", weight}};
          if (is_all) said.insert(said.end(), {{degree_round::asks, number}, {size_round::asks, number}});
          const cycle_result told = run(std::move(said));
          const double moved = std::abs(told.cycles.value - honest.cycles.value);
          const double noise = std::hypot(told.cycles.standard_error, honest.cycles.standard_error);
          EXPECT_TRUE(std::isfinite(told.cycles.value) && std::isfinite(told.pilot));
          EXPECT_LE(moved, told.lies.influence(1) + 4.0 * noise) << liar << up << is_all;
          // Who has nobody before it is not asked for weights.
          if (is_all && up) {
            EXPECT_EQ(told.lies.clamped, std::vector<vertex_id>{liar});
          }
          EXPECT_LT(told.lies.touched, 4e-5);
        }
      }
    }
}

/// With limits as they were: what is moved by the message alone.
TEST(OneLiarTest, ACountOnPublishedRowsIsBoundedByItsInfluence) {
  int checked = 0;
  for (const party& p : parties()) {
    const graph_view view(p.graph);
    two_step options;
    options.total = nats(16.0);
    options.codec = codec_spec(codec_kind::bitmap);
    const auto play = [&](session& s) { return estimate_cycles(s, 4, options); };
    const coin_source coins = coin_source::simulated(8);
    for (const vertex_id liar : p.liars) {
      const auto run = [&](std::vector<told_lie> said) {
        return run_of(simulated_users(view, coins, simulated_cycle_tasks()), options.total, liar,
                      std::move(said), play);
      };
      const cycle_result honest = run({});
      if (!honest.budgets.pilot.is_zero()) continue;  // a pilot would move limits
      for (const bool up : {true, false}) {
        const cycle_result told = run({{"weights", weight_lie(up, p.graph.vertex_count())}});
        EXPECT_LE(std::abs(told.cycles.value - honest.cycles.value), told.lies.influence(1));
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 0);
}

TEST(OneLiarTest, EdgesByAttributeMoveByTheInfluenceOfOneAtMost) {
  for (const party& p : parties())
    for (const vertex_id liar : p.liars) {
      const std::uint64_t users = p.graph.vertex_count();
      user_attribute team{"team", {"red", "green", "blue"}, {}}, age{"age", {"20", "30"}, {}};
      for (std::uint64_t u = 0; u < users; ++u) {
        team.of.push_back(static_cast<std::uint32_t>(u % 3));
        age.of.push_back(static_cast<std::uint32_t>(u / 7 % 2));
      }
      const std::vector<user_attribute> attributes{team, age};
      const std::vector<channel::labels> values{team.values, age.values};
      homophily_options options;
      options.total = nats(4.0);
      options.method = homophily_method::counts;
      const auto play = [&](session& s) { return estimate_homophily(s, values, options); };
      const graph_view view(p.graph);
      const attributed_graph data{view, attributes};
      const auto run = [&](std::vector<told_lie> said) {
        return run_of(simulated_profiles(data, coin_source::simulated(5)), options.total, liar,
                      std::move(said), play);
      };
      const homophily_result honest = run({});
      EXPECT_TRUE(honest.lies.clamped.empty());
      for (const unsigned pattern : {0b11111U, 0b00000U, 0b00101U, 0b01010U}) {
        std::vector<std::byte> message;
        for (unsigned i = 0; i < 5; ++i) {
          const std::vector<std::byte> count =
              integer_message((pattern >> i & 1U) != 0 ? int128{1} << 40 : -(int128{1} << 40));
          message.insert(message.end(), count.begin(), count.end());
        }
        const homophily_result told = run({{neighbor_round::asks, message}});
        EXPECT_EQ(told.lies.clamped, std::vector<vertex_id>{liar});
        for (const std::size_t a : {0U, 1U}) {
          const mixing_influence most = influence_of(told, a, 1);
          const mixing_estimate &before = honest.attributes[a], &after = told.attributes[a];
          EXPECT_LE(std::abs(after.within().estimate.value - before.within().estimate.value), most.within);
          EXPECT_LE(std::abs(after.across().estimate.value - before.across().estimate.value), most.across);
          EXPECT_GT(most.within, 0.0);
          EXPECT_LE(influence_of(told, a).within, 10.0 * most.within * (1.0 + 1e-12));
          if (const auto fraction = after.fraction_within()) {
            EXPECT_TRUE(std::isfinite(fraction->estimate.value));
          }
        }
      }
    }
}

}  // namespace
}  // namespace edgeldp
