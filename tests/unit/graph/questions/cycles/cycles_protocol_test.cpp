// SPDX-License-Identifier: MIT
// Cycles without a graph: over objects that hold one user each, and over a collector that starts
// again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/rivals/cycles/middle_cycles_simulation.hpp"
#include "edgeldp/rivals/tasks/rival_tasks_user.hpp"
#include "support/baselines_user_by_user.hpp"
#include "support/losing_population.hpp"
#include "support/planned_rows.hpp"
#include "support/stored_population.hpp"
#include "support/two_steps.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

test::played_method method_of(unsigned length, const two_step& options) {
  return [length, options](session& s) {
    cycle_result r = estimate_cycles(s, length, options);
    std::vector<double> all{r.cycles.value, r.cycles.standard_error, r.cycles.bias, r.pilot};
    for (const limited_counts* counts : {&r.pilot_counts, &r.counts}) {
      for (const int128 message : counts->messages) all.push_back(static_cast<double>(message));
      for (const std::uint64_t limit : counts->limits) all.push_back(static_cast<double>(limit));
    }
    return test::played{std::move(all), std::move(r.run)};
  };
}

test::played play(const csr_graph& g, unsigned length, const two_step& options) {
  return test::expect_same_user_by_user(g, options.total, {42}, method_of(length, options),
                                        simulated_cycle_tasks(), private_tasks());
}

TEST(CyclesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const unsigned length : {3U, 4U, 5U}) {
      const test::played run = play(g, length, test::two_step_at(3.0, codec));
      EXPECT_NEAR(run.run.spent.spent().nats(), 3.0, 1e-8);
      const auto pilots = std::ranges::count(run.run.rounds, rounds::pilot, &presence::round);
      EXPECT_EQ(pilots, length == 3 ? 0 : 1);
    }
  }
}

TEST(CyclesProtocolTest, SoTheyDoByMiddleVertices) {
  const csr_graph g = generate_affiliation(40, 250, 5);
  for (const unsigned length : {3U, 5U}) {
    middle_cycles method{epsilon::from_nats(3.0)};
    method.margin = 4;
    const auto play = [&](session& s) {
      middle_result r = estimate_cycles(s, length, method);
      return test::played{{r.cycles.value, r.cycles.standard_error, r.cycles.bias}, std::move(r.run)};
    };
    test::expect_same_user_by_user(g, method.total, {6}, play, simulated_middle_cycle_tasks(),
                                   test::with_tasks(private_tasks(), rival_tasks()));
  }
}

TEST(CyclesProtocolTest, SoTheyDoWhereRowsShowAllLoads) {
  const csr_graph g = generate_affiliation(60, 300, 6);
  const test::played run = play(g, 4, test::two_step_at(16.0, codec_kind::bitmap));
  EXPECT_EQ(std::ranges::count(run.run.rounds, rounds::pilot, &presence::round), 0);
}

two_step forward_at(double total, double relationship, codec_kind codec) {
  two_step options = test::two_step_at(total, codec);
  options.relationship = relationship;
  options.rows = endpoint::earlier;
  return options;
}

TEST(CyclesProtocolTest, SoTheyDoWithRowsAtTheEarlierEnds) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap})
    for (const unsigned length : {4U, 5U})
      for (const double relationship : {1.25, 1.5, 2.0}) {
        const test::played run = play(g, length, forward_at(3.0, relationship, codec));
        EXPECT_TRUE(run.run.flaws.empty());
        EXPECT_LE(run.run.spent.spent(), epsilon::from_nats(3.0));
        EXPECT_LE(run.run.spent.relationship_dp().nats(), relationship * 3.0);
        EXPECT_GE(run.run.spent.relationship_dp().nats(), 0.95 * relationship * 3.0);
        const auto lengths = std::ranges::count(run.run.rounds, rounds::length, &presence::round);
        EXPECT_EQ(lengths, codec == codec_kind::bitmap ? 0 : 1);
      }
  const csr_graph thin = generate_affiliation(60, 300, 6);
  const test::played run = play(thin, 4, forward_at(16.0, 2.0, codec_kind::bitmap));
  EXPECT_EQ(std::ranges::count(run.run.rounds, rounds::pilot, &presence::round), 0);
  play(csr_graph(3, {}), 4, forward_at(3.0, 1.5, codec_kind::bitmap));
  play(csr_graph(1, {}), 5, forward_at(3.0, 2.0, codec_kind::nullspace));
}

TEST(CyclesProtocolTest, RowsStandAtTheEarlierEndsWhereThatErrsLess) {
  const csr_graph g = generate_affiliation(60, 500, 5);
  two_step options = test::two_step_at(2.0, codec_kind::bitmap);
  const auto rows = [&] { return estimate_cycles(g, 4, options, {3}, coin_source::simulated(4)).rows; };
  test::expect_rows_where_they_err_less(options, rows);
  options.relationship = 2.5;
  EXPECT_THROW(rows(), invalid_parameter);
  options.split = budget_split{0.1, 0.1, 0.4, 0.4};
  options.relationship = 2.0;
  EXPECT_THROW(rows(), invalid_parameter);
  options.split.reset();
  options.order = user_order::id;
  EXPECT_THROW(rows(), invalid_parameter);
  // Rows and counts of triangles under one budget for all stay as they are.
  options.order = user_order::noisy_degree;
  EXPECT_THROW(estimate_cycles(g, 3, options, {3}, coin_source::simulated(4)), invalid_parameter);
}

// The half of a list that pays for the row and the one that pays for counts.
TEST(CyclesProtocolTest, NoHalfOfAListSpendsMoreThanTheTotal) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  for (const codec_kind codec : {codec_kind::nullspace, codec_kind::bitmap})
    for (const double relationship : {1.2, 1.6, 2.0}) {
      const two_step options = forward_at(2.0, relationship, codec);
      const cycle_result r = estimate_cycles(g, 4, options, {3}, coin_source::simulated(4));
      const cycle_budgets& b = r.budgets;
      const std::uint64_t row = b.degree.units() + r.length.units() + b.edges.units(),
                          counts = b.degree.units() + b.size.units() + b.pilot.units() + b.count.units();
      EXPECT_LE(std::max(row, counts), options.total.units());
      EXPECT_EQ(r.run.spent.edge_ldp().units(), std::max(row, counts));
      EXPECT_EQ(r.run.spent.relationship_dp().units(), row + counts);
      EXPECT_LE(static_cast<double>(row + counts), relationship * static_cast<double>(options.total.units()));
    }
}

// Who asks for weights on rows at the other ends would have a bit pay twice.
TEST(CyclesProtocolTest, NobodyCountsOnRowsAtTheOtherEnds) {
  const csr_graph g = generate_affiliation(30, 100, 5);
  const auto rows_of = [&](const two_step& options) {
    return estimate_cycles(g, 4, options, {3}, coin_source::simulated(4)).published;
  };
  const auto later = rows_of(test::two_step_at(2.0, codec_kind::bitmap)),
             earlier = rows_of(forward_at(2.0, 2.0, codec_kind::bitmap));
  const auto read = [&]<class Question>(std::type_identity<Question>,
                                        const std::shared_ptr<const release>& rows) {
    public_objects published;
    const auto ref = published.add(rows, {});
    byte_string said;
    canonical_writer to(said);
    Question{4, ref}.write(to);
    canonical_reader from(said);
    return Question::read(from, published).rows.object == rows;
  };
  EXPECT_TRUE(read(std::type_identity<cycle_weights>(), later));
  EXPECT_TRUE(read(std::type_identity<forward_cycle_weights>(), earlier));
  EXPECT_THROW(read(std::type_identity<cycle_weights>(), earlier), format_error);
  EXPECT_THROW(read(std::type_identity<forward_cycle_weights>(), later), format_error);
}

test::losses over_all_rounds(std::uint64_t users, double share) {
  test::losses lost = test::nobody_lost(users);
  for (std::uint32_t round = 0; round < 5; ++round)
    lost = test::lose_at_random(std::move(lost), share, round, round);
  return lost;
}

TEST(CyclesProtocolTest, SoTheyDoWhereSomeAreLost) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap})
    for (const unsigned length : {4U, 5U})
      for (const double share : {0.1, 0.3})
        test::expect_same_with_losses(g, over_all_rounds(50, share), epsilon::from_nats(3.0), {42},
                                      method_of(length, test::two_step_at(3.0, codec)),
                                      simulated_cycle_tasks(), private_tasks());
  for (const codec_kind codec : {codec_kind::nullspace, codec_kind::bitmap})
    test::expect_same_with_losses(g, over_all_rounds(50, 0.1), epsilon::from_nats(3.0), {42},
                                  method_of(4, forward_at(3.0, 2.0, codec)), simulated_cycle_tasks(),
                                  private_tasks());
  const csr_graph thin = generate_affiliation(60, 300, 6);
  test::expect_same_with_losses(thin, over_all_rounds(60, 0.1), epsilon::from_nats(16.0), {42},
                                method_of(4, test::two_step_at(16.0, codec_kind::bitmap)),
                                simulated_cycle_tasks(), private_tasks());
}

TEST(CyclesProtocolTest, SoDoMiddleVerticesWhereSomeAreLost) {
  const csr_graph g = generate_affiliation(40, 250, 5);
  test::losses lost = test::nobody_lost(40);
  for (std::uint32_t round = 0; round < 3; ++round)
    lost = test::lose_at_random(std::move(lost), 0.1, round, round);
  for (const unsigned length : {3U, 5U}) {
    middle_cycles method{epsilon::from_nats(3.0)};
    method.margin = 4;
    const auto play = [&](session& s) {
      middle_result r = estimate_cycles(s, length, method);
      EXPECT_GT(r.lost_in_count, 0U);
      return test::played{{r.cycles.value, r.cycles.standard_error, r.cycles.bias_bound, r.predicted_share},
                          std::move(r.run)};
    };
    test::expect_same_with_losses(g, lost, method.total, {6}, play, simulated_middle_cycle_tasks(),
                                  test::with_tasks(private_tasks(), rival_tasks()));
  }
}

/// A cycle all of whose users know two others: every cycle of length 4 passes through these, as an
/// end, a peak or in between.
TEST(CyclesProtocolTest, WhoIsAbsentIsInNoCycle) {
  constexpr vertex_id members = 40;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < members; ++u) {
    edges.emplace_back(u, (u + 1) % members);
    for (vertex_id hub = members; hub < members + 2; ++hub) edges.emplace_back(u, hub);
  }
  const csr_graph g(members + 2, edges);
  const auto all = static_cast<double>(exact::count_four_cycles(g));
  const two_step options = test::two_step_at(48.0, codec_kind::bitmap);
  const auto play = [&](const test::losses& lost, std::uint64_t seed) {
    return test::play_with_losses(g, lost, options.total, {seed}, coin_source::simulated(seed),
                                  simulated_cycle_tasks(),
                                  [&](session& s) { return estimate_cycles(s, 4, options); });
  };
  EXPECT_NEAR(play(test::nobody_lost(members + 2), 1).cycles.value, all, 0.1 * all);
  for (const std::uint32_t round : {0U, 1U})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      test::losses lost = test::nobody_lost(members + 2);
      lost[members] = lost[members + 1] = round;
      const cycle_result r = play(lost, seed);
      EXPECT_NEAR(r.cycles.value, 0.0, 0.05 * all) << "lost in " << round;
      EXPECT_EQ(r.present, members);
      EXPECT_EQ(r.lost_in_count, 0U);
    }
}

/// A collector that was started again reads its decisions: those that it cannot have made are told.
TEST(CyclesProtocolTest, SharesThatNoPlanMakesAreRefused) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  const two_step options = test::two_step_at(4.0, codec_kind::bitmap);
  const graph_view view(g);
  auto users = simulated_users(view, coin_source::simulated(7), simulated_cycle_tasks());
  const auto play = [&](test::stored_population::store& kept) {
    test::stored_population population(users, kept);
    account paid(options.total, users.users());
    session s(population, paid, release_key{42});
    return estimate_cycles(s, 4, options);
  };
  test::stored_population::store whole;
  play(whole);
  const auto split = std::ranges::find_if(
      whole.decisions, [](const auto& kept) { return kept.first.find("split") != std::string::npos; });
  ASSERT_NE(split, whole.decisions.end());
  for (const double size : {std::nan(""), -0.5, 2.0}) {
    test::stored_population::store damaged = whole;
    byte_string& bytes = damaged.decisions.at(split->first);
    bytes.clear();
    canonical_writer(bytes).real(0.03).real(size).real(0.4).real(0.4);
    EXPECT_THROW(play(damaged), format_error) << size;
  }
}

TEST(CyclesProtocolTest, NobodyIsAskedWhereTheRestCannotBeDivided) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  two_step options = test::two_step_at(4.0, codec_kind::bitmap);
  options.degree_share = 0.9;
  const graph_view view(g);
  auto users = simulated_users(view, coin_source::simulated(7), simulated_cycle_tasks());
  account paid(options.total, users.users());
  session s(users, paid, release_key{42});
  EXPECT_THROW(estimate_cycles(s, 4, options), invalid_parameter);
  EXPECT_TRUE(paid.spent().is_zero());
}

}  // namespace
}  // namespace edgeldp
