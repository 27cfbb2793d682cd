// SPDX-License-Identifier: MIT
// Labels over a session: over objects that hold one label each, over a collector that starts again,
// with users who are away, and with a curator.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "edgeldp/channel/labels/label_release_curator.hpp"
#include "edgeldp/channel/labels/label_release_simulation.hpp"
#include "edgeldp/channel/labels/label_round_user.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/small_channels.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

constexpr release_key key{3};
const epsilon label_budget = epsilon::from_nats(1.0);
const label_release_options options{label_budget, 0.8, 2, 0.2};

test::users_one_by_one one_by_one(const std::vector<std::size_t>& truths, std::size_t labels) {
  std::vector<test::remote_user> users;
  for (std::size_t u = 0; u < truths.size(); ++u)
    users.emplace_back(static_cast<vertex_id>(u), test::replayed_coins,
                       [me = own_label{truths[u], labels}](const user_call& asked, const user_coins& own) {
                         return answer_call(label_tasks(), asked, me, own);
                       });
  return test::users_one_by_one(std::move(users));
}

std::vector<double> numbers_of(const label_release& r) {
  std::vector<double> all = r.prior.unbiased;
  all.insert(all.end(), r.prior.standard_errors.begin(), r.prior.standard_errors.end());
  all.insert(all.end(), r.plan.majority.begin(), r.plan.majority.end());
  all.insert(all.end(), r.plan.favoured.begin(), r.plan.favoured.end());
  for (std::size_t y = 0; y < r.mechanism.output_count(); ++y)
    for (std::size_t x = 0; x < r.mechanism.input_count(); ++x)
      all.push_back(static_cast<double>(r.mechanism.weight(y, x)));
  all.insert(all.end(), r.users.begin(), r.users.end());
  all.insert(all.end(), r.reports.begin(), r.reports.end());
  return all;
}

TEST(LabelsProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const std::vector<std::size_t> truths = test::labels_with_one_rare(300);
  for (const std::size_t many : {4U, 9U}) {
    const channel::labels labels = numbered_labels(many);
    const true_labels all{truths, labels};
    auto together = simulated_labels(all, coin_source::simulated(test::replayed_coins));
    const test::played run = test::expect_same_user_by_user(
        together, [&] { return one_by_one(truths, many); }, label_budget, key,
        [&](session& s) {
          label_release r = release_labels(s, labels, options);
          return test::played{numbers_of(r), r.run};
        });
    ASSERT_EQ(run.run.rounds.size(), 2U);
    EXPECT_EQ(run.run.rounds[0].round, "prior");
    EXPECT_EQ(run.run.rounds[1].round, "report");
    EXPECT_EQ(run.run.rounds[0].asked + run.run.rounds[1].asked, truths.size());
    EXPECT_EQ(run.run.upload_bytes, truths.size()) << "a byte each";
    EXPECT_EQ(run.run.spent.spent(), label_budget) << "once, by either part";
    EXPECT_EQ(run.run.spent.edge_ldp(), epsilon()) << "no edge takes part";
    EXPECT_TRUE(run.run.flaws.empty());
  }
}

TEST(LabelsProtocolTest, ReportsAreDrawnFromEachUsersOwnCoins) {
  const std::vector<std::size_t> truths = test::labels_with_one_rare(300);
  const label_release r =
      release_labels(truths, numbered_labels(4), options, key, coin_source::simulated(test::replayed_coins));
  for (std::size_t i = 0; i < r.users.size(); ++i) {
    simulation_randomness own(test::replayed_coins, static_cast<std::uint32_t>(coin_purpose::label),
                              r.users[i]);
    EXPECT_EQ(r.reports[i], r.mechanism.sample(truths[r.users[i]], own));
  }
  const channel c = k_ary_channel(label_budget, numbered_labels(4));
  std::vector<std::uint64_t> counts(4);
  for (vertex_id u = 0; u < truths.size(); ++u) {
    if (!reports_prior(key, u, options.prior_share)) continue;
    simulation_randomness own(test::replayed_coins, static_cast<std::uint32_t>(coin_purpose::prior), u);
    ++counts[c.sample(truths[u], own)];
  }
  EXPECT_EQ(r.prior.unbiased, local_prior(c, counts).unbiased);
}

/// Some users do not answer.
class partly_away final : public population {
 public:
  explicit partly_away(population& users) : m_users(users) {}
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  static bool is_away(vertex_id u) { return u % 7 == 3; }
  void answer(const call& asked, message_sink& sink) override {
    present filtered{sink, asked.who};
    m_users.answer(asked, filtered);
  }

 private:
  struct present final : message_sink {
    present(message_sink& sink, const roster& asked) : into(sink), who(asked) {}
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      if (!is_away(who.user(number))) into.put(number, message);
    }
    bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }
    message_sink& into;
    const roster& who;
  };
  population& m_users;
};

TEST(LabelsProtocolTest, WhoIsAwayHasNoReport) {
  const std::vector<std::size_t> truths = test::labels_with_one_rare(300);
  const channel::labels labels = numbered_labels(4);
  const true_labels all{truths, labels};
  auto everybody = simulated_labels(all, coin_source::simulated(test::replayed_coins));
  partly_away users(everybody);
  account paid(label_budget, users.users());
  session s(users, paid, key);
  const label_release r = release_labels(s, labels, options);
  std::size_t expected = 0;
  for (vertex_id u = 0; u < truths.size(); ++u)
    expected += !partly_away::is_away(u) && !reports_prior(key, u, options.prior_share) ? 1 : 0;
  EXPECT_EQ(r.users.size(), expected);
  EXPECT_EQ(r.reports.size(), expected);
  for (const vertex_id u : r.users) EXPECT_FALSE(partly_away::is_away(u));
  EXPECT_EQ(r.run.rounds[1].answered, expected);
  EXPECT_LT(r.run.rounds[0].answered, r.run.rounds[0].asked);
}

TEST(LabelsProtocolTest, ACuratorIsNamedAndPaid) {
  const std::vector<std::size_t> truths = test::labels_with_one_rare(300);
  const label_release r = release_labels_by_curator(truths, numbered_labels(4), options, key,
                                                    coin_source::simulated(test::replayed_coins));
  ASSERT_EQ(r.run.flaws.size(), 1U);
  EXPECT_NE(r.run.flaws[0].find("curator"), std::string::npos);
  ASSERT_EQ(r.run.rounds.size(), 1U) << "the collector asks D2 alone";
  EXPECT_EQ(r.run.rounds[0].asked, r.users.size());
  ASSERT_EQ(r.run.spent.entries().size(), 2U);
  EXPECT_EQ(r.run.spent.entries()[0].round, "prior");
  for (vertex_id u = 0; u < truths.size(); ++u) EXPECT_EQ(r.run.spent.of(u).spent(), label_budget) << u;
}

TEST(LabelsProtocolTest, AUserRefusesChannelsThatAreNotItsOwnOrCostMore) {
  const coin_source source = coin_source::simulated(1);
  const user_coins own(source, 0);
  const public_objects nothing;
  const auto ask = [&](const label_round& round, const own_label& me) {
    byte_string said;
    round.write(said);
    return answer_call(label_tasks(), {label_round::asks, said, nothing}, me, own);
  };
  const channel c = k_ary_channel(label_budget, numbered_labels(3));
  EXPECT_EQ(ask({true, label_budget, c}, {2, 3}).size(), 1U);
  EXPECT_THROW(ask({true, label_budget, c}, {2, 4}), format_error) << "though the label would do";
  EXPECT_THROW(ask({false, epsilon::from_nats(0.9), c}, {2, 3}), format_error);
  const channel open =
      channel::from_probabilities(numbered_labels(3), numbered_labels(3), Eigen::MatrixXd::Identity(3, 3));
  EXPECT_THROW(ask({false, epsilon::from_nats(8.0), open}, {2, 3}), format_error);
}

TEST(LabelsProtocolTest, APlanComesBackFromItsBytesAndNoOther) {
  const std::vector<double> prior = {30, 20, 25, 3};
  const block_plan blocks = plan_blocks(numbered_labels(4), prior, 0.8, 2);
  const label_plan plan{blocks, block_channel(label_budget, blocks)};
  byte_string bytes;
  plan.write(bytes);
  const label_plan back = label_plan::read(bytes);
  EXPECT_EQ(back.mechanism, plan.mechanism);
  EXPECT_EQ(back.blocks.majority, blocks.majority);
  EXPECT_EQ(back.blocks.favoured, blocks.favoured);
  EXPECT_EQ(back.blocks.nearby, blocks.nearby);
  EXPECT_EQ(back.blocks.outputs, blocks.outputs);

  const auto refused = [&](auto&& change) {
    label_plan other = plan;
    change(other);
    byte_string changed;
    other.write(changed);
    EXPECT_THROW(label_plan::read(changed), format_error);
  };
  refused([](label_plan& p) { p.blocks.favoured = {3}; });     // of S2
  refused([](label_plan& p) { p.blocks.favoured = {0, 0}; });  // twice
  refused([](label_plan& p) { p.blocks.majority.push_back(false); });
  bytes.push_back(std::byte{0});
  EXPECT_THROW(label_plan::read(bytes), format_error);
}

TEST(LabelsProtocolTest, AMessageIsReadWholeOrNotAtAll) {
  label_round::answers answers =
      label_round{true, label_budget, k_ary_channel(label_budget, numbered_labels(3))}.open(
          roster::everybody(2));
  EXPECT_THROW(answers.accept(0, std::vector<std::byte>{std::byte{3}}), format_error) << "no output";
  EXPECT_THROW(answers.accept(0, std::vector<std::byte>{}), format_error);
  EXPECT_THROW(answers.accept(0, std::vector<std::byte>(2)), format_error);
  EXPECT_EQ(answers.counts(), (std::vector<std::uint64_t>{0, 0, 0}));
  answers.accept(1, std::vector<std::byte>{std::byte{2}});
  EXPECT_EQ(answers.counts(), (std::vector<std::uint64_t>{0, 0, 1}));
}

}  // namespace
}  // namespace edgeldp
