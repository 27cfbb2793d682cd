// SPDX-License-Identifier: MIT
#include "questions/reciprocity/return_round_user.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

uint128 sensitivity(const returned_arcs& what, const own_vector& me, std::uint64_t) {
  const vector_layout& layout = what.rows->layout();
  if (me.user >= layout.users() || layout.users() != layout.length() || layout.alphabet() != 2 ||
      layout.length() != me.shape.length || me.shape.alphabet != 2)
    throw format_error(0, "the rows are no arcs among these users");
  const bit_lattice lattice = layout.codec().lattice();
  return std::max(lattice.scale - lattice.offset, lattice.offset);
}

int128 statistic(const returned_arcs& what, const own_vector& me, const count_call&) {
  const vector_release& rows = *what.rows;
  const bit_lattice lattice = rows.layout().codec().lattice();
  int128 sum = 0;
  for (const row_entry& arc : me.entries) {
    const vertex_id named = arc.position;
    if (ranges::binary_search(rows.absent(), named)) continue;
    if (rows.offset(named, me.user) != 0) sum += lattice.scale;
    sum -= lattice.offset;
  }
  return sum;
}

}  // namespace edgeldp
