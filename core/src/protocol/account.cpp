// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/account.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Calls f(roster, units) for all who pay for an entry but everybody, and then, where a bit costs
/// by whom it is about, for all whom it may be about.
template <class F>
void for_each_roster(const account::entry& e, F&& f) {
  if (!e.paid.who.is_everybody()) f(e.paid.who, e.about.empty() ? e.paid.each.units() : 0);
  for (const charge& c : e.about)
    if (!c.who.is_everybody()) f(c.who, c.each.units());
}

std::string nats_of(std::uint64_t units) {
  return std::to_string(epsilon::from_units(units).nats());
}

}  // namespace

account::account(epsilon ceiling, std::uint64_t users) : m_ceiling(ceiling), m_users(users) {
  if (ceiling.is_zero()) throw invalid_parameter("total epsilon = 0: must be positive");
}

void account::spend(const round_kind& kind, std::span<const charge> paid, endpoint answers,
                    std::uint64_t order) {
  std::vector<entry> entries;
  for (const charge& c : paid) entries.push_back({std::string(kind.name), kind.edges, c, answers, order});
  for (const entry& e : entries) require_payable(e);
  for (entry& e : entries) enter(std::move(e));
}

void account::spend_about(const round_kind& kind, const charge& paid, std::span<const charge> about,
                          std::uint64_t order) {
  entry wanted{std::string(kind.name), kind.edges, paid,
               endpoint::earlier,      order,      {about.begin(), about.end()}};
  const auto most = ranges::max_element(about, {}, &charge::each);
  if (most == about.end() || most->each != paid.each || asked_by(about).size() != m_users)
    throw invalid_parameter("round '" + wanted.round +
                            "' costs by whom a bit is about: its price is the largest of these");
  require_payable(wanted);
  enter(std::move(wanted));
}

void account::require_payable(const entry& wanted) const {
  const auto& [name, edges, paid, answers, order, about] = wanted;
  if (paid.each.is_zero()) throw invalid_parameter("share of round '" + name + "' is 0: must be positive");
  if (paid.who.users() != m_users)
    throw invalid_parameter("round '" + name + "' asks some of " + std::to_string(paid.who.users()) +
                            " users, the account has " + std::to_string(m_users));
  if ((answers == endpoint::unknown) != (order == 0) ||
      (answers != endpoint::unknown && edges != edge_use::one_endpoint))
    throw invalid_parameter("round '" + name + "' is of half a list: one endpoint answers, in an order");
  const epsilon left = remaining(paid.who, answers, order);
  if (paid.each > left)
    throw invalid_parameter("round '" + name + "' asks for epsilon " + std::to_string(paid.each.nats()) +
                            ", only " + std::to_string(left.nats()) + " of " + nats_of(m_ceiling.units()) +
                            " remains");
}

std::uint32_t account::number_of_sum(const paid_sum& sum) {
  const auto [at, is_new] = m_numbers.try_emplace(sum, static_cast<std::uint32_t>(m_sums.size()));
  if (is_new) m_sums.push_back(sum);
  return at->second;
}

void account::enter(entry paid) {
  // Rounds ask the same users again and again: one list of them is enough.
  const auto same = ranges::find(m_entries, paid.paid.who, [](const entry& e) { return e.paid.who; });
  if (same != m_entries.end()) paid.paid.who = same->paid.who;
  paid_sum more;
  more.add(paid.paid.each.units(), paid.answers, paid.order);
  const roster who = paid.paid.who;
  // What may throw comes first.
  sparse_array<std::uint32_t>::writer sum_of(m_sum_of);
  std::vector<std::uint32_t> sum_after(m_sums.size());  // 0: nobody who is asked paid this sum
  if (!who.is_everybody())
    who.for_each([&](std::uint64_t, vertex_id user) {
      const std::uint32_t before = sum_of[user];
      if (sum_after[before] == 0) sum_after[before] = number_of_sum(m_sums[before] + more);
    });
  m_entries.push_back(std::move(paid));
  if (who.is_everybody()) {
    m_by_everybody = m_by_everybody + more;
    return;
  }
  who.for_each([&](std::uint64_t, vertex_id user) {
    std::uint32_t& sum = sum_of[user];
    sum = sum_after[sum];
  });
}

void account::tell_openly(const std::string& reason) {
  if (ranges::find(m_flaws, reason) == m_flaws.end()) m_flaws.push_back(reason);
}

void account::declare_public(const std::string& what) {
  if (ranges::find(m_declared, what) == m_declared.end()) m_declared.push_back(what);
}

epsilon account::remaining(const roster& who, endpoint answers, std::uint64_t order) const {
  if (who.users() != m_users)
    throw invalid_parameter("a roster of " + std::to_string(who.users()) + " users for an account of " +
                            std::to_string(m_users));
  // A sum that nobody has any more, and none at all, is at most one that somebody has.
  std::vector<bool> is_held(m_sums.size(), who.is_everybody());
  if (!who.is_everybody()) {
    is_held[0] = true;
    sparse_array<std::uint32_t>::reader sum_of(m_sum_of);
    who.for_each([&](std::uint64_t, vertex_id user) { is_held[sum_of.at(user)] = true; });
  }
  std::uint64_t least = m_ceiling.units();
  for (std::size_t i = 0; i < m_sums.size(); ++i)
    if (is_held[i])
      least = std::min(least, (m_by_everybody + m_sums[i]).room(m_ceiling.units(), answers, order));
  return epsilon::from_units(least);
}

epsilon account::spent() const noexcept {
  std::uint64_t most = 0;
  for (const paid_sum& own : m_sums) most = std::max(most, (m_by_everybody + own).most());
  return epsilon::from_units(most);
}

// Every entry with a roster divides the classes that there are into who was asked and who was not.
std::vector<account::user_class> account::classes() const {
  std::vector<user_class> all = {{{}, m_users}};
  sparse_array<std::uint32_t> class_of_user;
  sparse_array<std::uint32_t>::writer class_of(class_of_user);
  std::size_t some = 0;
  const auto divide = [&](const roster& who, std::uint64_t) {
    std::vector<std::uint32_t> asked(all.size());  // of each class those who are; 0: none of it
    who.for_each([&](std::uint64_t, vertex_id user) {
      std::uint32_t& at = class_of[user];
      if (asked[at] == 0) {
        asked[at] = static_cast<std::uint32_t>(all.size());
        all.push_back({all[at].member});
        all.back().member.resize(some + 1);
        all.back().member[some] = true;
      }
      if (--all[at].users == 0) all[at].member = {};
      at = asked[at];
      ++all[at].users;
    });
    ++some;
  };
  for (const entry& e : m_entries) for_each_roster(e, divide);
  std::erase_if(all, [](const user_class& c) { return c.users == 0; });
  for (user_class& c : all) {
    c.member.resize(some);
    std::size_t at = 0;
    for (const entry& e : m_entries)
      for_each_roster(e, [&](const roster&, std::uint64_t units) {
        if (c.member[at++] && e.edges != edge_use::none) c.share += units;
      });
  }
  return all;
}

epsilon account::edge_ldp() const {
  std::uint64_t most = 0;
  for (const user_class& c : classes()) {
    paid_sum of_bit;
    std::size_t some = 0;
    for (const entry& e : m_entries) {
      const bool pays = e.paid.who.is_everybody() || c.member[some];
      for_each_roster(e, [&](const roster&, std::uint64_t) { ++some; });
      if (pays && e.edges != edge_use::none) of_bit.add(e.paid.each.units(), e.answers, e.order);
    }
    most = std::max(most, of_bit.most());
  }
  return epsilon::from_units(most);
}

// A round that one endpoint answers costs an edge once if either endpoint was asked; in an order
// the one answers as the later and the other as the earlier endpoint.
std::uint64_t account::cost_of_edge(const user_class& a, const user_class& b) const {
  std::uint64_t units = 0;
  std::map<std::uint64_t, std::array<std::uint64_t, 2>> of_order;  // where a, where b is the later
  std::size_t some = 0;
  for (const entry& e : m_entries) {
    std::uint64_t by_a = 1, by_b = 1;
    if (!e.paid.who.is_everybody()) {
      by_a = a.member[some];
      by_b = b.member[some];
      ++some;
    }
    const std::uint64_t each = e.paid.each.units();
    if (!e.about.empty()) {
      std::uint64_t about_a = 0, about_b = 0;
      for (const charge& c : e.about) {
        const bool is_everybody = c.who.is_everybody();
        if (is_everybody || a.member[some]) about_a += c.each.units();
        if (is_everybody || b.member[some]) about_b += c.each.units();
        some += is_everybody ? 0 : 1;
      }
      of_order[e.order][0] += by_b * about_a;
      of_order[e.order][1] += by_a * about_b;
      continue;
    }
    if (e.order != 0) {
      const bool is_of_later = e.answers == endpoint::later;
      of_order[e.order][0] += each * (is_of_later ? by_a : by_b);
      of_order[e.order][1] += each * (is_of_later ? by_b : by_a);
    } else {
      units += each * std::min(by_a + by_b, static_cast<std::uint64_t>(e.edges));
    }
  }
  for (const auto& [order, either] : of_order) units += std::max(either[0], either[1]);
  return units;
}

epsilon account::relationship_dp() const {
  std::uint64_t by_everybody = 0;
  for (const entry& e : m_entries)
    if (e.paid.who.is_everybody() && (e.about.empty() || e.about.front().who.is_everybody()))
      by_everybody += e.paid.each.units() * static_cast<std::uint64_t>(e.edges);
  std::vector<user_class> all = classes();
  ranges::sort(all, ranges::greater(), &user_class::share);
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Shares fall: neither this class nor a later one can lose more with a later one.
    if (i > 0 && by_everybody + 2 * all[i].share <= most &&
        by_everybody + all[0].share + all[i].share <= most)
      break;
    if (all[i].users > 1 || m_users < 2) most = std::max(most, cost_of_edge(all[i], all[i]));
    for (std::size_t j = 0; j < i && by_everybody + all[i].share + all[j].share > most; ++j)
      most = std::max(most, cost_of_edge(all[i], all[j]));
  }
  return epsilon::from_units(most);
}

ledger account::of(vertex_id user, std::size_t first) const {
  if (user >= m_users)
    throw invalid_parameter("user " + std::to_string(user) + " of an account of " + std::to_string(m_users));
  std::vector<ledger::entry> rounds;
  for (std::size_t i = first; i < m_entries.size(); ++i) {
    const entry& e = m_entries[i];
    if (!e.paid.who.contains(user)) continue;
    const auto at = ranges::find_if(rounds, [&](const ledger::entry& r) {
      return r.round == e.round && r.answers == e.answers && r.order == e.order;
    });
    if (at == rounds.end()) {
      rounds.push_back({e.round, e.paid.each, e.edges, e.answers, e.order});
      continue;
    }
    at->spent = epsilon::from_units(at->spent.units() + e.paid.each.units());
    at->use = std::max(at->use, e.edges);
  }
  ledger own(m_ceiling);
  for (const ledger::entry& e : rounds) own.spend(e);
  return own;
}

vertex_id account::who_paid_most() const {
  const std::uint64_t most = spent().units();
  sparse_array<std::uint32_t>::reader sum_of(m_sum_of);
  vertex_id user = 0;
  while ((m_by_everybody + m_sums[sum_of.at(user)]).most() < most) ++user;
  return user;
}

account account::part(std::size_t first, std::size_t last) const {
  if (first > last || last > m_entries.size())
    throw invalid_parameter("no entries " + std::to_string(first) + " to " + std::to_string(last) +
                            " in an account of " + std::to_string(m_entries.size()));
  account some(m_ceiling, m_users);
  for (std::size_t i = first; i < last; ++i) some.enter(m_entries[i]);
  return some;
}

}  // namespace edgeldp
