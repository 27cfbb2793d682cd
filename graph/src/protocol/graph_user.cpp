// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

void require_known(std::uint64_t users, const own_list& me) {
  const bool is_known = me.user < users && (me.neighbors.empty() || me.neighbors.back() < users);
  if (!is_known) throw format_error(0, "what was announced is of other users");
}

}  // namespace edgeldp
