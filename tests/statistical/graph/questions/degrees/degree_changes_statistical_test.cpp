// SPDX-License-Identifier: MIT
// A year of degrees told by their changes, as people's programs and a collector play it: twelve
// dates, 1% of all edges end from date to date and as many begin, a fifth of which were there
// before; a tenth of the people miss each later date. One history, and the coins of many runs.
// Seeds are fixed. What is compared: 3 limits, 12 dates, 2 numbers, each mean at 5.73 standard
// errors (false alarm 1e-8 each), coverage of 95% intervals at 5.73 of its own (the same): 1e-6 in
// all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/population_simulation.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "support/night.hpp"
#include "support/statistics.hpp"

/// Of its own, since files are compiled together.
namespace edgeldp::a_year {
namespace {

constexpr std::uint32_t dates = 12;
constexpr vertex_id users = 2000;
constexpr count_type edges = 20000;
constexpr double share = 0.01, returning = 0.2, missing = 0.1;

using pair = std::pair<vertex_id, vertex_id>;
using lists = std::vector<std::vector<vertex_id>>;

lists lists_of(const std::vector<pair>& there) {
  lists all(users);
  for (const auto& [a, b] : there) {
    all[a].push_back(b);
    all[b].push_back(a);
  }
  for (auto& one : all) std::ranges::sort(one);
  return all;
}

/// Everybody's list on each date.
std::vector<lists> year(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const csr_graph g = generate_affiliation(users, edges, seed);
  std::vector<pair> there, gone;
  for (vertex_id u = 0; u < users; ++u)
    for (const vertex_id v : g.neighbors(u))
      if (u < v) there.emplace_back(u, v);
  std::set<pair> present(there.begin(), there.end());
  std::vector<lists> all{lists_of(there)};
  const auto take = [&](std::vector<pair>& from) {
    std::swap(from[random() % from.size()], from.back());
    const pair one = from.back();
    from.pop_back();
    return one;
  };
  for (std::uint32_t t = 1; t < dates; ++t) {
    const auto many = static_cast<std::size_t>(share * static_cast<double>(there.size()));
    const auto back = std::min(gone.size(), static_cast<std::size_t>(returning * static_cast<double>(many)));
    std::vector<pair> ended, begun;
    for (std::size_t i = 0; i < many; ++i) ended.push_back(take(there));
    for (const pair& p : ended) present.erase(p);
    for (std::size_t i = 0; i < back; ++i) begun.push_back(take(gone));
    present.insert(begun.begin(), begun.end());
    while (begun.size() < many) {
      const auto a = static_cast<vertex_id>(random() % users), b = static_cast<vertex_id>(random() % users);
      if (a < b && present.emplace(a, b).second) begun.emplace_back(a, b);
    }
    gone.insert(gone.end(), ended.begin(), ended.end());
    there.insert(there.end(), begun.begin(), begun.end());
    all.push_back(lists_of(there));
  }
  return all;
}

/// What users tell on a date without noise, who answers it, and what is true of those.
struct played_date {
  std::vector<bool> is_here;
  std::vector<std::int64_t> change;
  double true_edges = 0.0, told_edges = 0.0;    ///< half the degrees of who is here
  double true_change = 0.0, told_change = 0.0;  ///< of who was here on the date before, too
  double differing = 0.0;                       ///< contacts that are told otherwise than they are
};

std::vector<played_date> play_lists(const std::vector<lists>& all, std::uint32_t limit, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<told_contacts> told;
  std::vector<played_date> played(dates);
  for (std::uint32_t t = 0; t < dates; ++t) {
    played_date& on = played[t];
    for (vertex_id u = 0; u < users; ++u) {
      const std::vector<vertex_id>& list = all[t][u];
      if (t == 0) told.emplace_back(std::span<const vertex_id>(list));
      on.is_here.push_back(t == 0 || static_cast<double>(random() >> 11) * 0x1p-53 >= missing);
      on.change.push_back(0);
      if (!on.is_here[u]) continue;
      const told_contacts now = told[u].next(list, limit);
      on.change[u] = now.degree() - told[u].degree();
      told[u] = now;
      const auto truth = static_cast<double>(list.size());
      on.true_edges += 0.5 * truth;
      on.told_edges += 0.5 * static_cast<double>(now.degree());
      for (const told_contact& c : now.known())
        on.differing += c.is_there == std::ranges::binary_search(list, c.person) ? 0.0 : 1.0;
      if (t == 0 || !played[t - 1].is_here[u]) continue;
      on.true_change += 0.5 * (truth - static_cast<double>(all[t - 1][u].size()));
      on.told_change += 0.5 * static_cast<double>(on.change[u]);
    }
  }
  return played;
}

/// Messages that were made beforehand; empty of who is absent.
using messages = std::vector<byte_string>;

degrees_on_date release(const messages& said, const history_budgets& budgets, std::uint32_t date) {
  const simulated_task_on<messages> task(
      degree_change_round::asks,
      [](const call& asked, const messages& all, const coin_source&, message_sink& sink) {
        for_each_user(asked.who, [&](std::uint64_t number, vertex_id user) {
          if (!all[user].empty()) sink.put(number, all[user]);
        });
      });
  simulated_population<messages> people(said, users, coin_source::simulated(1), {task});
  account paid(budgets.total(), users);
  session s(people, paid, release_key{1});
  return release_degree_changes(s, budgets, date, users).degrees;
}

struct seen {
  double sum = 0.0, squares = 0.0, error = 0.0, bias = 0.0, hits = 0.0;
  std::uint64_t runs = 0;
  void add(const estimate& e, double truth) {
    sum += e.value;
    squares += (e.value - truth) * (e.value - truth);
    error += e.standard_error;
    bias += e.bias;
    hits += e.low() <= truth && truth <= e.high() ? 1.0 : 0.0;
    ++runs;
  }
  double mean() const { return sum / static_cast<double>(runs); }
  double rms() const { return std::sqrt(squares / static_cast<double>(runs)); }
  double predicted_error() const { return error / static_cast<double>(runs); }
  double predicted_bias() const { return bias / static_cast<double>(runs); }
  double coverage() const { return hits / static_cast<double>(runs); }
};

struct seen_dates {
  std::vector<seen> level{dates + 1}, change{dates + 1};
};

/// A number on the first date, and on the later ones all that was told before and a change.
void play_run(const std::vector<played_date>& played, const std::vector<std::int64_t>& first_degrees,
              const history_budgets& budgets, std::uint64_t run, seen_dates& into) {
  const coin_source coins = coin_source::simulated(run);
  std::vector<std::vector<told_number>> told(users);
  const discrete_laplace noise(1, budgets.first);
  for (vertex_id u = 0; u < users; ++u) {
    const auto drawn =
        user_coins(coins, u)(coin_purpose::degree, [&](private_randomness& c) { return noise(c); });
    told[u].push_back({1, first_degrees[u] + static_cast<std::int64_t>(drawn)});
  }
  for (std::uint32_t date = 2; date <= dates; ++date) {
    const played_date& on = played[date - 1];
    messages said(users);
    for (vertex_id u = 0; u < users; ++u) {
      if (!on.is_here[u]) continue;
      said[u] = answer(degree_change_round{budgets, date}, own_changes{u, on.change[u], told[u]},
                       user_coins(coins, u));
      told[u] = read_told(said[u], date);
    }
    const degrees_on_date found = release(said, budgets, date);
    const assumed_turnover assumed{share, returning};
    into.level[date].add(estimate_edges(found, assumed), on.true_edges);
    into.change[date].add(estimate_change_of_edges(found, assumed), on.true_change);
  }
}

void check(const seen& s, double told, const char* what, std::uint32_t date) {
  const auto runs = static_cast<double>(s.runs);
  EXPECT_LE(std::abs(s.mean() - told), test::significant_z * s.predicted_error() / std::sqrt(runs))
      << what << " of date " << date;
  EXPECT_GE(s.coverage(), 0.95 - test::significant_z * std::sqrt(0.05 * 0.95 / runs))
      << what << " of date " << date;
}

void play_limit(std::uint32_t limit, double first, double changes, std::uint64_t runs) {
  const history_budgets budgets{limit, epsilon::from_nats(first), epsilon::from_nats(changes)};
  const std::vector<lists> all = year(test::night_seed().value_or(20261129));
  const std::vector<played_date> played = play_lists(all, limit, 17);
  std::vector<std::int64_t> first_degrees;
  for (const auto& list : all[0]) first_degrees.push_back(static_cast<std::int64_t>(list.size()));
  seen_dates into;
  for (std::uint64_t run = 0; run < runs; ++run) play_run(played, first_degrees, budgets, run, into);
  std::printf(
      "limit %u, budgets %.3f + %.3f, %llu runs; by unit, by addition; level: error, predicted, told too "
      "high, predicted, coverage; change: true, error, predicted, coverage\n",
      limit, first, changes, static_cast<unsigned long long>(runs));
  for (std::uint32_t date = 2; date <= dates; ++date) {
    const played_date& on = played[date - 1];
    const seen &level = into.level[date], &change = into.change[date];
    check(level, on.told_edges, "level", date);
    check(change, on.told_change, "change", date);
    // What a limit leaves out is a sum of so many contacts, told too high or too low.
    EXPECT_LE(std::abs(on.told_edges - on.true_edges - level.predicted_bias()),
              test::significant_z * std::sqrt(on.differing + 1.0) + 0.001 * on.true_edges)
        << "limit " << limit << ", date " << date;
    std::printf("  %2u  %.3f %.3f  %6.1f %6.1f  %+6.1f %+6.1f  %.3f  %+5.1f %5.1f %5.1f  %.3f\n", date,
                budgets.loss_after(date - 1).nats(), first + (date - 1) * budgets.price_of_date().nats(),
                level.rms(), level.predicted_error(), on.told_edges - on.true_edges, level.predicted_bias(),
                level.coverage(), on.true_change, change.rms(), change.predicted_error(), change.coverage());
  }
}

TEST(DegreeChangesStatisticalTest, AYearIsUnbiasedButForTheLimitAndCovered) {
  play_limit(1, 0.526, 1.474, 60);
  play_limit(2, 0.367, 1.633, 60);
  play_limit(4, 0.248, 1.752, 60);
}

}  // namespace
}  // namespace edgeldp::a_year
