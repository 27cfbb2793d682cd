// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

epsilon epsilon::from_nats(double nats, const char* name) {
  if (!(nats > 0.0) || !(nats <= largest)) {
    std::ostringstream message;
    message << name << " = " << nats << ": must be above 0 and at most " << largest;
    throw invalid_parameter(message.str());
  }
  const auto units = static_cast<std::uint64_t>(std::floor(nats * static_cast<double>(units_per_nat)));
  if (units == 0)
    throw invalid_parameter(std::string(name) + " is below 2^-32, the smallest budget that can be held");
  return from_units(units);
}

epsilon epsilon::from_units(std::uint64_t units) {
  if (units > largest_units) {
    throw invalid_parameter("epsilon = " + std::to_string(units) +
                            " units of 2^-32: must be at most 4096 nats");
  }
  epsilon e;
  e.m_units = units;
  return e;
}

std::ostream& operator<<(std::ostream& out, epsilon e) {
  return out << e.nats();
}

ledger::ledger(epsilon total) : m_total(total) {
  if (total.is_zero()) throw invalid_parameter("total epsilon = 0: must be positive");
}

void ledger::spend(entry paid) {
  const std::string& name = paid.round;
  if (paid.spent.is_zero()) throw invalid_parameter("share of round '" + name + "' is 0: must be positive");
  const auto is_same = [&](const entry& e) {
    return e.round == name && e.answers == paid.answers && e.order == paid.order;
  };
  if (ranges::any_of(m_entries, is_same))
    throw invalid_parameter("round '" + name + "' has already been paid for");
  const epsilon left = epsilon::from_units(sum(true).room(m_total.units(), paid.answers, paid.order));
  if (paid.spent > left) {
    throw invalid_parameter("round '" + name + "' asks for epsilon " + std::to_string(paid.spent.nats()) +
                            ", only " + std::to_string(left.nats()) + " of " +
                            std::to_string(m_total.nats()) + " remains");
  }
  m_entries.push_back(std::move(paid));
}

epsilon ledger::remaining() const {
  return epsilon::from_units(m_total.units() - spent().units());
}

epsilon ledger::spent(std::string_view round) const {
  std::uint64_t units = 0;
  for (const entry& e : m_entries)
    if (e.round == round) units += e.spent.units();
  return epsilon::from_units(units);
}

paid_sum ledger::sum(bool with_attributes) const {
  paid_sum all;
  for (const entry& e : m_entries)
    if (with_attributes || e.use != edge_use::none) all.add(e.spent.units(), e.answers, e.order);
  return all;
}

epsilon ledger::spent() const {
  return epsilon::from_units(sum(true).most());
}

epsilon ledger::edge_ldp() const {
  return epsilon::from_units(sum(false).most());
}

epsilon ledger::relationship_dp() const {
  std::uint64_t units = 0;
  for (const entry& e : m_entries) units += e.spent.units() * static_cast<std::uint64_t>(e.use);
  return epsilon::from_units(units);
}

std::ostream& operator<<(std::ostream& out, const ledger& spent) {
  const char* before = "";
  for (const ledger::entry& e : spent.entries()) {
    out << before << e.round << ' ' << e.spent;
    before = ", ";
  }
  return out << (spent.entries().empty() ? "" : "; ") << spent.spent() << " of " << spent.total();
}

}  // namespace edgeldp
