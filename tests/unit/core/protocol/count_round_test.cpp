// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/count_round.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "support/budgets.hpp"

namespace edgeldp {

/// Who holds a number below 100, and is told a step: how many steps it holds.
struct held_number {
  vertex_id user = 0;
  std::uint64_t value = 0;
};

struct steps {
  static constexpr std::string_view asks = "steps";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr bool has_pilot = true;
  static constexpr std::uint64_t most_told = 10;
  std::uint64_t unit = 1;

  void write(canonical_writer& to) const { to.number(static_cast<int128>(unit)); }
  static steps read(canonical_reader& from, const public_objects&) { return {from.count(50)}; }
};

uint128 sensitivity(const steps& what, const held_number&, std::uint64_t step) {
  return what.unit * step;
}
int128 statistic(const steps& what, const held_number& me, const count_call& asked) {
  return static_cast<int128>(what.unit * (me.value / asked.told));
}

/// Two numbers of each user, who pays by rank: the even ones pay.
struct halves {
  static constexpr std::string_view asks = "halves";
  static constexpr round_kind round{rounds::size, edge_use::both_endpoints};
  using budgets = rank_budgets;
  using answers = released_vectors;
  static constexpr std::int64_t most = 1000;

  static std::uint64_t width() { return 2; }
  void write(canonical_writer&) const {}
  static halves read(canonical_reader&, const public_objects&) { return {}; }
};

uint128 sensitivity(const halves&, const held_number&, std::uint64_t) {
  return 1;
}
std::vector<int128> statistic(const halves&, const held_number& me, const count_call&) {
  return {static_cast<int128>(me.value / 2), static_cast<int128>(me.value - me.value / 2)};
}
std::uint32_t rank_of(const halves&, const held_number& me) {
  return me.user;
}

namespace {

using test::nats;

static_assert(Counted<steps, held_number> && Counted<halves, held_number>);
static_assert(!Counted<steps, int>, "nobody who holds an int is asked for steps");

const public_objects nothing;
const coin_source repeated = coin_source::simulated(5);

byte_string said(const auto& round) {
  byte_string out;
  round.write(out);
  return out;
}

TEST(CountRoundTest, AnnouncementsComeBackAndOthersAreRefused) {
  const count_round<steps> round{nats(0.5), {7}, true, {3, 10}};
  const byte_string bytes = said(round);
  const auto again = count_round<steps>::read(bytes, nothing);
  EXPECT_TRUE(again.is_pilot);
  EXPECT_EQ(again.budget, nats(0.5));
  EXPECT_EQ(again.what.unit, 7U);
  EXPECT_TRUE(again.told.empty());
  EXPECT_EQ(said(again), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(count_round<steps>::read(std::span(bytes).first(size), nothing), format_error);
  byte_string longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(count_round<steps>::read(longer, nothing), format_error);
  const count_round<halves> by_rank{rank_budgets({{0, nats(0.5)}, {3, nats(0.25)}})};
  EXPECT_EQ(said(count_round<halves>::read(said(by_rank), nothing)), said(by_rank));
}

TEST(CountRoundTest, APilotIsAnotherRoundWithOtherCoins) {
  count_round<steps> round{nats(0.5), {}};
  EXPECT_EQ(round.kind(), steps::round);
  EXPECT_EQ(purpose_of(round.kind()), coin_purpose::count);
  round.is_pilot = true;
  EXPECT_EQ(round.kind(), (round_kind{rounds::pilot, edge_use::one_endpoint}));
  EXPECT_EQ(purpose_of(round.kind()), coin_purpose::pilot);
  EXPECT_EQ(purpose_of(halves::round), coin_purpose::size);
  EXPECT_THROW(purpose_of({rounds::edges, edge_use::one_endpoint}), internal_error);
}

TEST(CountRoundTest, AUserIsToldANumberOfItsOwnOrNone) {
  const count_round<steps> round{nats(0.5), {}, false, {3, 10}};
  EXPECT_EQ(told_to_me<steps>(round.said_to(0)), 3U);
  EXPECT_EQ(told_to_me<steps>(round.said_to(1)), 10U);
  EXPECT_THROW(told_to_me<steps>(integer_message(11)), format_error) << "beyond what is ever told";
  EXPECT_THROW(told_to_me<steps>({}), format_error);
  EXPECT_EQ(told_to_me<halves>({}), 0U);
  EXPECT_THROW(told_to_me<halves>(integer_message(0)), format_error) << "nothing is told there";
}

/// The statistic + the noise that its sensitivity, as each was told, needs.
TEST(CountRoundTest, TheAnswerIsTheStatisticAndItsNoise) {
  const held_number me{4, 60};
  const user_coins coins(repeated, me.user);
  const count_round<steps> round{nats(0.5), {7}};
  for (const std::uint64_t step : {1U, 3U, 10U}) {
    const byte_string message = answer(round, me, {nothing, step, coins});
    const int128 noise = coins(coin_purpose::count, [&](private_randomness& source) {
      return discrete_laplace(7 * step, nats(0.5))(source);
    });
    EXPECT_EQ(message, integer_message(static_cast<int128>(7 * (60 / step)) + noise)) << step;
    const byte_string announced = said(round), mine = integer_message(static_cast<int128>(step));
    const user_call asked{steps::asks, announced, nothing, 0, mine};
    EXPECT_EQ(message, (count_task<steps, held_number>().answer(asked, me, coins)));
  }
}

TEST(CountRoundTest, SeveralNumbersHaveNoiseEach) {
  const held_number me{0, 9};
  const user_coins coins(repeated, me.user);
  const count_round<halves> round{nats(0.5), {}};
  byte_string expected;
  coins(coin_purpose::size, [&](private_randomness& source) {
    for (const int128 value : {int128{4}, int128{5}})
      append_integer(expected, value + discrete_laplace(1, nats(0.5))(source));
  });
  EXPECT_EQ(answer(round, me, {nothing, 0, coins}), expected);
  released_vectors answers = round.open(roster::everybody(2));
  ASSERT_EQ(answers.values.size(), 4U);
  byte_string both = integer_message(-3);
  append_integer(both, 1000);
  answers.accept(1, both);
  EXPECT_EQ(answers.values, (std::vector<std::int64_t>{0, 0, -3, 1000}));
  const std::vector<std::int64_t> before = answers.values;
  byte_string three = both, large = integer_message(0);
  append_integer(three, 0);
  append_integer(large, 1001);
  for (const byte_string& bad : {integer_message(1), three, large, byte_string{}})
    EXPECT_THROW(answers.accept(0, bad), format_error);
  EXPECT_EQ(answers.values, before) << "what is refused leaves no trace";
}

TEST(CountRoundTest, PricesFollowFromPublicNumbers) {
  const count_round<halves> by_rank{rank_budgets({{0, nats(0.5)}, {3, epsilon()}})};
  EXPECT_EQ(price_of(by_rank, held_number{2, 0}), nats(0.5));
  EXPECT_EQ(price_of(by_rank, held_number{2, 99}), nats(0.5)) << "whatever it holds";
  EXPECT_TRUE(price_of(by_rank, held_number{3, 99}).is_zero());
  const user_task_for<held_number> task = count_task<steps, held_number>();
  const byte_string announced = said(count_round<steps>{nats(0.25), {}});
  EXPECT_EQ(task.price({steps::asks, announced, nothing}, {1, 99}), nats(0.25));
}

TEST(CountRoundTest, NobodyAnswersWhoHasNothingToSayOrIsNotPaid) {
  const user_coins coins(repeated, 1);
  EXPECT_THROW(answer(count_round<steps>{nats(0.5), {7}}, held_number{1, 60}, {nothing, 0, coins}),
               invalid_parameter);
  EXPECT_THROW(answer(count_round<steps>{epsilon(), {7}}, held_number{1, 60}, {nothing, 1, coins}),
               invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
