// SPDX-License-Identifier: MIT
// Degrees told by their changes: what travels, what a user remembers, and, exactly, what all dates
// of a series tell of one contact.
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"

namespace edgeldp {
namespace {

history_budgets budgets_of(std::uint32_t most_changes, double first = 0.5, double changes = 1.5) {
  return {most_changes, epsilon::from_nats(first), epsilon::from_nats(changes)};
}

// --- messages

TEST(DegreeChangesTest, WhatWasToldTravelsInOneWay) {
  const std::vector<told_number> told{{1, 12}, {2, -3}, {5, 400}};
  const byte_string bytes = write_told(told);
  EXPECT_EQ(read_told(bytes, 5), told);
  EXPECT_THROW(read_told(bytes, 6), format_error) << "of another date";
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(read_told(std::span(bytes).first(size), 5), format_error) << size;
  EXPECT_THROW(read_told(write_told(std::vector<told_number>{{2, 1}, {3, 1}}), 3), format_error)
      << "without a first date";
  EXPECT_THROW(read_told(write_told(std::vector<told_number>{{1, 1}, {1, 1}}), 1), format_error) << "twice";
  EXPECT_THROW(read_told(write_told(std::vector<told_number>{{1, std::int64_t{1} << 49}}), 1), format_error);
}

TEST(DegreeChangesTest, ARoundIsReadAsItWasWritten) {
  const degree_change_round round{budgets_of(2), 7};
  byte_string said;
  round.write(said);
  const public_objects nothing;
  const degree_change_round read = degree_change_round::read(said, nothing);
  EXPECT_EQ(read.budgets, round.budgets);
  EXPECT_EQ(read.date, 7U);
  for (const degree_change_round& wrong :
       {degree_change_round{budgets_of(2), 1}, degree_change_round{budgets_of(0), 2},
        degree_change_round{{2, epsilon(), epsilon::from_nats(1.0)}, 2},
        degree_change_round{{2, epsilon::from_nats(1.0), epsilon()}, 2}}) {
    byte_string bytes;
    wrong.write(bytes);
    EXPECT_THROW(degree_change_round::read(bytes, nothing), format_error);
  }
}

/// The noise is what discrete_laplace draws at the reach of both histories, on the change alone.
TEST(DegreeChangesTest, AnAnswerIsTheChangeAndItsNoise) {
  const degree_change_round round{budgets_of(4), 3};
  const std::vector<told_number> told{{1, 20}};
  const coin_source coins = coin_source::simulated(11);
  for (const std::int64_t change : {-7, 0, 5}) {
    const byte_string said = answer(round, own_changes{6, change, told}, user_coins(coins, 6));
    const std::vector<told_number> read = read_told(said, 3);
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read.front(), told.front());
    const int128 noise = user_coins(coins, 6)({coin_purpose::degree, 3}, [](private_randomness& source) {
      return discrete_laplace(8, epsilon::from_nats(1.5))(source);
    });
    EXPECT_EQ(read.back().value, change + static_cast<std::int64_t>(noise));
  }
  EXPECT_THROW(answer(round, own_changes{6, 0, {}}, user_coins(coins, 6)), format_error);
  const std::vector<told_number> later{{1, 20}, {3, 0}};
  EXPECT_THROW(answer(round, own_changes{6, 0, later}, user_coins(coins, 6)), format_error) << "told already";
}

// --- what is remembered

using ids = std::vector<vertex_id>;

TEST(ToldContactsTest, StayAsTheyWereToldBehindTheLimit) {
  told_contacts told(std::span<const vertex_id>(ids{2, 5}));
  EXPECT_EQ(told.degree(), 2);
  told = told.next(ids{2, 9}, 1);  // 5 goes, 9 comes
  EXPECT_EQ(told.degree(), 2);
  told = told.next(ids{5}, 1);  // 2 goes; 5 and 9 stay as they were told
  EXPECT_EQ(told.degree(), 1);
  EXPECT_EQ(told, told.next(ids{5}, 1)) << "the same list changes nothing";
  EXPECT_EQ(told.next(ids{2, 5, 7}, 1).degree(), 2) << "who never changed still may";
}

TEST(ToldContactsTest, ADateThatWasMissedTellsTheDifference) {
  const told_contacts first(std::span<const vertex_id>(ids{1}));
  EXPECT_EQ(first.next(ids{1}, 2), first) << "what came and went in between was never told";
  EXPECT_EQ(first.next(ids{}, 2).next(ids{1}, 2).known().front(), (told_contact{1, 2, true}));
}

// --- what one contact loses, exactly

/// Histories of six dates: bit t - 1 says whether the contact is there on date t. Dates that are
/// answered: a set that has the first.
constexpr unsigned dates = 6;

/// What is told of a contact beside another one that stays, by the library: degrees, then changes.
std::vector<std::int64_t> told_of(unsigned history, unsigned answered, std::uint32_t most_changes) {
  const auto list_on = [&](unsigned t) { return (history >> t & 1U) != 0 ? ids{3, 8} : ids{8}; };
  told_contacts told{std::span<const vertex_id>(list_on(0))};
  std::vector<std::int64_t> said{told.degree()};
  for (unsigned t = 1; t < dates; ++t) {
    if ((answered >> t & 1U) == 0) continue;
    const told_contacts now = told.next(list_on(t), most_changes);
    said.push_back(now.degree() - told.degree());
    told = now;
  }
  return said;
}

/// The largest ln_2 P / P' of messages with noise of law 2^-|x| / 3, whose logarithms of ratios are
/// whole: the first date costs one bit, and all changes may cost reach() bits. Over all outcomes:
/// noise is independent, so that the largest sum is that of the largest terms, each over a support
/// that goes beyond both statistics.
std::int64_t bits_lost(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    std::int64_t largest = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t y = -6; y <= 8; ++y)
      largest = std::max(largest, std::abs(y - b[t]) - std::abs(y - a[t]));
    sum += largest;
  }
  return sum;
}

/// Over all pairs of histories, where these dates are answered.
std::int64_t most_bits(unsigned answered, std::uint32_t most_changes) {
  std::vector<std::vector<std::int64_t>> told;
  for (unsigned history = 0; history < 1U << dates; ++history)
    told.push_back(told_of(history, answered, most_changes));
  std::int64_t most = 0;
  for (const auto& a : told)
    for (const auto& b : told) most = std::max(most, bits_lost(a, b));
  return most;
}

TEST(HistoryBudgetsTest, EveryPairOfHistoriesLosesTheClaimAtMostAndSomePairsAllOfIt) {
  for (const std::uint32_t limit : {1U, 2U, 4U})
    for (unsigned answered = 1; answered < 1U << dates; answered += 2) {
      const auto later = static_cast<std::int64_t>(std::popcount(answered)) - 1;
      // In bits the first date costs 1 and a step of changes 1, so that the claim is exact.
      EXPECT_EQ(most_bits(answered, limit), 1 + 2 * std::min<std::int64_t>(later, limit))
          << "limit " << limit << ", dates " << answered;
    }
}

TEST(HistoryBudgetsTest, TheClaimIsWhatIsCharged) {
  const history_budgets b = budgets_of(4);
  EXPECT_EQ(b.loss_after(0), b.first);
  EXPECT_EQ(b.loss_after(4), b.total());
  EXPECT_EQ(b.loss_after(400), b.total());
  EXPECT_DOUBLE_EQ(b.loss_after(1).nats(), 0.5 + 1.5 / 4.0);
  EXPECT_DOUBLE_EQ(b.price_of_date().nats(), 1.5 / 4.0);
  const history_budgets uneven{3, epsilon::from_units(10), epsilon::from_units(100)};
  EXPECT_EQ(uneven.loss_after(1).units(), 10U + 34U) << "rounded up";
}

TEST(HistoryBudgetsTest, WithoutALimitEveryChangeCosts) {
  constexpr unsigned all = (1U << dates) - 1;
  for (const std::uint32_t limit : {1U, 2U, 4U})
    EXPECT_GT(most_bits(all, history_budgets::largest_limit), 1 + 2 * static_cast<std::int64_t>(limit));
}

/// A twin that sends its last message again where nothing has changed: the probability of messages
/// on three dates, in units of 3^-3, as exponents of 2 or impossible.
double repeating(const std::vector<std::int64_t>& told, const std::vector<std::int64_t>& said) {
  double p = std::exp2(-std::abs(static_cast<double>(said[0] - told[0])));
  for (std::size_t t = 1; t < told.size(); ++t)
    p *= told[t] == 0 && t > 1 ? (said[t] == said[t - 1] ? 1.0 : 0.0)
                               : std::exp2(-std::abs(static_cast<double>(said[t] - told[t])));
  return p;
}

TEST(HistoryBudgetsTest, AMessageThatIsSentAgainTellsThatNothingHasChanged) {
  constexpr unsigned answered = 7;
  double largest = 0.0;
  for (unsigned a = 0; a < 8; ++a)
    for (unsigned b = 0; b < 8; ++b)
      for (std::int64_t x = -2; x <= 3; ++x)
        for (std::int64_t y = -2; y <= 3; ++y)
          for (std::int64_t z = -2; z <= 3; ++z) {
            const double p = repeating(told_of(a, answered, 1), {x, y, z}),
                         other = repeating(told_of(b, answered, 1), {x, y, z});
            if (p > 0.0) largest = std::max(largest, p / other);
          }
  EXPECT_EQ(largest, INFINITY);
}

// --- what a limit leaves out

TEST(PredictLeftOutTest, IsWhatAContactThatComesAndGoesDoes) {
  EXPECT_DOUBLE_EQ(predict_left_out(budgets_of(1), 2, {}), 0.0) << "no contact has changed twice yet";
  EXPECT_DOUBLE_EQ(predict_left_out(budgets_of(2), 3, {}), 0.0);
  // Without returns a limit of 1 leaves out that newcomers go: the share t of those of date 2.
  EXPECT_NEAR(predict_left_out(budgets_of(1), 3, {.share = 0.01, .returning = 0.0}), 1e-4, 1e-12);
  EXPECT_EQ(predict_left_out(budgets_of(2), 12, {.share = 0.01, .returning = 0.0}), 0.0);
  EXPECT_DOUBLE_EQ(predict_left_out(budgets_of(1), 12, {.share = 0.0}), 0.0);
}

}  // namespace
}  // namespace edgeldp
