// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/roster.hpp"

#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

roster roster::everybody(std::uint64_t users) {
  return {users, nullptr};
}

roster roster::of(std::vector<vertex_id> named, std::uint64_t users) {
  std::vector<bool> seen(users);
  for (const vertex_id u : named) {
    if (u >= users)
      throw invalid_parameter("user " + std::to_string(u) + " is asked, but there are " +
                              std::to_string(users));
    if (seen[u]) throw invalid_parameter("user " + std::to_string(u) + " is asked twice in one round");
    seen[u] = true;
  }
  return {users, std::make_shared<const std::vector<vertex_id>>(std::move(named))};
}

roster roster::stride(std::uint64_t first, std::uint64_t step) const {
  if (step == 0) throw invalid_parameter("a stride of 0 through a roster");
  std::vector<vertex_id> named;
  for (std::uint64_t number = first; number < size(); number += step) named.push_back(user(number));
  return {m_users, std::make_shared<const std::vector<vertex_id>>(std::move(named))};
}

}  // namespace edgeldp
