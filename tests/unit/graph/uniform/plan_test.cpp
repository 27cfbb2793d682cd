// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/plan.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"
#include "edgeldp/graph/uniform/setting_search.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {
namespace {

public_view knowledge(std::uint64_t n = 500) {
  const csr_graph g = generate_affiliation(n, 10 * n, 3);
  std::vector<std::int64_t> degrees(n);
  for (std::uint64_t u = 0; u < n; ++u)
    degrees[u] = static_cast<std::int64_t>(g.degree(static_cast<vertex_id>(u)));
  return {user_order::noisy_degree, release_key{1}, degrees, epsilon::from_nats(0.06)};
}

two_step with_split(const budget_split& split) {
  two_step o;
  o.split = split;
  return o;
}

TEST(PlanTest, SplitByHandIsUsedAsGiven) {
  const two_step o = with_split({0.1, 0.0, 0.72, 0.18});
  const public_view known = knowledge();
  const epsilon degree = plan_degree_round(o);
  EXPECT_NEAR(degree.nats(), 0.1, 1e-9);
  EXPECT_TRUE(plan_size_round(o, known, degree).is_zero());
  const triangle_plan plan = plan_triangles(o, known, degree, epsilon());
  EXPECT_NEAR(plan.budgets.edges.nats(), 0.72, 1e-9);
  EXPECT_NEAR(plan.budgets.count.nats(), 0.18, 1e-9);
  EXPECT_EQ(plan.cap.anchor, bound_anchor::degree);
}

TEST(PlanTest, ChosenSplitNeverExceedsTheTotalAndLeavesNothing) {
  for (const double total : {0.1, 1.0, 8.0}) {
    two_step o;
    o.total = epsilon::from_nats(total);
    public_view known = knowledge();
    const epsilon degree = plan_degree_round(o);
    const epsilon size = plan_size_round(o, known, degree);
    if (!size.is_zero()) known.learn_sizes({known.degrees().begin(), known.degrees().end()}, size);
    const round_budgets b = plan_triangles(o, known, degree, size).budgets;
    const std::uint64_t sum = b.degree.units() + b.size.units() + b.edges.units() + b.count.units();
    EXPECT_EQ(sum, o.total.units());
    EXPECT_FALSE(b.edges.is_zero());
    EXPECT_FALSE(b.count.is_zero());
  }
}

TEST(PlanTest, ChosenDivisionBeatsItsNeighbors) {
  two_step o;
  o.codec = ppr_spec{};
  const public_view known = knowledge();
  const epsilon degree = plan_degree_round(o);
  const triangle_plan best = plan_triangles(o, known, degree, epsilon());
  for (const double shift : {-0.1, 0.1}) {
    const double edges = best.budgets.edges.nats() + shift, count = best.budgets.count.nats() - shift;
    const bit_law law = o.codec.law(epsilon::from_nats(edges));
    const double other =
        predict_error(known, best.cap, law, epsilon::from_nats(count), assumed_closure).rmse();
    EXPECT_LT(best.predicted.rmse(), other);
  }
}

/// After a size round at this budget, with noise as drawn.
public_view with_sizes(double budget) {
  public_view known = knowledge();
  std::vector<std::int64_t> sizes = known.draw_sizes(3);
  simulation_randomness coins(7, 8, 9);
  const discrete_laplace noise(1, epsilon::from_nats(budget));
  for (std::int64_t& s : sizes) s += static_cast<std::int64_t>(noise(coins));
  known.learn_sizes(std::move(sizes), epsilon::from_nats(budget));
  return known;
}

constexpr std::array kinds = {codec_kind::nullspace, codec_kind::bitmap, codec_kind::ppr};

/// Totals from 2^-8 to 64, now and then two that hardly differ.
std::vector<double> totals() {
  std::vector<double> all;
  for (double t = 0x1p-8; t <= 60.0; t *= 1.6) {
    all.push_back(t);
    all.push_back(t * 1.0001);
  }
  return all;
}

TEST(PlanTest, PredictedErrorNeverRisesWithTheBudget) {
  const public_view before = knowledge(), after = with_sizes(0.5);
  for (const codec_kind kind : kinds) {
    for (const bound_kind clip : {bound_kind::pairs, bound_kind::neighbors}) {
      two_step o;
      o.codec = codec_spec(kind);
      o.clip.kind = clip;
      double least = std::numeric_limits<double>::infinity();
      for (const double total : totals()) {
        o.total = epsilon::from_nats(total);
        const double error = plan_triangles(o, after, epsilon::from_nats(1e-4), epsilon()).predicted.rmse();
        EXPECT_LE(error, least) << total;
        least = error;
      }
      size_search search(before, o.clip, o.codec);
      least = std::numeric_limits<double>::infinity();
      for (int i = 0; size_search::step(i) <= 64.0; ++i) {
        search.climb();
        const double from = size_search::step(i), to = size_search::step(i + 1);
        for (const double total : {from, 0.5 * (from + to), 0.999999 * to}) {
          EXPECT_LE(search.error(total), least) << total;
          least = search.error(total);
        }
      }
    }
  }
}

TEST(PlanTest, ChoicesAreThoseOfASlowSearch) {
  // Every margin up to four scales of the noise, kappas of 5%, edges in steps of 10%, users one by
  // one.
  const public_view known = with_sizes(0.5);
  const std::vector<size_class> beliefs = known.beliefs();
  const auto squared_error = [&](const bound_rule& rule, const bit_law& law, epsilon count) {
    const error_parts e = predict_error(known, rule, law, count, assumed_closure);
    const double surprise =
        std::max(0.0, std::abs(predict_closed_bias(beliefs, rule, law)) - std::abs(e.bias));
    return e.rmse() * e.rmse() + chance_of_closed_lists * surprise * surprise;
  };
  for (const codec_kind kind : kinds) {
    for (const double total : {0.5, 2.0, 32.0}) {
      two_step o;
      o.total = epsilon::from_nats(total);
      o.codec = codec_spec(kind);
      const triangle_plan plan = plan_triangles(o, known, epsilon::from_nats(1e-4), epsilon());
      double least = std::numeric_limits<double>::infinity();
      const double most = std::min(0.99 * total, o.codec.largest_budget(known.edges()));
      for (double edges = 0.01 * total; edges < most; edges *= 1.1) {
        const bit_law law = o.codec.law(epsilon::from_nats(edges));
        const epsilon count = epsilon::from_nats(total - 1e-4 - edges);
        for (std::uint32_t kappa = 5; kappa <= 100; kappa += 5)
          for (std::int64_t margin = -4; margin <= 8; ++margin)
            least = std::min(
                least, squared_error({bound_anchor::size, margin, bound_kind::pairs, kappa}, law, count));
      }
      const bit_law law = o.codec.law(plan.budgets.edges);
      EXPECT_LE(squared_error(plan.cap, law, plan.budgets.count), 1.05 * 1.05 * least) << total;
      // The prediction sees users in fewer classes.
      EXPECT_NEAR(plan.predicted.rmse(), std::sqrt(least), 0.05 * std::sqrt(least)) << total;
    }
  }
}

TEST(PlanTest, CoarseBeliefsKeepUsersAndMeansAndErrors) {
  const public_view known = with_sizes(0.5);
  const std::vector<size_class> fine = known.beliefs(), coarse = coarse_beliefs(fine, 2.0);
  EXPECT_LT(coarse.size(), fine.size() / 2);
  const auto sums = [](const std::vector<size_class>& beliefs) {
    std::array<double, 3> sum{};
    for (const size_class& b : beliefs) {
      sum[0] += b.weight;
      sum[1] += b.weight * b.anchor;
      sum[2] += b.weight * b.size;
    }
    return sum;
  };
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(sums(coarse)[i], sums(fine)[i], 1e-6 * sums(fine)[0]);
  const bit_law law = codec_spec{}.law(epsilon::from_nats(1.0));
  const error_terms terms = known.unclipped_terms();
  for (const std::int64_t margin : {0, 2, 6}) {
    const bound_rule rule{bound_anchor::size, margin, bound_kind::pairs, 60};
    const auto error = [&](const std::vector<size_class>& beliefs) {
      return predict_acceptance_error(terms, beliefs, rule, law, epsilon::from_nats(0.5), assumed_closure);
    };
    EXPECT_NEAR(error(coarse).rmse() / error(fine).rmse(), 1.0, 0.05) << margin;
    EXPECT_NEAR(error(coarse).bias / error(fine).bias, 1.0, 0.2) << margin;
  }
}

TEST(PlanTest, FewUsersKeepTheirSizeRound) {
  // Degrees of a small sparse graph tell next to nothing: predictions are flat, and a size round of
  // next to nothing leaves limits that have nothing to do with lists.
  const csr_graph g = generate_erdos_renyi(150, 250, 3);
  two_step o;
  o.total = epsilon::from_nats(3.0);
  o.codec = nullspace_spec{};
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const published_graph run = publish_graph(g, o, {seed}, coin_source::simulated(seed));
    EXPECT_GE(run.plan.budgets.size.nats(), 0.02 * o.total.nats()) << seed;
  }
}

TEST(PlanTest, LargeBudgetsLoseNothing) {
  two_step o;
  o.total = epsilon::from_nats(32.0);
  o.codec = bitmap_spec{};
  public_view known = knowledge();
  const epsilon degree = plan_degree_round(o), size = plan_size_round(o, known, degree);
  known.learn_sizes(known.draw_sizes(3), size);
  const triangle_plan plan = plan_triangles(o, known, degree, size);
  EXPECT_LT(plan.predicted.rmse(), 0.002 * known.pairs());
  EXPECT_LT(std::abs(plan.predicted.bias), 0.5 * plan.predicted.rmse());
}

TEST(PlanTest, MarginByHandWins) {
  two_step o;
  o.clip.margin = 150;
  const public_view known = knowledge();
  EXPECT_EQ(plan_triangles(o, known, plan_degree_round(o), epsilon()).cap.margin, 150);
}

TEST(PlanTest, RefusesBadSplits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const budget_split& s :
       {budget_split{0.5, 0.2, 0.3, 0.1}, budget_split{0, 0, 0.5, 0.5}, budget_split{0.1, 0, 0, 0.5},
        budget_split{0.1, -0.1, 0.5, 0.5}, budget_split{0.1, 0, 0.5, 0}, budget_split{nan, 0, 0.5, 0.2}}) {
    EXPECT_THROW(plan_degree_round(with_split(s)), invalid_parameter);
  }
}

TEST(PlanTest, TrueDegreeChunksExcludeASizeRound) {
  two_step o = with_split({0.1, 0.1, 0.6, 0.2});
  o.true_degree_chunks = true;
  EXPECT_THROW(plan_size_round(o, knowledge(), plan_degree_round(o)), invalid_parameter);
  o.split.reset();
  EXPECT_TRUE(plan_size_round(o, knowledge(), plan_degree_round(o)).is_zero());
}

TEST(CodecChoiceTest, PprPaysTwiceAlpha) {
  const epsilon budget = epsilon::from_nats(0.72);
  EXPECT_NEAR(ppr_spec{}.response(budget).loss_nats(), 0.18, 1e-9);
  EXPECT_LE(ppr_spec{}.response(budget).loss_nats(), 0.18);
  const bit_law plain = bitmap_spec{}.law(budget);
  EXPECT_NEAR(std::log(plain.p1 / plain.p0), 0.72, 1e-9);
}

TEST(CodecChoiceTest, HigherLevelsMakeFewerChunks) {
  ppr_spec c;
  const double loss = c.response(epsilon::from_nats(0.72)).loss_nats();
  double previous = 0.0;
  for (unsigned level = smallest_level; level <= largest_level; ++level) {
    c.level = level;
    EXPECT_GT(c.chunk_entries(loss), previous);
    previous = c.chunk_entries(loss);
  }
  c.level = 10;
  EXPECT_THROW(c.chunk_entries(loss), invalid_parameter);
}

TEST(CodecChoiceTest, PprIsPlannedForWhatAllRowsMayCost) {
  const ppr_spec c;
  EXPECT_NEAR(c.largest_budget(), 2.0 * 2.0 * 2.0, 1e-9) << "unknown rows: 2 nats for the mechanism";
  double previous = c.possible_budget();
  for (double entries = 1.0; entries < 1e8; entries *= 3.0) {
    const double most = c.largest_budget(entries), loss = most / 4.0;
    EXPECT_LE(most, previous + 1e-9);
    EXPECT_GE(most, c.largest_budget());
    if (loss > 2.0) {
      EXPECT_LE(entries * candidates_per_entry(c.chunk_entries(loss), loss), 0x1p24) << entries;
    }
    previous = most;
  }
  EXPECT_GT(c.largest_budget(1e5), 14.0) << "a hundred thousand edges";
}

TEST(CodecChoiceTest, SplitsByHandEndWhereAnEntryCostsTooMuch) {
  two_step o;
  o.total = epsilon::from_nats(64.0);
  o.codec = ppr_spec{};
  o.split = budget_split{0.02, 0.0, 0.96, 0.02};
  try {
    plan_degree_round(o);
    FAIL();
  } catch (const invalid_parameter& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("nullspace"));
  }
  o.split->edges = o.codec.possible_budget() / 64.0;
  EXPECT_NO_THROW(plan_degree_round(o));
  const public_view crowd(o.order, {1}, std::vector<std::int64_t>(3000, 30), epsilon::from_nats(1.0));
  const triangle_plan capped = plan_triangles(o, crowd, epsilon::from_nats(1.0), epsilon());
  EXPECT_NEAR(capped.budgets.edges.nats(), o.codec.largest_budget(crowd.edges()), 1e-6)
      << "all rows together";
  EXPECT_LT(capped.budgets.edges.nats(), o.codec.possible_budget());
  o.split->edges = 0.96;
  for (const codec_kind kind : {codec_kind::nullspace, codec_kind::bitmap}) {
    o.codec = codec_spec(kind);
    const epsilon degree = plan_degree_round(o);
    const public_view known(o.order, {1}, std::vector<std::int64_t>(50, 10), degree);
    const triangle_plan plan = plan_triangles(o, known, degree, epsilon());
    EXPECT_NEAR(plan.budgets.edges.nats(), o.codec.possible_budget(), 1e-6) << "the rest stays unspent";
  }
}

TEST(PlanTest, RowsOfMoreChunksThanAMachineHoldsAreRefused) {
  constexpr std::uint64_t users = 20000;
  release_parameters p;
  p.users = users;
  p.edges = epsilon::from_nats(30.0);
  p.degree = epsilon::from_nats(1.0);
  p.total = epsilon::from_nats(32.0);
  const std::vector<std::int64_t> degrees(users, 1000);
  ppr_spec{}.fill(p, p.edges, {p.degree, degrees, released_number::degree});
  p.chunk_rule = chunk_rule::noisy_degree;
  p.simulated = true;
  const csr_graph g(users, std::vector<std::pair<vertex_id, vertex_id>>{{0, 1}});
  try {
    release_edges(g, release_layout(p, degrees, {}), coin_source::simulated(1));
    FAIL();
  } catch (const invalid_parameter& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("nullspace"));
  }
}

}  // namespace
}  // namespace edgeldp
