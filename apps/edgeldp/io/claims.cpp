// SPDX-License-Identifier: MIT
#include "io/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace edgeldp::cli {

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

record exact_facts(std::uint64_t edges, const record& truth, double rmse) {
  const bool known = !truth.is_null();
  const double size = known ? std::abs(truth.get<double>()) : 0.0;
  return {{"edges", edges},
          {"truth", truth},
          {"rmse", optional_number(known, rmse)},
          {"relative_error", optional_number(size > 0.0, rmse / size)}};
}

void add_cost(record& facts, double seconds) {
  facts["seconds"] = seconds;
  facts["peak_memory_bytes"] = peak_memory_bytes();
}

record bits_per_edge(double row_bytes, double released_edges) {
  return optional_number(released_edges > 0.0, 8.0 * row_bytes / released_edges);
}

void add_guarantee(record& r, bool simulated, const std::vector<std::string>& flaws) {
  r["private"] = flaws.empty();
  if (!flaws.empty()) r["not_private_because"] = fmt::format("{}", fmt::join(flaws, "; "));
  r["simulated"] = simulated;
}

std::vector<std::string> flaws_of_chunks(bool is_private) {
  if (is_private) return {};
  return {"the lengths of messages follow true degrees or sizes"};
}

ledger spent_on(const release_parameters& p) {
  epsilon size = p.size, edges = p.edges;
  for (const rank_class& c : p.later)
    if (c.size.units() + c.edges.units() > size.units() + edges.units()) {
      size = c.size;
      edges = c.edges;
    }
  ledger spent(p.total);
  spent.spend(rounds::degree, p.degree, edge_use::both_endpoints);
  if (!size.is_zero()) spent.spend(rounds::size, size);
  spent.spend(rounds::edges, edges);
  return spent;
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

}  // namespace edgeldp::cli
