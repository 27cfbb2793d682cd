// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/graph_user.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void require_known(std::uint64_t users, const own_list& me) {
  if (users != me.users)
    throw format_error(0, "what was announced is of " + std::to_string(users) + " users, there are " +
                              std::to_string(me.users));
}

}  // namespace edgeldp
