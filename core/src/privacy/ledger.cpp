// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

epsilon epsilon::from_nats(double nats, const char* name) {
  if (!(nats > 0.0) || !(nats <= largest)) {
    std::ostringstream message;
    message << name << " = " << nats << ": must lie in (0, " << largest << "]";
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

void ledger::spend(std::string_view round, epsilon share, edge_use use) {
  const std::string name(round);
  if (share.is_zero()) throw invalid_parameter("share of round '" + name + "' is 0: must be positive");
  if (!spent(round).is_zero()) throw invalid_parameter("round '" + name + "' has already been paid for");
  if (share > remaining()) {
    throw invalid_parameter("round '" + name + "' asks for epsilon " + std::to_string(share.nats()) +
                            ", only " + std::to_string(remaining().nats()) + " of " +
                            std::to_string(m_total.nats()) + " remains");
  }
  m_entries.push_back({name, share, use});
}

epsilon ledger::remaining() const noexcept {
  return epsilon::from_units(m_total.units() - spent().units());
}

epsilon ledger::spent(std::string_view round) const noexcept {
  const auto it = std::ranges::find(m_entries, round, &entry::round);
  return it == m_entries.end() ? epsilon() : it->spent;
}

epsilon ledger::spent() const noexcept {
  std::uint64_t units = 0;
  for (const entry& e : m_entries) units += e.spent.units();
  return epsilon::from_units(units);
}

epsilon ledger::edge_ldp() const noexcept {
  std::uint64_t units = 0;
  for (const entry& e : m_entries) units += e.use == edge_use::none ? 0 : e.spent.units();
  return epsilon::from_units(units);
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
