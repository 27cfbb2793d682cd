// SPDX-License-Identifier: MIT
// Users who lie in centred counts: honest runs stay as they are, and what lies in counts can do is
// bounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/lying_users_simulation.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

centred_options clamped_at(double total, bool is_clamped = true) {
  centred_options options;
  options.total = epsilon::from_nats(total);
  options.is_clamped = is_clamped;
  return options;
}

TEST(PlausibleCentredTest, HonestRunsAreUntouched) {
  const csr_graph g = generate_affiliation(3000, 30000, 3);
  for (const double total : {0.3, 1.0, 8.0})
    for (const std::uint64_t seed : {1U, 2U}) {
      const auto coins = coin_source::simulated(seed);
      const centred_result clamped = estimate_centred_triangles(g, clamped_at(total), {seed}, coins);
      const centred_result open = estimate_centred_triangles(g, clamped_at(total, false), {seed}, coins);
      EXPECT_EQ(clamped.triangles.value, open.triangles.value);
      EXPECT_EQ(clamped.run.told, open.run.told);
      EXPECT_TRUE(messages_by_user(clamped) == messages_by_user(open));
      EXPECT_TRUE(clamped.lies.clamped.empty());
      EXPECT_GT(clamped.lies.touched, 3000 * 1.5e-9);
      EXPECT_LT(clamped.lies.touched, 3000 * 7.1e-9);
      std::uint64_t speakers = 0;
      for (const plausibility::reach& r : clamped.lies.reaches) speakers += r.users;
      EXPECT_EQ(speakers, clamped.groups[0].speakers + clamped.groups[1].speakers);
      EXPECT_TRUE(std::ranges::is_sorted(clamped.lies.reaches, std::greater(), &plausibility::reach::most));
      EXPECT_GE(clamped.carried, 1.0);
    }
}

/// Count messages of some users are replaced; what is decided is kept from the first run on.
class scripted_counts final : public population {
 public:
  scripted_counts(population& users, std::map<std::string, byte_string>& decided,
                  std::map<vertex_id, int128> said)
      : m_users(users), m_decided(decided), m_said(std::move(said)) {}
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return true; }
  void answer(const call& asked, message_sink& sink) override {
    if (asked.asks != centred_round::asks) return m_users.answer(asked, sink);
    replacing with(sink, asked.who, m_said);
    m_users.answer(asked, with);
  }
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override {
    const auto kept = m_decided.find(std::string(name));
    return kept != m_decided.end() ? kept->second : m_decided.emplace(name, make()).first->second;
  }

 private:
  struct replacing final : message_sink {
    replacing(message_sink& sink, const roster& asked, const std::map<vertex_id, int128>& messages)
        : to(sink), who(asked), said(messages) {}
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      const auto lie = said.find(who.user(number));
      if (lie == said.end())
        to.put(number, message);
      else
        to.put(number, integer_message(lie->second));
    }
    bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }
    message_sink& to;
    const roster& who;
    const std::map<vertex_id, int128>& said;
  };
  population& m_users;
  std::map<std::string, byte_string>& m_decided;
  std::map<vertex_id, int128> m_said;
};

/// All pairs of users, each with the least and largest number that the wire takes, both ends of
/// what is plausible, and 0.
TEST(PlausibleCentredTest, NoLiesInCountsMoveTheEstimateFurtherThanTheBound) {
  for (const csr_graph& g : {test::complete_graph(7), test::karate_graph()}) {
    const graph_view view(g);
    auto users = simulated_users(view, coin_source::simulated(5), simulated_centred_tasks());
    std::map<std::string, byte_string> decided;
    const auto play = [&](std::map<vertex_id, int128> said) {
      scripted_counts lying(users, decided, std::move(said));
      account paid(epsilon::from_nats(2.0), g.vertex_count());
      session s(lying, paid, {9});
      return estimate_centred_triangles(s, clamped_at(2.0));
    };
    const centred_result honest = play({});
    ASSERT_GT(honest.lies.influence(2), honest.lies.influence(1));
    for (const plausibility::reach& r : honest.lies.reaches) ASSERT_GT(r.most, 0.0);
    const int128 largest = int128{1} << 115;
    double most = 0.0;
    const auto n = static_cast<vertex_id>(std::min<std::uint64_t>(g.vertex_count(), 9));
    for (vertex_id a = 0; a < n; ++a)
      for (vertex_id b = 0; b < a; ++b) {
        std::vector<double> values;
        for (const int128 of_a : {-largest, int128{0}, largest})
          for (const int128 of_b : {-largest, int128{0}, largest})
            values.push_back(play({{a, of_a}, {b, of_b}}).triangles.value);
        const auto [low, high] = std::ranges::minmax(values);
        most = std::max(most, high - low);
        for (const double value : values)
          ASSERT_LE(std::abs(value - honest.triangles.value), honest.lies.influence(2) * (1.0 + 1e-9));
        ASSERT_LE(high - low, honest.lies.influence(2) * (1.0 + 1e-9));
      }
    if (g.vertex_count() <= 9) {
      EXPECT_NEAR(most / honest.lies.influence(2), 1.0, 1e-9) << "some lies reach the bound";
    }
  }
}

TEST(LyingUsersTest, AreChosenByOneCoinForAllNumbers) {
  const std::vector<vertex_id> few = choose_liars(50, 5, 3), many = choose_liars(50, 20, 3);
  EXPECT_EQ(few.size(), 5U);
  EXPECT_TRUE(std::ranges::is_sorted(many));
  EXPECT_TRUE(std::ranges::includes(many, few));
  EXPECT_NE(few, choose_liars(50, 5, 4));
  EXPECT_EQ(choose_liars(50, 50, 3).size(), 50U);
  EXPECT_TRUE(choose_liars(50, 0, 3).empty());
  EXPECT_THROW(choose_liars(50, 51, 3), invalid_parameter);
}

TEST(LyingUsersTest, WithoutLiarsEverythingIsHonest) {
  const csr_graph g = generate_affiliation(200, 1500, 3);
  const auto coins = coin_source::simulated(4);
  const centred_result honest = estimate_centred_triangles(g, clamped_at(1.0), {7}, coins);
  for (const lie what : {lie::random_values, lie::random_nodes, lie::front, lie::late}) {
    const centred_result r =
        estimate_centred_triangles_attacked(g, clamped_at(1.0), {7}, coins, {{what}, {}, 1});
    EXPECT_EQ(r.triangles.value, honest.triangles.value);
    EXPECT_EQ(r.run.told, honest.run.told);
    EXPECT_EQ(r.run.upload_bytes, honest.run.upload_bytes);
  }
}

class AttackTest : public testing::TestWithParam<codec_spec> {
 protected:
  centred_result attacked(const attack& what, bool is_clamped = true) const {
    centred_options options = clamped_at(1.0, is_clamped);
    options.codec = GetParam();
    return estimate_centred_triangles_attacked(m_graph, options, {7}, coin_source::simulated(4),
                                               {what, m_liars, 11});
  }
  csr_graph m_graph = generate_affiliation(400, 4000, 3);
  std::vector<vertex_id> m_liars = choose_liars(400, 8, 11);
};

TEST_P(AttackTest, EveryAttackIsPlayedAndDoesNotDependOnThreads) {
  for (const lie what : {lie::random_values, lie::random_nodes, lie::front, lie::late})
    for (const lies_in where : {lies_in::counts, lies_in::rows, lies_in::all})
      for (const bool raises : {true, false})
        for (const bool is_clamped : {true, false}) {
          const attack a{what, where, raises};
          const auto on = [&](unsigned threads) {
            const thread_limit limit(threads);
            return attacked(a, is_clamped);
          };
          const centred_result one = on(1);
          if (raises == is_clamped) {
            const centred_result four = on(4);
            EXPECT_EQ(one.triangles.value, four.triangles.value);
            EXPECT_EQ(one.run.told, four.run.told);
          }
          EXPECT_TRUE(std::isfinite(one.triangles.value));
          EXPECT_TRUE(std::ranges::includes(m_liars, one.lies.clamped)) << "nobody else is clamped";
        }
}

TEST_P(AttackTest, LimitsHoldWhatCountsWouldDoOtherwise) {
  const double honest = attacked({lie::late, lies_in::counts}).triangles.value;
  for (const bool raises : {true, false}) {
    const attack a{lie::late, lies_in::counts, raises};
    const double open = attacked(a, false).triangles.value;
    EXPECT_GT(std::abs(open), 1e20);
    EXPECT_EQ(open > 0.0, raises);
    const centred_result r = attacked(a);
    EXPECT_LT(std::abs(r.triangles.value - honest), 1e9);
    EXPECT_FALSE(r.lies.clamped.empty());
  }
  EXPECT_TRUE(attacked({lie::random_values, lies_in::counts}).lies.clamped.empty())
      << "what is plausible is taken";
}

INSTANTIATE_TEST_SUITE_P(Codecs, AttackTest,
                         testing::Values(codec_spec(), codec_spec(bitmap_spec{}), codec_spec(ppr_spec{})));

}  // namespace
}  // namespace edgeldp
