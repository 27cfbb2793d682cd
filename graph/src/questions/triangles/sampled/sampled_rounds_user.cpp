// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

namespace edgeldp {

namespace {

/// My neighbours that are columns, in increasing order.
std::vector<vertex_id> own_columns(const sample_roles& roles, const own_list& me) {
  std::vector<vertex_id> columns;
  for (const vertex_id v : me.neighbors)
    if (roles.of(v) == sample_role::column) columns.push_back(v);
  return columns;
}

/// Rows whose owners are my neighbours, by their numbers; a row that never came is none.
std::vector<std::size_t> own_rows(const sampled_pairs& what, const own_list& me) {
  const std::span<const sampled_row> owners = what.owners;
  const std::vector<vertex_id>& absent = what.rows->absent();
  std::vector<std::size_t> rows;
  auto at = owners.begin();
  for (const vertex_id v : me.neighbors) {
    at = std::lower_bound(at, owners.end(), v, [](const sampled_row& r, vertex_id u) { return r.user < u; });
    if (at == owners.end()) break;
    const auto number = static_cast<std::size_t>(at - owners.begin());
    if (at->user == v && !std::binary_search(absent.begin(), absent.end(), number)) rows.push_back(number);
  }
  return rows;
}

/// By what is public alone: which edges are mine to report follows from my role.
void require_role(const sample_roles& roles, const own_list& me, sample_role role) {
  if (roles.of(me.user) != role) throw invalid_parameter("asked for what users of another role say");
}

byte_string answer_row(const user_call& asked, const own_list& me, const user_coins& coins) {
  return answer(column_row_round::read(asked.said, asked.published), asked.number, me, coins);
}

epsilon price_of_row(const user_call& asked, const own_list&) {
  return column_row_round::read(asked.said, asked.published).layout->parameters().entries;
}

}  // namespace

uint128 sensitivity(const column_count& what, const own_list& me, std::uint64_t) {
  require_role(what.roles, me, sample_role::candidate);
  return 1;
}

int128 statistic(const column_count& what, const own_list& me, const count_call&) {
  return static_cast<int128>(own_columns(what.roles, me).size());
}

std::vector<std::uint64_t> own_row(const column_row_round& round, std::uint64_t number, const own_list& me,
                                   const user_coins& coins) {
  const vector_layout& layout = *round.layout;
  if (number >= layout.users() || layout.length() != me.users || layout.alphabet() != 2)
    throw format_error(0, "the layout is of other users");
  require_role(round.roles, me, sample_role::candidate);
  std::vector<row_entry> entries;
  for (const vertex_id v : own_columns(round.roles, me)) entries.push_back({v});
  return own_row(layout, number, {me.user, {layout.length(), layout.alphabet()}, entries}, coins);
}

byte_string answer(const column_row_round& round, std::uint64_t number, const own_list& me,
                   const user_coins& coins) {
  return write_vector(*round.layout, static_cast<vertex_id>(number), own_row(round, number, me, coins));
}

// Columns come first, then rows; pairs of two columns or two rows weigh nothing.
int128 weigh_own_pairs(const sampled_pairs& what, std::uint64_t limit, const own_list& me) {
  const vector_release& rows = *what.rows;
  const vector_layout& layout = rows.layout();
  const std::vector<std::size_t> mine = own_rows(what, me);
  if (mine.empty()) return 0;
  std::vector<std::uint32_t> positions;
  for (const vertex_id v : own_columns(what.roles, me)) positions.push_back(layout.position(v));
  std::vector<accepted_weight> accepted(positions.size() + mine.size());
  int128 sum = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const bit_weights weights = weights_of(layout.codec().law(), what.roles, what.owners[mine[i]]);
    rows.visit_row(static_cast<vertex_id>(mine[i]), [&](const auto& row) {
      const accepted_weight added =
          accept_weights(accepted, positions.size() + i, {limit, limit}, [&](std::size_t k) {
            return k >= positions.size() ? 0 : row.bit(positions[k]) ? weights.one : weights.zero;
          });
      sum += static_cast<int128>(added[1]) - static_cast<int128>(added[0]);
    });
  }
  return sum;
}

uint128 sensitivity(const sampled_pairs& what, const own_list& me, std::uint64_t limit) {
  if (what.rows->layout().length() != me.users) throw format_error(0, "the rows are of other users");
  require_role(what.roles, me, sample_role::counter);
  return limit;
}

int128 statistic(const sampled_pairs& what, const own_list& me, const count_call& asked) {
  return weigh_own_pairs(what, asked.told, me);
}

user_task column_row_task() {
  return {column_row_round::asks, answer_row, price_of_row};
}

}  // namespace edgeldp
