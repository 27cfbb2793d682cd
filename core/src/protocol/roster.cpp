// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/roster.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

roster roster::everybody(std::uint64_t users) {
  return {users, 0, users, nullptr};
}

namespace {

/// Errors: invalid_parameter for a user named twice, or not below `users`.
void require_names(std::span<const vertex_id> named, bool do_rise, std::uint64_t users) {
  std::vector<bool> seen(do_rise ? 0 : size_of(users));
  for (const vertex_id u : named) {
    if (u >= users)
      throw invalid_parameter("user " + std::to_string(u) + " is asked, but there are " +
                              std::to_string(users));
    if (do_rise) continue;
    if (seen[u]) throw invalid_parameter("user " + std::to_string(u) + " is asked twice in one round");
    seen[u] = true;
  }
}

}  // namespace

roster::names::names(std::vector<vertex_id> named, std::uint64_t users) {
  constexpr std::size_t few = 64;
  const bool do_rise = ranges::adjacent_find(named, ranges::greater_equal()) == named.end();
  require_names(named, do_rise, users);
  if (do_rise && named.size() > few)
    m_held = rising_numbers(named, users);
  else
    m_held = std::move(named);
}

std::uint64_t roster::names::size() const noexcept {
  return std::visit([](const auto& held) { return held.size(); }, m_held);
}

roster roster::of(std::vector<vertex_id> named, std::uint64_t users) {
  const std::uint64_t size = named.size();
  return {users, 0, size, std::make_shared<const names>(std::move(named), users)};
}

roster roster::stride(std::uint64_t first, std::uint64_t step) const {
  if (step == 0) throw invalid_parameter("a stride of 0 through a roster");
  std::vector<vertex_id> named;
  for (std::uint64_t number = first; number < m_end; number += step) named.push_back(user(number));
  return of(std::move(named), m_users);
}

roster roster::part(std::uint64_t first, std::uint64_t end) const {
  if (first < m_first || first > end || end > m_end)
    throw invalid_parameter("no users " + std::to_string(first) + " to " + std::to_string(end) +
                            " in a roster of " + std::to_string(size()));
  return {m_users, first, end, m_named};
}

bool roster::names::contains(std::uint64_t first, std::uint64_t last, vertex_id user) const noexcept {
  if (std::holds_alternative<rising_numbers>(m_held)) {
    const std::uint64_t end = last;
    while (first < last) {
      const std::uint64_t middle = first + (last - first) / 2;
      at(middle) < user ? first = middle + 1 : last = middle;
    }
    return first < end && at(first) == user;
  }
  while (first < last && at(first) != user) ++first;
  return first < last;
}

bool roster::contains(vertex_id user) const noexcept {
  return m_named ? m_named->contains(m_first, m_end, user) : m_first <= user && user < m_end;
}

bool operator==(const roster& a, const roster& b) noexcept {
  if (a.m_users != b.m_users || a.m_first != b.m_first || a.m_end != b.m_end) return false;
  if (a.m_named == b.m_named) return true;
  if (a.m_named && b.m_named && !a.is_part() && !b.is_part()) return *a.m_named == *b.m_named;
  for (std::uint64_t number = a.m_first; number < a.m_end; ++number)
    if (a.user(number) != b.user(number)) return false;
  return true;
}

void write_roster(canonical_writer& to, const roster& who) {
  to.number(static_cast<int128>(who.users())).number(who.is_everybody() ? 0 : 1);
  if (who.is_everybody()) return;
  to.number(static_cast<int128>(who.size()));
  std::int64_t before = 0;
  who.for_each([&](std::uint64_t, vertex_id user) {
    to.number(user - before);
    before = user;
  });
}

roster read_roster(canonical_reader& from, std::uint64_t most) {
  const std::uint64_t users = from.count(std::uint64_t{1} << 32);
  if (from.count(1) == 0) return roster::everybody(users);
  std::vector<vertex_id> named(size_of(from.count(std::min(users, most))));
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
