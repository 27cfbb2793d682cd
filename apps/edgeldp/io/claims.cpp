// SPDX-License-Identifier: MIT
#include "io/claims.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

namespace edgeldp::cli {

record exact_facts(std::uint64_t edges, const record& truth, double rmse) {
  const bool known = !truth.is_null();
  const double size = known ? std::abs(truth.get<double>()) : 0.0;
  return {{"edges", edges},
          {"truth", truth},
          {"rmse", optional_number(known, rmse)},
          {"relative_error", optional_number(size > 0.0, rmse / size)}};
}

std::array<double, 2> rmse_interval(double rmse, std::uint64_t runs) {
  const auto n = static_cast<double>(runs);
  const boost::math::chi_squared law(n);
  return {rmse * std::sqrt(n / quantile(law, 0.975)), rmse * std::sqrt(n / quantile(law, 0.025))};
}

void add_cost(record& facts, double seconds) {
  facts["seconds"] = seconds;
  facts["peak_memory_bytes"] = peak_memory_bytes();
}

record bits_per_edge(double row_bytes, double released_edges) {
  return optional_number(released_edges > 0.0, 8.0 * row_bytes / released_edges);
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

}  // namespace edgeldp::cli
