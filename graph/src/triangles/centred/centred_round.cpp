// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/centred/centred_round.hpp"

#include <string>
#include <utility>

#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

const round_kind& centred_round::kind() const noexcept {
  static constexpr round_kind counts{rounds::count, edge_use::one_endpoint};
  return counts;
}

void centred_round::write(byte_string& out) const {
  canonical_writer to(out);
  to.budgets(budget);
  rule.write(to);
  to.text(rows.name);
}

centred_round centred_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  rank_budgets budget = from.budgets();
  centred_rule rule = centred_rule::read(from);
  const std::string rows = from.text();
  from.end();
  return {std::move(budget), std::move(rule), published.get<release>(rows)};
}

}  // namespace edgeldp
