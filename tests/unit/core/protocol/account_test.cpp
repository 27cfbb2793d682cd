// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/account.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/budgets.hpp"

namespace edgeldp {
namespace {

constexpr round_kind degree_round{"degree", edge_use::both_endpoints},
    row_round{"edges", edge_use::one_endpoint}, label_round_kind{"label", edge_use::none};

std::uint64_t asks(const roster& who, vertex_id u) {
  for (std::uint64_t number = 0; number < who.size(); ++number)
    if (who.user(number) == u) return 1;
  return 0;
}

using test::nats;

TEST(RosterTest, NumbersUsersInTheOrderNamed) {
  const roster some = roster::of({4, 0, 2}, 5);
  EXPECT_EQ(some.size(), 3U);
  EXPECT_EQ(some.user(0), 4U);
  EXPECT_FALSE(some.is_everybody());
  const roster all = roster::everybody(5);
  EXPECT_EQ(all.size(), 5U);
  EXPECT_EQ(all.user(3), 3U);
  EXPECT_EQ(some.stride(0, 2).size(), 2U);
  EXPECT_EQ(some.stride(0, 2).user(1), 2U);
  EXPECT_EQ(all.stride(1, 3).user(1), 4U);
  EXPECT_EQ(all.stride(7, 3).size(), 0U);
  for (vertex_id u = 0; u < 7; ++u) {
    EXPECT_EQ(all.contains(u), u < 5);
    EXPECT_EQ(all.part(1, 3).contains(u), u == 1 || u == 2);
  }
}

/// Few or many, in order or not: all are numbered as they were named.
TEST(RosterTest, NumbersAreTheSameHoweverNamesAreHeld) {
  constexpr std::uint64_t users = 1000;
  std::vector<vertex_id> in_order;
  for (vertex_id u = 3; u < users; u += 1 + u % 5) in_order.push_back(u);
  std::vector<vertex_id> backwards(in_order.rbegin(), in_order.rend()),
      few(in_order.begin(), in_order.begin() + 9);
  for (const std::vector<vertex_id>& named : {in_order, backwards, few, {}}) {
    const roster all = roster::of(named, users);
    ASSERT_EQ(all.size(), named.size());
    for (const roster& some : {all, all.part(named.size() / 3, named.size() / 2)}) {
      std::uint64_t next = some.first_number();
      some.for_each([&](std::uint64_t number, vertex_id user) {
        ASSERT_EQ(number, next++);
        ASSERT_EQ(user, named[number]);
        ASSERT_EQ(user, all.user(number));
      });
      EXPECT_EQ(next, some.end_number());
      const auto members = std::span(named).subspan(some.first_number(), some.size());
      for (vertex_id u = 0; u < users; ++u)
        ASSERT_EQ(some.contains(u), std::ranges::find(members, u) != members.end()) << u;
    }
    EXPECT_EQ(all, roster::of(named, users));
    EXPECT_EQ(all.part(0, named.size() / 2), roster::of(named, users).part(0, named.size() / 2));
    if (!named.empty()) {
      EXPECT_NE(all, all.part(0, named.size() - 1));
    }
  }
  EXPECT_NE(roster::of(in_order, users), roster::of(backwards, users));
  EXPECT_NE(roster::of(in_order, users), roster::of(in_order, users + 1));
  std::vector<vertex_id> longer = in_order;
  longer.push_back(users - 1);
  EXPECT_EQ(roster::of(in_order, users).part(0, 70), roster::of(longer, users).part(0, 70));
  std::vector<vertex_id> everybody(200);
  std::iota(everybody.begin(), everybody.end(), vertex_id{0});
  EXPECT_EQ(roster::of(everybody, 200), roster::everybody(200));
  EXPECT_FALSE(roster::of(everybody, 200).is_everybody());
}

TEST(RosterTest, RefusesStrangersAndRepeats) {
  EXPECT_THROW(roster::of({0, 5}, 5), invalid_parameter);
  EXPECT_THROW(roster::of({1, 2, 1}, 5), invalid_parameter);
  EXPECT_THROW(roster::everybody(5).stride(0, 0), invalid_parameter);
}

TEST(AccountTest, EverybodyPaysAsOneLedgerDoes) {
  account a(nats(2.0), 10);
  ledger l(nats(2.0));
  const roster all = roster::everybody(10);
  a.spend(degree_round, {nats(0.25), all});
  l.spend("degree", nats(0.25), edge_use::both_endpoints);
  a.spend(row_round, {nats(0.5), all});
  l.spend("edges", nats(0.5));
  a.spend(label_round_kind, {nats(0.125), all});
  l.spend("label", nats(0.125), edge_use::none);
  EXPECT_EQ(a.spent(), l.spent());
  EXPECT_EQ(a.edge_ldp(), l.edge_ldp());
  EXPECT_EQ(a.relationship_dp(), l.relationship_dp());
  EXPECT_EQ(a.remaining(all), l.remaining());
  EXPECT_EQ(a.of(3).spent(), l.spent());
  EXPECT_EQ(a.of(3, 1).spent(), nats(0.625));
}

// Two roles: the first two users pay 1 for rows, the next two 1.5 for counts, the others nothing of
// both.
TEST(AccountTest, AUsersTotalIsWhatItWasAskedFor) {
  account a(nats(2.0), 6);
  const roster first = roster::of({0, 1}, 6), second = roster::of({2, 3}, 6);
  a.spend(degree_round, {nats(0.25), roster::everybody(6)});
  a.spend(row_round, {nats(1.0), first});
  a.spend(round_kind{"count", edge_use::both_endpoints}, {nats(1.5), second});
  EXPECT_EQ(a.spent(), nats(1.75));
  EXPECT_EQ(a.remaining(first), nats(0.75));
  EXPECT_EQ(a.remaining(second), nats(0.25));
  EXPECT_EQ(a.remaining(roster::of({5}, 6)), nats(1.75));
  EXPECT_EQ(a.remaining(roster::everybody(6)), nats(0.25));
  EXPECT_EQ(a.edge_ldp(), nats(1.75));
  // An edge between two of the second role: both degrees and both counts.
  EXPECT_EQ(a.relationship_dp(), nats(3.5));
  EXPECT_EQ(a.of(1).spent(), nats(1.25));
  EXPECT_EQ(a.of(5).spent(), nats(0.25));
}

TEST(AccountTest, APairOfRolesIsCountedAsOnePair) {
  account a(nats(4.0), 2);
  a.spend(row_round, {nats(1.0), roster::of({0}, 2)});
  a.spend(round_kind{"count", edge_use::both_endpoints}, {nats(0.5), roster::of({1}, 2)});
  EXPECT_EQ(a.relationship_dp(), nats(1.5)) << "there is no second user of either role";
  a.spend(round_kind{"more", edge_use::one_endpoint}, {nats(0.25), roster::everybody(2)});
  EXPECT_EQ(a.relationship_dp(), nats(1.75)) << "one of both endpoints uses the edge";
}

TEST(AccountTest, EqualNamesAreOneRoundOfTheLargerUse) {
  account a(nats(4.0), 4);
  a.spend(round_kind{"count", edge_use::none}, {nats(0.5), roster::everybody(4)});
  a.spend(round_kind{"count", edge_use::both_endpoints}, {nats(1.0), roster::everybody(4)});
  EXPECT_EQ(a.relationship_dp(), nats(2.0));
  EXPECT_EQ(a.of(0).edge_ldp(), nats(1.5)) << "no less than the account's";
  EXPECT_EQ(a.of(0).relationship_dp(), nats(3.0));
  EXPECT_THROW(a.of(4), invalid_parameter);
  EXPECT_THROW(a.remaining(roster::everybody(5)), invalid_parameter);
}

// Against the definition, over all pairs of users.
TEST(AccountTest, TheLossOfAnEdgeIsTheLargestOverPairs) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 40; ++trial) {
    constexpr vertex_id users = 9;
    account a(nats(64.0), users);
    for (int round = 0; round < 6; ++round) {
      std::vector<vertex_id> some;
      for (vertex_id u = 0; u < users; ++u)
        if (random() % 3 == 0) some.push_back(u);
      const round_kind kind{"round", static_cast<edge_use>(random() % 3)};
      const roster who = random() % 4 == 0 ? roster::everybody(users) : roster::of(some, users);
      a.spend(kind, {nats(0.25 * static_cast<double>(1 + random() % 7)), who});
    }
    std::uint64_t pair = 0, single = 0;
    for (vertex_id u = 0; u < users; ++u) {
      std::uint64_t own = 0;
      for (const account::entry& e : a.entries())
        own += e.edges != edge_use::none && asks(e.paid.who, u) ? e.paid.each.units() : 0;
      single = std::max(single, own);
      for (vertex_id v = 0; v < u; ++v) {
        std::uint64_t both = 0;
        for (const account::entry& e : a.entries())
          both += e.paid.each.units() * std::min<std::uint64_t>(static_cast<std::uint64_t>(e.edges),
                                                                asks(e.paid.who, u) + asks(e.paid.who, v));
        pair = std::max(pair, both);
      }
    }
    EXPECT_EQ(a.relationship_dp().units(), pair) << trial;
    EXPECT_EQ(a.edge_ldp().units(), single) << trial;
  }
}

// By the definition: of rounds of one order the endpoint that is later in it pays for all,
// whichever it is; in another order it may be the other one.
TEST(AccountTest, InRoundsOfOneOrderTheSameEndpointPaysForAll) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 40; ++trial) {
    constexpr vertex_id users = 8;
    account a(nats(64.0), users);
    a.spend(degree_round, {nats(0.125), roster::everybody(users)});
    std::array<std::array<std::uint64_t, users>, 2> by_user{};
    for (int round = 0; round < 5; ++round) {
      const std::size_t order = round < 3 ? 0 : 1;
      const vertex_id cut = 1 + static_cast<vertex_id>(random() % (users - 1));
      std::vector<vertex_id> early, late;
      for (vertex_id u = 0; u < users; ++u) (u < cut ? early : late).push_back(u);
      const std::array paid{
          charge{nats(0.25 * static_cast<double>(1 + random() % 7)), roster::of(early, users)},
          charge{nats(0.25 * static_cast<double>(1 + random() % 7)), roster::of(late, users)}};
      a.spend(row_round, paid, endpoint::later, order + 1);
      for (vertex_id u = 0; u < users; ++u) by_user[order][u] += paid[u < cut ? 0 : 1].each.units();
    }
    std::uint64_t largest = 0, pair = 0;
    for (vertex_id u = 0; u < users; ++u) {
      largest = std::max(largest, by_user[0][u] + by_user[1][u]);
      for (vertex_id v = 0; v < u; ++v)
        pair =
            std::max(pair, std::max(by_user[0][u], by_user[0][v]) + std::max(by_user[1][u], by_user[1][v]));
    }
    EXPECT_EQ(a.relationship_dp().units(), 2 * nats(0.125).units() + pair) << trial;
    EXPECT_EQ(a.edge_ldp().units(), nats(0.125).units() + largest) << trial;
    EXPECT_EQ(a.spent().units(), nats(0.125).units() + largest) << trial;
  }
}

/// A round of a random account: of whom it asks, and of which half of their lists in which order.
struct asked_round {
  epsilon each;
  std::vector<bool> asks;
  edge_use edges;
  endpoint answers;
  std::uint64_t order;
};

/// What a bit of user u lost that is in these halves, an order a half.
std::uint64_t loss_of_bit(std::span<const asked_round> rounds, vertex_id u,
                          std::span<const endpoint> half_in) {
  std::uint64_t units = 0;
  for (const asked_round& r : rounds)
    if (r.asks[u] && (r.order == 0 || half_in[r.order - 1] == r.answers)) units += r.each.units();
  return units;
}

// By the definition, bit by bit: all ways in which the orders may put the other user before or
// after. What exceeds the ceiling for any bit is refused, and nothing else is.
TEST(AccountTest, EitherHalfOfAListPaysApart) {
  std::mt19937 random(17);
  constexpr vertex_id users = 6;
  constexpr std::uint64_t orders = 2;
  std::uint64_t refused = 0, most_by_sum = 0, most_by_bit = 0;
  for (int trial = 0; trial < 60; ++trial) {
    account a(nats(1.0), users);
    std::vector<asked_round> taken;
    const auto largest = [&](std::span<const asked_round> rounds, bool of_pairs) {
      std::uint64_t most = 0;
      for (unsigned ways = 0; ways < 1U << orders; ++ways) {
        std::array<endpoint, orders> half{}, other{};
        for (unsigned o = 0; o < orders; ++o) {
          half[o] = (ways >> o & 1) != 0 ? endpoint::later : endpoint::earlier;
          other[o] = (ways >> o & 1) != 0 ? endpoint::earlier : endpoint::later;
        }
        for (vertex_id u = 0; u < users; ++u) {
          const std::uint64_t own = loss_of_bit(rounds, u, half);
          if (!of_pairs) most = std::max(most, own);
          for (vertex_id v = 0; of_pairs && v < users; ++v)
            if (v != u) most = std::max(most, own + loss_of_bit(rounds, v, other));
        }
      }
      return most;
    };
    for (int round = 0; round < 9; ++round) {
      asked_round r{nats(0.125 * static_cast<double>(1 + random() % 4)), std::vector<bool>(users),
                    edge_use::both_endpoints, endpoint::unknown, random() % (orders + 1)};
      if (r.order != 0) {
        r.edges = edge_use::one_endpoint;
        r.answers = random() % 2 == 0 ? endpoint::later : endpoint::earlier;
      }
      std::vector<vertex_id> some;
      for (vertex_id u = 0; u < users; ++u)
        if (random() % 3 != 0) some.push_back(u);
      const roster who = random() % 3 == 0 ? roster::everybody(users) : roster::of(some, users);
      who.for_each([&](std::uint64_t, vertex_id u) { r.asks[u] = true; });
      std::vector<asked_round> with = taken;
      with.push_back(r);
      const std::array paid{charge{r.each, who}};
      if (largest(with, false) > a.ceiling().units()) {
        ++refused;
        EXPECT_THROW(a.spend({"round", r.edges}, paid, r.answers, r.order), invalid_parameter);
        continue;
      }
      EXPECT_GE(a.remaining(who, r.answers, r.order), r.each);
      a.spend({"round", r.edges}, paid, r.answers, r.order);
      taken = std::move(with);
    }
    EXPECT_EQ(a.spent().units(), largest(taken, false)) << trial;
    EXPECT_EQ(a.edge_ldp().units(), largest(taken, false)) << trial;
    EXPECT_EQ(a.relationship_dp().units(), largest(taken, true)) << trial;
    EXPECT_EQ(a.of(a.who_paid_most()).spent(), a.spent()) << trial;
    std::uint64_t sum = 0;
    for (const asked_round& r : taken) sum += r.asks[0] ? r.each.units() : 0;
    most_by_sum = std::max(most_by_sum, sum);
    most_by_bit = std::max(most_by_bit, a.of(0).spent().units());
  }
  EXPECT_GT(refused, 20U);
  EXPECT_GT(most_by_sum, most_by_bit) << "halves never mattered";
}

TEST(AccountTest, AHalfNeedsAnOrderAndOneEndpoint) {
  account a(nats(4.0), 3);
  const std::array paid{charge{nats(1.0), roster::everybody(3)}};
  EXPECT_THROW(a.spend(row_round, paid, endpoint::earlier, 0), invalid_parameter);
  EXPECT_THROW(a.spend(row_round, paid, endpoint::unknown, 1), invalid_parameter);
  EXPECT_THROW(a.spend(degree_round, paid, endpoint::later, 1), invalid_parameter);
  EXPECT_THROW(a.spend(label_round_kind, paid, endpoint::later, 1), invalid_parameter);
  EXPECT_TRUE(a.entries().empty());
}

// Bit by bit, over all pairs: the earlier user pays what a bit about the later one costs.
TEST(AccountTest, AnAnswerMayCostByWhomItIsAbout) {
  std::mt19937 random(23);
  constexpr vertex_id users = 5;
  for (int trial = 0; trial < 60; ++trial) {
    account a(nats(3.0), users);
    const roster all = roster::everybody(users);
    std::vector<epsilon> about(users), counted(users);
    std::vector<bool> asked(users);
    std::vector<charge> prices, counts;
    for (vertex_id u = 0; u < users; ++u) {
      about[u] = nats(0.125 * static_cast<double>(1 + random() % 8));
      counted[u] = nats(0.125 * static_cast<double>(1 + random() % 8));
      asked[u] = random() % 4 != 0;
      prices.push_back({about[u], roster::of({u}, users)});
      counts.push_back({counted[u], roster::of({u}, users)});
    }
    if (random() % 3 == 0) {  // one price of all
      about.assign(users, nats(0.5));
      prices = {{nats(0.5), all}};
    }
    std::vector<vertex_id> some;
    for (vertex_id u = 0; u < users; ++u)
      if (asked[u]) some.push_back(u);
    if (some.empty()) continue;
    const roster who = roster::of(some, users);
    const epsilon dearest = *std::ranges::max_element(about);
    a.spend({"size", edge_use::one_endpoint}, counts, endpoint::later, 1);
    a.spend_about(row_round, {dearest, who}, prices, 1);
    std::uint64_t of_bit = 0, of_pair = 0;
    for (vertex_id u = 0; u < users; ++u) {
      of_bit = std::max({of_bit, counted[u].units(), asked[u] ? dearest.units() : 0});
      for (vertex_id v = 0; v < users; ++v)  // the later one
        if (u != v) of_pair = std::max(of_pair, (asked[u] ? about[v].units() : 0) + counted[v].units());
    }
    EXPECT_EQ(a.edge_ldp().units(), of_bit) << trial;
    EXPECT_EQ(a.spent().units(), of_bit) << trial;
    EXPECT_EQ(a.relationship_dp().units(), of_pair) << trial;
    EXPECT_EQ(a.part(0, a.entries().size()).relationship_dp().units(), of_pair) << trial;
  }
}

TEST(AccountTest, PricesByWhomABitIsAboutNameEverybodyAndTheDearest) {
  account a(nats(1.0), 3);
  const roster all = roster::everybody(3);
  const std::vector<charge> both{{nats(0.25), roster::of({0}, 3)}, {nats(0.5), roster::of({1, 2}, 3)}};
  EXPECT_THROW(a.spend_about(row_round, {nats(0.25), all}, both, 1), invalid_parameter);
  EXPECT_THROW(a.spend_about(row_round, {nats(0.5), all}, std::span(both).first(1), 1), invalid_parameter);
  EXPECT_THROW(a.spend_about(row_round, {nats(0.5), all}, {}, 1), invalid_parameter);
  EXPECT_THROW(a.spend_about(row_round, {nats(0.5), all}, both, 0), invalid_parameter);
  EXPECT_TRUE(a.entries().empty());
  a.spend_about(row_round, {nats(0.5), all}, both, 1);
  a.spend_about(row_round, {nats(0.5), all}, both, 2);
  EXPECT_THROW(a.spend_about(row_round, {nats(0.5), all}, both, 3), invalid_parameter)
      << "beyond the ceiling";
}

// Rows at the earlier end, sizes and counts at the later one: what "edge-LDP with epsilon 1" of a
// relationship of 2 is.
TEST(AccountTest, RowsAtTheOneEndLeaveTheOtherItsBudget) {
  account a(nats(1.0), 4);
  const roster all = roster::everybody(4);
  a.spend(degree_round, {nats(0.125), all});
  a.spend({"size", edge_use::one_endpoint}, std::array{charge{nats(0.25), all}}, endpoint::later, 1);
  a.spend(row_round, std::array{charge{nats(0.875), all}}, endpoint::earlier, 1);
  a.spend({"count", edge_use::one_endpoint}, std::array{charge{nats(0.625), all}}, endpoint::later, 1);
  EXPECT_EQ(a.spent(), nats(1.0));
  EXPECT_EQ(a.edge_ldp(), nats(1.0));
  EXPECT_EQ(a.relationship_dp(), nats(2.0));
  EXPECT_TRUE(a.remaining(all).is_zero());
  // Told by another order than the rows, counts are of the same bits as rows may be.
  account reversed(nats(2.0), 4);
  reversed.spend(row_round, std::array{charge{nats(0.875), all}}, endpoint::earlier, 1);
  reversed.spend({"count", edge_use::one_endpoint}, std::array{charge{nats(0.625), all}}, endpoint::later, 2);
  EXPECT_EQ(reversed.edge_ldp(), nats(1.5));
}

TEST(AccountTest, ThousandsOfRostersAreNotThousandsSquared) {
  constexpr vertex_id users = 20'000;
  account a(nats(64.0), users);
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    std::vector<vertex_id> some;
    for (vertex_id u = 0; u < users; ++u)
      if (random() % 2 == 0) some.push_back(u);
    a.spend(round_kind{"round", edge_use::both_endpoints}, {nats(1.0), roster::of(some, users)});
  }
  EXPECT_GT(a.relationship_dp(), nats(40.0));
}

TEST(AccountTest, WhatUsersPaidIsTheSumOfWhatTheyWereAsked) {
  constexpr std::uint64_t users = 300;
  account a(nats(64.0), users);
  std::vector<std::uint64_t> paid(users);
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    std::vector<vertex_id> some;
    for (vertex_id u = 0; u < users; ++u)
      if (random() % 3 == 0) some.push_back(u);
    const roster who = round % 5 == 0 ? roster::everybody(users) : roster::of(some, users);
    const epsilon each = nats(0.25 * (1 + round % 3));
    a.spend(round_kind{"round", edge_use::one_endpoint}, {each, who});
    who.for_each([&](std::uint64_t, vertex_id user) { paid[user] += each.units(); });
    EXPECT_EQ(a.spent().units(), *std::ranges::max_element(paid));
    for (const vertex_id user : {0U, 17U, 299U})
      EXPECT_EQ(a.remaining(roster::of({user}, users)).units(), a.ceiling().units() - paid[user]);
  }
}

TEST(AccountTest, APartHasItsOwnEntriesAlone) {
  account a(nats(8.0), 3);
  a.spend(row_round, {nats(1.0), roster::of({1}, 3)});
  a.spend(row_round, {nats(2.0), roster::everybody(3)});
  a.spend(row_round, {nats(3.0), roster::of({1, 2}, 3)});
  const account part = a.part(1, 3);
  EXPECT_TRUE(std::ranges::equal(part.entries(), a.entries().subspan(1)));
  EXPECT_EQ(part.spent(), nats(5.0));
  EXPECT_EQ(part.remaining(roster::of({0}, 3)), nats(6.0));
  EXPECT_EQ(a.part(1, 1).spent(), epsilon());
  EXPECT_THROW(a.part(2, 1), invalid_parameter);
  EXPECT_THROW(a.part(0, 4), invalid_parameter);
}

TEST(AccountTest, NobodyPaysBeyondTheCeilingAndRefusalsLeaveNothing) {
  account a(nats(1.0), 3);
  a.spend(row_round, {nats(0.75), roster::of({1}, 3)});
  EXPECT_THROW(a.spend(row_round, {nats(0.5), roster::everybody(3)}), invalid_parameter);
  EXPECT_THROW(a.spend(row_round, {nats(0.5), roster::of({0, 1}, 3)}), invalid_parameter);
  EXPECT_THROW(a.spend(row_round, {epsilon(), roster::everybody(3)}), invalid_parameter);
  EXPECT_THROW(a.spend(row_round, {nats(0.1), roster::everybody(4)}), invalid_parameter);
  EXPECT_EQ(a.entries().size(), 1U);
  EXPECT_EQ(a.spent(), nats(0.75));
  a.spend(row_round, {nats(1.0), roster::of({0}, 3)});  // others than user 1 paid nothing yet
  EXPECT_EQ(a.spent(), nats(1.0));
  EXPECT_THROW(account(epsilon(), 3), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
