// SPDX-License-Identifier: MIT
#include "results/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace edgeldp::results {

namespace {

/// The shortest decimal less than `slack` units away.
double shortest(std::uint64_t units, std::uint64_t slack) {
  const auto per_nat = static_cast<double>(epsilon::units_per_nat);
  const double nats = static_cast<double>(units) / per_nat;
  for (int digits = 1; digits < 17; ++digits) {
    const double rounded = std::strtod(fmt::format("{:.{}g}", nats, digits).c_str(), nullptr);
    if (std::abs(rounded - nats) * per_nat < static_cast<double>(slack)) return rounded;
  }
  return nats;
}

}  // namespace

double budget(epsilon spent, std::uint64_t shares) {
  return shortest(spent.units(), shares);
}

void add_guarantee(record& r, bool simulated, const std::vector<std::string>& flaws) {
  r["private"] = flaws.empty();
  if (!flaws.empty()) r["not_private_because"] = fmt::format("{}", fmt::join(flaws, "; "));
  r["simulated"] = simulated;
}

record counts_of(const part_counts& chosen) {
  record r;
  for (const chosen_part part : all_parts)
    r[std::string(name_of(part))] = chosen[static_cast<std::size_t>(part)];
  return r;
}

run_cost cost_of(const account& paid) {
  return {paid.ceiling(), paid.spent(), paid.edge_ldp(), paid.relationship_dp()};
}

run_cost cost_of(const ledger& paid) {
  return {paid.total(), paid.spent(), paid.edge_ldp(), paid.relationship_dp()};
}

run_cost cost_with_items(const account& paid) {
  return {paid.ceiling(), paid.spent(), paid.edge_ldp(), paid.edge_ldp()};
}

run_cost cost_of_arcs(const account& paid) {
  const epsilon arc = paid.edge_ldp();
  return {paid.ceiling(), paid.spent(), arc, epsilon::from_units(2 * arc.units())};
}

run_cost cost_beside(const run_cost& before, const run_cost& of_a_run) {
  const auto sum = [](epsilon a, epsilon b) { return epsilon::from_units(a.units() + b.units()); };
  return {before.total, sum(before.spent, of_a_run.spent), sum(before.edge_ldp, of_a_run.edge_ldp),
          sum(before.relationship_dp, of_a_run.relationship_dp)};
}

run_cost largest_of(const run_cost& a, const run_cost& b) {
  return {std::max(a.total, b.total), std::max(a.spent, b.spent), std::max(a.edge_ldp, b.edge_ldp),
          std::max(a.relationship_dp, b.relationship_dp)};
}

void spending::add(const run_cost& of_a_run) noexcept {
  m_total += of_a_run.spent.units();
  m_edge += of_a_run.edge_ldp.units();
  m_relationship += of_a_run.relationship_dp.units();
  ++m_terms;
}

void spending::add(const spending& other) noexcept {
  m_total += other.m_total;
  m_edge += other.m_edge;
  m_relationship += other.m_relationship;
  m_terms += other.m_terms;
}

record spending::fields() const {
  const std::uint64_t slack = shares_of_a_run * std::max<std::uint64_t>(m_terms, 1);
  return {{"epsilon", shortest(m_total, slack)},
          {"edge_ldp", shortest(m_edge, slack)},
          {"relationship_dp", shortest(m_relationship, slack)}};
}

}  // namespace edgeldp::results
