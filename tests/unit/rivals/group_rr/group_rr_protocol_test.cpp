// SPDX-License-Identifier: MIT
// GroupRR without a graph: over objects that hold one user each, and over a collector that starts
// again.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"
#include "edgeldp/rivals/group_rr/group_rr_user.hpp"
#include "group_rr/rounds.hpp"
#include "support/baselines_user_by_user.hpp"
#include "support/graphs.hpp"
#include "support/method_presets.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

std::vector<group_rr> measured_presets(double total, double sampling) {
  std::vector<group_rr> all = test::group_rr_presets(total, sampling);
  for (group_rr& method : all) method.measured_users = 20;
  return all;
}

bool is_claimed(const group_rr& method) {
  return method.rule == group_rr::bound::allowances;
}

std::vector<user_task> all_group_rr_tasks() {
  return test::with_tasks(group_rr_tasks(), open_group_rr_tasks());
}

test::played play(const csr_graph& g, const group_rr& method) {
  const std::vector<user_task> agreed = all_group_rr_tasks();
  return test::play_baseline(g, method, simulated_group_rr_tasks(),
                             is_claimed(method) ? std::span<const user_task>(agreed) : group_rr_tasks());
}

TEST(GroupRrProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const double sampling : {1.0, 27.0, 300.0}) {
    for (const group_rr& method : measured_presets(3.0, sampling)) {
      const test::played run = play(test::baseline_graph(), method);
      EXPECT_EQ(run.run.rounds.size(), method.order == user_order::noisy_degree ? 4U : 3U);
      EXPECT_EQ(run.run.flaws.size(), is_claimed(method) ? 1U : 0U);
      EXPECT_LE(run.run.spent.spent(), method.total);
    }
  }
  for (const group_rr& method : measured_presets(2.0, 8.0)) {
    play(test::star_graph(20), method);
    play(csr_graph(3, {}), method);
  }
}

TEST(GroupRrProtocolTest, TheRecordSaysWhyAllowancesAreNotPrivate) {
  const group_rr method = group_rr::published(epsilon::from_nats(2.0), 8.0);
  const csr_graph g = test::baseline_graph();
  const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
  ASSERT_EQ(r.run.flaws.size(), 1U);
  EXPECT_EQ(r.run.flaws[0], r.caveat);
  auto private_users = test::graph_one_by_one(g, 7, group_rr_tasks());
  account paid(method.total, test::baseline_users);
  session s(private_users, paid, {1});
  EXPECT_THROW(estimate_triangles(s, method), format_error) << "they did not agree";
}

TEST(GroupRrProtocolTest, EveryThreadCountTellsTheSame) {
  const csr_graph g = test::baseline_graph();
  for (const group_rr& method : measured_presets(2.0, 27.0)) {
    std::vector<std::string> told;
    for (const unsigned threads : {1U, 8U}) {
      const thread_limit limit(threads);
      told.push_back(estimate_triangles(g, method, {1}, coin_source::simulated(1)).run.told);
    }
    EXPECT_EQ(told[0], told[1]);
  }
}

/// What a run publishes before its counts, under a plan by hand: users released sizes 0, 1, 2, 0,
/// ... and those of size 0 have nothing to say.
struct published_groups {
  public_objects objects;
  public_ref<public_order> order;
  group_plan plan;
  public_ref<group_layout> layout;

  explicit published_groups(group_rr::bound rule)
      : plan{rule,
             true,
             epsilon::from_nats(1.0),
             epsilon::from_nats(1.0),
             group_response(epsilon::from_nats(1.0), 3),
             randomized_response::resolution / 2,
             std::int64_t{1} << 22,
             5} {
    plan.by_size = {{0, {3, 0}}, {1, {5, std::uint64_t{1} << 24}}, {2, {7, std::uint64_t{1} << 25}}};
    const auto ids = std::make_shared<const public_order>(user_order::id, release_key{4},
                                                          std::vector<std::int64_t>(test::baseline_users));
    order = objects.add(ids, public_form<public_order>::write(*ids));
    const auto made = std::make_shared<const group_layout>(order, plan, sizes());
    layout = objects.add(made, public_form<group_layout>::write(*made));
  }
  static std::vector<std::int64_t> sizes() {
    std::vector<std::int64_t> all(test::baseline_users);
    for (std::uint64_t u = 0; u < test::baseline_users; ++u) all[u] = static_cast<std::int64_t>(u % 3);
    return all;
  }
  byte_string plan_of(const std::vector<std::int64_t>& released) const {
    byte_string out;
    canonical_writer(out).text(order.name);
    plan.write(out);
    canonical_writer(out).numbers(released);
    return out;
  }
};

TEST(GroupRrProtocolTest, PlansAndRowsComeBackFromTheirBytes) {
  const published_groups run(group_rr::bound::limited_pairs);
  const byte_string plan = public_form<group_layout>::write(*run.layout);
  EXPECT_EQ(plan, run.plan_of(published_groups::sizes()));
  EXPECT_EQ(public_form<group_layout>::write(public_form<group_layout>::read(plan, run.objects)), plan);
  group_rows rows(run.layout);
  for (std::uint32_t place = 0; place < test::baseline_users; ++place)
    rows.row(place)[0] = place * std::uint64_t{77777};
  ASSERT_NE(run.layout->bins().bins % 64, 0U);
  byte_string bytes = public_form<group_rows>::write(rows);
  EXPECT_EQ(public_form<group_rows>::write(public_form<group_rows>::read(bytes, run.objects)), bytes);
  bytes.back() = std::byte{0xff};
  EXPECT_THROW(public_form<group_rows>::read(bytes, run.objects), format_error) << "beyond the last bin";
  bytes.pop_back();
  EXPECT_THROW(public_form<group_rows>::read(bytes, run.objects), format_error);
}

TEST(GroupRrProtocolTest, APlanThatCostsMoreThanIsPaidIsRefused) {
  const auto refused = [](auto&& change) {
    published_groups run(group_rr::bound::limited_pairs);
    change(run.plan);
    EXPECT_THROW(public_form<group_layout>::read(run.plan_of(published_groups::sizes()), run.objects),
                 format_error);
  };
  refused([](group_plan& p) { p.edges = epsilon::from_units(p.edges.units() - 2); });
  refused([](group_plan& p) { p.response = group_response(epsilon::from_nats(1.0), 60); });  // too few bins
  refused([](group_plan& p) { p.sampling_threshold = 0; });
  refused([](group_plan& p) { p.by_size.erase(1); });
  refused([](group_plan& p) { p.by_size[1].offset = (std::int64_t{1} << 45) + 1; });
  const published_groups run(group_rr::bound::limited_pairs);
  EXPECT_THROW(public_form<group_layout>::read(run.plan_of({0, 1, 2}), run.objects), format_error);
}

TEST(GroupRrProtocolTest, AUserRefusesByWhatIsPublic) {
  constexpr vertex_id speaker = 88, silent = 87;
  for (const auto rule : {group_rr::bound::limited_pairs, group_rr::bound::allowances}) {
    const published_groups run(rule);
    byte_string row, count;
    group_row_round{run.layout}.write(row);
    group_count_round{run.layout, "rows"}.write(count);
    const bool claimed = rule == group_rr::bound::allowances;
    const auto asks = claimed ? claimed_group_count_round::asks : group_count_round::asks;
    const auto other = claimed ? group_count_round::asks : claimed_group_count_round::asks;
    const coin_source source = coin_source::simulated(1);
    const auto ask = [&](std::string_view what, const byte_string& said, vertex_id user, std::uint64_t known,
                         const byte_string& mine) {
      const std::vector<vertex_id> list{3, 5};
      answer_call(std::span<const user_task>(all_group_rr_tasks()), {what, said, run.objects, 0, mine},
                  own_list{user, known, list}, user_coins(source, user));
    };
    EXPECT_THROW(ask(group_row_round::asks, row, speaker, test::baseline_users + 1, {}), format_error);
    group_rows rows(run.layout);
    for (std::uint32_t place = 0; place < test::baseline_users; ++place) rows.row(place)[0] = 5;
    byte_string mine = sample_for(rows, speaker);
    ask(asks, count, speaker, test::baseline_users, mine);
    EXPECT_THROW(ask(asks, count, speaker, test::baseline_users + 1, mine), format_error);
    EXPECT_THROW(ask(other, count, speaker, test::baseline_users, mine), format_error) << "another rule";
    EXPECT_THROW(ask(asks, count, silent, test::baseline_users, sample_for(rows, silent)), invalid_parameter);
    mine.push_back(std::byte{1});
    EXPECT_THROW(ask(asks, count, speaker, test::baseline_users, mine), format_error);
  }
}

}  // namespace
}  // namespace edgeldp
