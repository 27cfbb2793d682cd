// SPDX-License-Identifier: MIT
#include <array>
#include <vector>

#include "common_neighbors/error_model.hpp"
#include "common_neighbors/partner_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_user.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

namespace {

/// My neighbours, w left out, by their bit in w's noisy row: those before w in w's own row, the
/// others in rows of their own.
std::array<std::uint64_t, 2> count_on_row(const release& published, const own_list& me, vertex_id w) {
  const release_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  std::uint64_t all = 0, ones = 0;
  for (const vertex_id v : me.neighbors) {
    if (v == w) continue;
    ++all;
    if (layout.rank(v) < layout.rank(w)) {
      positions.push_back(layout.position(v));
    } else {
      ones += published.edge(v, w) ? 1U : 0U;
    }
  }
  std::vector<std::uint64_t> bits;
  with_row(published, w, choose_access(published, w, positions.size()), bits,
           [&](const auto& row) { ones += row.count_ones(positions); });
  return {all - ones, ones};
}

/// Costs round.budget for one bit of the list.
byte_string answer_partner(const user_call& asked, const own_list& me, const user_coins& coins) {
  const partner_round round = partner_round::read(asked.said, asked.said_to_me, asked.published);
  const release& published = *round.rows;
  require_known(published.layout().users(), me);
  const vertex_id partner = round.partners.front();
  if (partner == me.user) throw format_error(0, "a pair of a user with itself");
  const bit_lattice lattice = published.layout().codec().lattice();
  const std::array<std::uint64_t, 2> seen = count_on_row(published, me, partner);
  const auto statistic = static_cast<int128>(uint128{seen[1]} * (lattice.scale - lattice.offset)) -
                         static_cast<int128>(uint128{seen[0]} * lattice.offset);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(statistic, count_sensitivity(lattice), round.budget, source);
  });
}

}  // namespace

std::span<const user_task> common_neighbor_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({partner_round::asks, answer_partner});
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
