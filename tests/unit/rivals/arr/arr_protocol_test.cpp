// SPDX-License-Identifier: MIT
// ARR without a graph: over objects that hold one user each, and over a collector that starts
// again.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arr/rounds.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/rivals/arr/arr_simulation.hpp"
#include "edgeldp/rivals/arr/arr_user.hpp"
#include "support/baselines_user_by_user.hpp"
#include "support/graphs.hpp"
#include "support/method_presets.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

std::vector<user_task> all_arr_tasks() {
  return test::with_tasks(arr_tasks(), open_arr_tasks());
}

test::played play(const csr_graph& g, const arr& method) {
  const std::vector<user_task> agreed = all_arr_tasks();
  return test::play_baseline(g, method, simulated_arr_tasks(),
                             method.is_published ? std::span<const user_task>(agreed) : arr_tasks());
}

TEST(ArrProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const arr_variant variant : test::arr_variants) {
    for (const double mu_star : {0.2, 0.003}) {
      const epsilon total = epsilon::from_nats(2.0);
      const test::played strongest = play(test::baseline_graph(), arr::strongest(variant, total, mu_star));
      EXPECT_EQ(strongest.run.rounds.size(), 4U);
      EXPECT_TRUE(strongest.run.flaws.empty());
      EXPECT_EQ(strongest.run.spent.spent(), total);
      const test::played published = play(test::baseline_graph(), arr::published(variant, total, mu_star));
      EXPECT_EQ(published.run.rounds.size(), 3U);
      EXPECT_EQ(published.run.spent.spent(), total);
    }
  }
  play(test::star_graph(20), arr::strongest(arr_variant::one, epsilon::from_nats(2.0), 0.1));
  play(csr_graph(3, {}), arr::published(arr_variant::two, epsilon::from_nats(1.0), 0.01));
}

TEST(ArrProtocolTest, TheRecordSaysWhyThePublishedClippingIsNotPrivate) {
  const arr method = arr::published(arr_variant::one, epsilon::from_nats(2.0), 0.1);
  const csr_graph g = test::baseline_graph();
  const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
  ASSERT_EQ(r.run.flaws.size(), 1U);
  EXPECT_EQ(r.run.flaws[0], r.caveat);
  EXPECT_FALSE(r.is_private);
  auto users = test::graph_one_by_one(g, 7, arr_tasks());
  account paid(method.total, users.users());
  session s(users, paid, {1});
  EXPECT_THROW(estimate_triangles(s, method), format_error) << "they did not agree";
}

TEST(ArrProtocolTest, EveryThreadCountTellsTheSame) {
  const csr_graph g = test::baseline_graph();
  for (const arr_variant variant : test::arr_variants) {
    const arr method = arr::strongest(variant, epsilon::from_nats(2.0), 0.05);
    std::vector<std::string> told;
    for (const unsigned threads : {1U, 8U}) {
      const thread_limit limit(threads);
      told.push_back(estimate_triangles(g, method, {1}, coin_source::simulated(1)).run.told);
    }
    EXPECT_EQ(told[0], told[1]);
  }
}

/// What a run publishes before its counts.
struct published_bits {
  public_objects objects;
  public_ref<public_order> order;
  public_ref<arr_layout> layout;

  explicit published_bits(const csr_graph& g, const arr& method) {
    simulate_run(g, {}, method.total, {42}, coin_source::simulated(7), [&](session& s) {
      const arr_start start = start_arr(s, method);
      order = objects.add(start.order.object, public_form<public_order>::write(*start.order));
      auto made = std::make_shared<const arr_layout>(arr_layout{order, start.plan});
      layout = objects.add(made, public_form<arr_layout>::write(*made));
      return 0;
    });
  }
};

TEST(ArrProtocolTest, PlansAndRowsComeBackFromTheirBytes) {
  for (const bool is_published : {false, true}) {
    const arr method{arr_variant::two, epsilon::from_nats(2.0), 0.01, is_published};
    const published_bits run(test::baseline_graph(), method);
    const byte_string plan = public_form<arr_layout>::write(*run.layout);
    EXPECT_EQ(public_form<arr_layout>::write(public_form<arr_layout>::read(plan, run.objects)), plan);
    arr_rows rows{run.layout, noisy_triangle(90)};
    for (std::uint32_t k = 0; k < 90; ++k)
      for (std::uint64_t& word : rows.noisy.row(k))
        word = k % 64 == 0 ? 5 : 5 % (std::uint64_t{1} << (k % 64));
    byte_string bytes = public_form<arr_rows>::write(rows);
    EXPECT_EQ(public_form<arr_rows>::write(public_form<arr_rows>::read(bytes, run.objects)), bytes);
    bytes.back() = std::byte{0xff};
    EXPECT_THROW(public_form<arr_rows>::read(bytes, run.objects), format_error) << "beyond place 88";
    bytes.pop_back();
    EXPECT_THROW(public_form<arr_rows>::read(bytes, run.objects), format_error);
  }
}

TEST(ArrProtocolTest, APlanThatCostsMoreThanIsPaidIsRefused) {
  const published_bits run(test::baseline_graph(),
                           arr::strongest(arr_variant::one, epsilon::from_nats(2.0), 0.01));
  const auto refused = [&](auto&& change) {
    arr_plan plan = run.layout->plan;
    change(plan);
    byte_string bytes;
    plan.write(bytes);
    EXPECT_THROW(arr_plan::read(bytes), format_error);
  };
  refused([](arr_plan& p) { p.edges = epsilon::from_units(p.edges.units() - 2); });
  refused([](arr_plan& p) { p.gaps.stop = 0; });
  refused([](arr_plan& p) { p.gaps.shift = 17; });
  refused([](arr_plan& p) { p.offset = asymmetric_response::resolution; });
  refused([](arr_plan& p) { p.caps.pop_back(); });
  refused([](arr_plan& p) { p.kappa.pop_back(); });
  byte_string other;
  canonical_writer(other).text(run.order.name);
  arr_plan fewer = run.layout->plan;
  fewer.caps.pop_back();
  fewer.kappa.pop_back();
  fewer.write(other);
  EXPECT_THROW(public_form<arr_layout>::read(other, run.objects), format_error);
}

TEST(ArrProtocolTest, AUserRefusesByWhatIsPublic) {
  const published_bits run(test::baseline_graph(),
                           arr::strongest(arr_variant::one, epsilon::from_nats(2.0), 0.1));
  const coin_source source = coin_source::simulated(1);
  byte_string row, count;
  arr_row_round{run.layout}.write(row);
  arr_count_round{run.layout, "rows"}.write(count);
  vertex_id silent = 0, speaker = 0;
  for (vertex_id u = 0; u < 90; ++u) (run.layout->plan.sensitivity(u) == 0 ? silent : speaker) = u;
  const auto ask = [&](std::string_view asks, const byte_string& said, vertex_id user, std::uint64_t users,
                       const byte_string& mine) {
    const std::vector<vertex_id> list{user == 3 ? vertex_id{4} : vertex_id{3}};
    answer_call(std::span<const user_task>(all_arr_tasks()), {asks, said, run.objects, 0, mine},
                own_list{user, users, list}, user_coins(source, user));
  };
  EXPECT_THROW(ask(arr_row_round::asks, row, 5, 91, {}), format_error);
  EXPECT_THROW(ask(arr_count_round::asks, count, speaker, 91, {}), format_error);
  EXPECT_THROW(ask(claimed_arr_count_round::asks, count, speaker, 90, {}), format_error) << "another rule";
  ASSERT_EQ(run.layout->plan.sensitivity(silent), uint128{0});
  EXPECT_THROW(ask(arr_count_round::asks, count, silent, 90, {}), invalid_parameter);
  EXPECT_THROW(ask(arr_count_round::asks, count, speaker, 90, {}), format_error) << "nothing downloaded";
  arr_rows rows{run.layout, noisy_triangle(90)};
  rows.noisy.row(70)[0] = 9;
  personal_downloads downloads(90, [&](vertex_id reader) { return noisy_edges_for(rows, reader); });
  const arr_count_round asked{run.layout, "rows", roster::everybody(90), &rows, &downloads};
  byte_string mine = asked.said_to(speaker);
  ask(arr_count_round::asks, count, speaker, 90, mine);
  mine.push_back(std::byte{1});
  EXPECT_THROW(ask(arr_count_round::asks, count, speaker, 90, mine), format_error);
}

TEST(ArrProtocolTest, LimitsOfTheGreedyRuleAreWholeInTheirBytes) {
  const published_bits run(test::baseline_graph(),
                           arr::strongest(arr_variant::one, epsilon::from_nats(2.0), 0.1));
  arr_plan plan = run.layout->plan;
  for (uint128& k : plan.kappa) k += 1;  // a fraction would count a pair more than the noise covers
  byte_string bytes;
  plan.write(bytes);
  EXPECT_EQ(arr_plan::read(bytes).kappa, run.layout->plan.kappa);
}

}  // namespace
}  // namespace edgeldp
