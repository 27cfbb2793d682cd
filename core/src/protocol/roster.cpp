// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/roster.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

roster roster::everybody(std::uint64_t users) {
  return {users, 0, users, nullptr};
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
  const std::uint64_t size = named.size();
  return {users, 0, size, std::make_shared<const std::vector<vertex_id>>(std::move(named))};
}

roster roster::stride(std::uint64_t first, std::uint64_t step) const {
  if (step == 0) throw invalid_parameter("a stride of 0 through a roster");
  std::vector<vertex_id> named;
  for (std::uint64_t number = first; number < m_end; number += step) named.push_back(user(number));
  const std::uint64_t size = named.size();
  return {m_users, 0, size, std::make_shared<const std::vector<vertex_id>>(std::move(named))};
}

roster roster::part(std::uint64_t first, std::uint64_t end) const {
  if (first < m_first || first > end || end > m_end)
    throw invalid_parameter("no users " + std::to_string(first) + " to " + std::to_string(end) +
                            " in a roster of " + std::to_string(size()));
  return {m_users, first, end, m_named};
}

bool operator==(const roster& a, const roster& b) noexcept {
  if (a.m_users != b.m_users || a.m_first != b.m_first || a.m_end != b.m_end) return false;
  if (a.m_named == b.m_named) return true;
  for (std::uint64_t number = a.m_first; number < a.m_end; ++number)
    if (a.user(number) != b.user(number)) return false;
  return true;
}

void write_roster(canonical_writer& to, const roster& who) {
  to.number(static_cast<int128>(who.users())).number(who.is_everybody() ? 0 : 1);
  if (who.is_everybody()) return;
  to.number(static_cast<int128>(who.size()));
  std::int64_t before = 0;
  for (std::uint64_t number = 0; number < who.size(); ++number) {
    to.number(who.user(number) - before);
    before = who.user(number);
  }
}

roster read_roster(canonical_reader& from, std::uint64_t most) {
  const std::uint64_t users = from.count(std::uint64_t{1} << 32);
  if (from.count(1) == 0) return roster::everybody(users);
  std::vector<vertex_id> named(from.count(std::min(users, most)));
  std::int64_t at = 0;
  for (vertex_id& user : named) {
    at += from.number();
    if (at < 0 || at >= static_cast<std::int64_t>(users)) throw format_error(0, "a round that asks nobody");
    user = static_cast<vertex_id>(at);
  }
  try {
    return roster::of(std::move(named), users);
  } catch (const invalid_parameter& e) {
    throw format_error(0, e.what());
  }
}

}  // namespace edgeldp
