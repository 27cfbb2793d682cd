// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/chosen_parts.hpp"

#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

chosen_parts::chosen_parts(std::vector<chosen_part> of_users) {
  const auto is_less = [](chosen_part part) { return part != chosen_part::whole; };
  if (ranges::any_of(of_users, is_less)) m_of_users = std::move(of_users);
}

part_counts chosen_parts::counts(const roster& who) const {
  part_counts counted{};
  if (are_all_whole())
    counted.front() = who.size();
  else
    who.for_each(
        [&](std::uint64_t, vertex_id user) { ++counted[static_cast<std::size_t>(m_of_users[user])]; });
  return counted;
}

std::vector<charge> charges_by_part(epsilon whole, const chosen_parts& chosen, const roster& who) {
  if (chosen.are_all_whole()) return {{whole, who}};
  std::array<std::vector<vertex_id>, all_parts.size()> users;
  who.for_each([&](std::uint64_t, vertex_id user) {
    users[static_cast<std::size_t>(chosen.of(user))].push_back(user);
  });
  std::vector<charge> charges;
  for (const chosen_part part : all_parts) {
    std::vector<vertex_id>& mine = users[static_cast<std::size_t>(part)];
    if (mine.empty()) continue;
    const epsilon each = part_of(whole, part);
    if (each.is_zero())
      throw invalid_parameter("a " + std::string(name_of(part)) + " of so small a budget is nothing");
    charges.push_back({each, mine.size() == who.size() ? who : roster::of(std::move(mine), who.users())});
  }
  return charges;
}

}  // namespace edgeldp
