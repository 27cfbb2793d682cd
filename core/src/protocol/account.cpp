// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/account.hpp"

#include <algorithm>
#include <map>

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

void account::spend(const round_kind& kind, const charge& paid) {
  const std::string name(kind.name);
  if (paid.each.is_zero()) throw invalid_parameter("share of round '" + name + "' is 0: must be positive");
  if (paid.who.users() != m_users)
    throw invalid_parameter("round '" + name + "' asks some of " + std::to_string(paid.who.users()) +
                            " users, the account has " + std::to_string(m_users));
  const epsilon left = remaining(paid.who);
  if (paid.each > left)
    throw invalid_parameter("round '" + name + "' asks for epsilon " + std::to_string(paid.each.nats()) +
                            ", only " + std::to_string(left.nats()) + " of " + nats_of(m_ceiling.units()) +
                            " remains");
  m_entries.push_back({name, kind.edges, paid});
  if (paid.who.is_everybody()) {
    m_by_everybody += paid.each.units();
    return;
  }
  for (std::uint64_t number = 0; number < paid.who.size(); ++number)
    m_most_by_some = std::max(m_most_by_some, m_by_some[paid.who.user(number)] += paid.each.units());
}

epsilon account::remaining(const roster& who) const {
  std::uint64_t most = 0;
  if (who.is_everybody()) {
    most = m_most_by_some;
  } else if (!m_by_some.empty()) {
    for (std::uint64_t number = 0; number < who.size(); ++number) {
      const auto at = m_by_some.find(who.user(number));
      if (at != m_by_some.end()) most = std::max(most, at->second);
    }
  }
  return epsilon::from_units(m_ceiling.units() - m_by_everybody - most);
}

epsilon account::spent() const noexcept {
  return epsilon::from_units(m_by_everybody + m_most_by_some);
}

std::vector<account::user_class> account::classes() const {
  std::unordered_map<vertex_id, std::vector<bool>> rounds_of;
  std::size_t some = 0;
  for (const entry& e : m_entries) {
    if (e.paid.who.is_everybody()) continue;
    for (std::uint64_t number = 0; number < e.paid.who.size(); ++number) {
      std::vector<bool>& member = rounds_of[e.paid.who.user(number)];
      member.resize(some + 1);
      member[some] = true;
    }
    ++some;
  }
  std::map<std::vector<bool>, std::uint64_t> users;
  for (auto& [user, member] : rounds_of) {
    member.resize(some);
    ++users[member];
  }
  if (rounds_of.size() < m_users) users[std::vector<bool>(some)] = m_users - rounds_of.size();
  std::vector<user_class> all;
  for (const auto& [member, count] : users) all.push_back({member, count > 1});
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

epsilon account::relationship_dp() const {
  // A round that one endpoint answers costs an edge once if either endpoint was asked.
  const auto cost = [&](const user_class& a, const user_class& b) {
    std::uint64_t units = 0;
    std::size_t some = 0;
    for (const entry& e : m_entries) {
      std::uint64_t asked = 2;
      if (!e.paid.who.is_everybody()) {
        asked = std::uint64_t{a.member[some]} + std::uint64_t{b.member[some]};
        ++some;
      }
      units += e.paid.each.units() * std::min(asked, static_cast<std::uint64_t>(e.edges));
    }
    return units;
  };
  const std::vector<user_class> all = classes();
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].has_two || m_users < 2) most = std::max(most, cost(all[i], all[i]));
    for (std::size_t j = 0; j < i; ++j) most = std::max(most, cost(all[i], all[j]));
  }
  return epsilon::from_units(most);
}

ledger account::of(vertex_id user, std::size_t first) const {
  std::vector<ledger::entry> rounds;
  for (std::size_t i = first; i < m_entries.size(); ++i) {
    const entry& e = m_entries[i];
    bool pays = e.paid.who.is_everybody();
    for (std::uint64_t number = 0; !pays && number < e.paid.who.size(); ++number)
      pays = e.paid.who.user(number) == user;
    if (!pays) continue;
    const auto at = std::ranges::find(rounds, e.round, &ledger::entry::round);
    if (at == rounds.end())
      rounds.push_back({e.round, e.paid.each, e.edges});
    else
      at->spent = epsilon::from_units(at->spent.units() + e.paid.each.units());
  }
  ledger own(m_ceiling);
  for (const ledger::entry& e : rounds) own.spend(e.round, e.spent, e.use);
  return own;
}

}  // namespace edgeldp
