// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/account.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

std::string nats_of(std::uint64_t units) {
  return std::to_string(epsilon::from_units(units).nats());
}

}  // namespace

account::account(epsilon ceiling, std::uint64_t users) : m_ceiling(ceiling), m_users(users) {
  if (ceiling.is_zero()) throw invalid_parameter("total epsilon = 0: must be positive");
}

void account::spend(const round_kind& kind, std::span<const charge> paid, std::uint64_t order) {
  for (const charge& c : paid) require_payable(kind.name, c);
  for (const charge& c : paid) enter({std::string(kind.name), kind.edges, c, order});
}

void account::require_payable(std::string_view round, const charge& paid) const {
  const std::string name(round);
  if (paid.each.is_zero()) throw invalid_parameter("share of round '" + name + "' is 0: must be positive");
  if (paid.who.users() != m_users)
    throw invalid_parameter("round '" + name + "' asks some of " + std::to_string(paid.who.users()) +
                            " users, the account has " + std::to_string(m_users));
  const epsilon left = remaining(paid.who);
  if (paid.each > left)
    throw invalid_parameter("round '" + name + "' asks for epsilon " + std::to_string(paid.each.nats()) +
                            ", only " + std::to_string(left.nats()) + " of " + nats_of(m_ceiling.units()) +
                            " remains");
}

std::uint32_t account::number_of_sum(std::uint64_t units) {
  const auto [at, is_new] = m_numbers.try_emplace(units, static_cast<std::uint32_t>(m_sums.size()));
  if (is_new) m_sums.push_back(units);
  return at->second;
}

void account::enter(entry paid) {
  // Rounds ask the same users again and again: one list of them is enough.
  const auto same = std::ranges::find(m_entries, paid.paid.who, [](const entry& e) { return e.paid.who; });
  if (same != m_entries.end()) paid.paid.who = same->paid.who;
  const std::uint64_t each = paid.paid.each.units();
  const roster who = paid.paid.who;
  // What may throw comes first.
  sparse_array<std::uint32_t>::writer sum_of(m_sum_of);
  std::vector<std::uint32_t> sum_after(m_sums.size());  // 0: nobody who is asked paid this sum
  if (!who.is_everybody())
    who.for_each([&](std::uint64_t, vertex_id user) {
      const std::uint32_t before = sum_of[user];
      if (sum_after[before] == 0) sum_after[before] = number_of_sum(m_sums[before] + each);
    });
  m_entries.push_back(std::move(paid));
  if (who.is_everybody()) {
    m_by_everybody += each;
    return;
  }
  who.for_each([&](std::uint64_t, vertex_id user) {
    std::uint32_t& sum = sum_of[user];
    sum = sum_after[sum];
  });
  for (const std::uint32_t after : sum_after)
    if (after != 0) m_most_by_some = std::max(m_most_by_some, m_sums[after]);
}

void account::tell_openly(const std::string& reason) {
  if (std::ranges::find(m_flaws, reason) == m_flaws.end()) m_flaws.push_back(reason);
}

void account::declare_public(const std::string& what) {
  if (std::ranges::find(m_declared, what) == m_declared.end()) m_declared.push_back(what);
}

epsilon account::remaining(const roster& who) const {
  if (who.users() != m_users)
    throw invalid_parameter("a roster of " + std::to_string(who.users()) + " users for an account of " +
                            std::to_string(m_users));
  std::uint64_t most = 0;
  if (who.is_everybody()) {
    most = m_most_by_some;
  } else if (m_most_by_some > 0) {
    sparse_array<std::uint32_t>::reader sum_of(m_sum_of);
    who.for_each([&](std::uint64_t, vertex_id user) { most = std::max(most, m_sums[sum_of.at(user)]); });
  }
  return epsilon::from_units(m_ceiling.units() - m_by_everybody - most);
}

epsilon account::spent() const noexcept {
  return epsilon::from_units(m_by_everybody + m_most_by_some);
}

// Every entry with a roster divides the classes that there are into who was asked and who was not.
std::vector<account::user_class> account::classes() const {
  std::vector<user_class> all = {{{}, m_users}};
  sparse_array<std::uint32_t> class_of_user;
  sparse_array<std::uint32_t>::writer class_of(class_of_user);
  std::size_t some = 0;
  for (const entry& e : m_entries) {
    if (e.paid.who.is_everybody()) continue;
    std::vector<std::uint32_t> asked(all.size());  // of each class those who are; 0: none of it
    e.paid.who.for_each([&](std::uint64_t, vertex_id user) {
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
  }
  std::erase_if(all, [](const user_class& c) { return c.users == 0; });
  for (user_class& c : all) {
    c.member.resize(some);
    std::size_t entry_with_roster = 0;
    for (const entry& e : m_entries)
      if (!e.paid.who.is_everybody() && c.member[entry_with_roster++] && e.edges != edge_use::none)
        c.share += e.paid.each.units();
  }
  return all;
}

epsilon account::edge_ldp() const {
  std::uint64_t most = 0;
  for (const user_class& c : classes()) {
    std::uint64_t units = 0;
    std::size_t some = 0;
    for (const entry& e : m_entries) {
      const bool pays = e.paid.who.is_everybody() || c.member[some++];
      if (pays && e.edges != edge_use::none) units += e.paid.each.units();
    }
    most = std::max(most, units);
  }
  return epsilon::from_units(most);
}

// A round that one endpoint answers costs an edge once if either endpoint was asked; of the rounds
// of one order one endpoint answers all.
std::uint64_t account::cost_of_edge(const user_class& a, const user_class& b) const {
  std::uint64_t units = 0;
  std::map<std::uint64_t, std::array<std::uint64_t, 2>> of_order;  // by the endpoint that answers
  std::size_t some = 0;
  for (const entry& e : m_entries) {
    std::uint64_t by_a = 1, by_b = 1;
    if (!e.paid.who.is_everybody()) {
      by_a = a.member[some];
      by_b = b.member[some];
      ++some;
    }
    const std::uint64_t each = e.paid.each.units();
    if (e.order != 0 && e.edges == edge_use::one_endpoint) {
      of_order[e.order][0] += each * by_a;
      of_order[e.order][1] += each * by_b;
    } else {
      units += each * std::min(by_a + by_b, static_cast<std::uint64_t>(e.edges));
    }
  }
  for (const auto& [order, answered] : of_order) units += std::max(answered[0], answered[1]);
  return units;
}

epsilon account::relationship_dp() const {
  std::uint64_t by_everybody = 0;
  for (const entry& e : m_entries)
    if (e.paid.who.is_everybody()) by_everybody += e.paid.each.units() * static_cast<std::uint64_t>(e.edges);
  std::vector<user_class> all = classes();
  std::ranges::sort(all, std::ranges::greater(), &user_class::share);
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
    const auto at = std::ranges::find(rounds, e.round, &ledger::entry::round);
    if (at == rounds.end()) {
      rounds.push_back({e.round, e.paid.each, e.edges});
      continue;
    }
    at->spent = epsilon::from_units(at->spent.units() + e.paid.each.units());
    at->use = std::max(at->use, e.edges);
  }
  ledger own(m_ceiling);
  for (const ledger::entry& e : rounds) own.spend(e.round, e.spent, e.use);
  return own;
}

vertex_id account::who_paid_most() const {
  if (m_most_by_some == 0) return 0;
  sparse_array<std::uint32_t>::reader sum_of(m_sum_of);
  vertex_id user = 0;
  while (m_sums[sum_of.at(user)] != m_most_by_some) ++user;
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
