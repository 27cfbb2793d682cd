// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/centred/centred_round.hpp"

#include <string>
#include <utility>

#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

template <class Release>
const round_kind& centred_round_on<Release>::kind() const noexcept {
  static constexpr round_kind counts{rounds::count, edge_use::one_endpoint};
  return counts;
}

template <class Release>
void centred_round_on<Release>::write(byte_string& out) const {
  canonical_writer to(out);
  to.budgets(budget);
  rule.write(to);
  to.text(rows.name);
}

template <class Release>
centred_round_on<Release> centred_round_on<Release>::read(std::span<const std::byte> in,
                                                          const public_objects& published) {
  canonical_reader from(in);
  rank_budgets paid = from.budgets();
  centred_rule told = centred_rule::read(from);
  const std::string name = from.text();
  from.end();
  return {std::move(paid), std::move(told), published.get<Release>(name)};
}

template struct centred_round_on<release>;
template struct centred_round_on<release_excerpt>;

}  // namespace edgeldp
