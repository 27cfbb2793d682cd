// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/charge.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

std::vector<charge> charges_by_rank(const rank_budgets& price, std::span<const std::uint32_t> ranks,
                                    const roster& who) {
  if (ranks.size() != who.users()) throw invalid_parameter("a price by rank needs the rank of every user");
  const auto steps = price.steps();
  if (price.is_uniform()) return {{price.largest(), who}};
  std::vector<std::vector<vertex_id>> users(steps.size());
  who.for_each([&](std::uint64_t, vertex_id user) {
    const auto next = ranges::upper_bound(steps, ranks[user], {}, &rank_budgets::step::first);
    users[static_cast<std::size_t>(std::distance(steps.begin(), next)) - 1].push_back(user);
  });
  std::vector<charge> charges;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (!users[i].empty() && !steps[i].budget.is_zero())
      charges.push_back({steps[i].budget, roster::of(std::move(users[i]), who.users())});
  return charges;
}

roster asked_by(std::span<const charge> paid) {
  if (paid.empty()) throw invalid_parameter("a round that nobody pays for");
  if (paid.size() == 1) return paid.front().who;
  const std::uint64_t users = paid.front().who.users();
  std::vector<bool> is_asked(size_of(users));
  std::uint64_t size = 0;
  for (const charge& c : paid) {
    if (c.who.users() != users) throw invalid_parameter("charges to users of different protocols");
    c.who.for_each([&](std::uint64_t, vertex_id user) {
      if (is_asked[user])
        throw invalid_parameter("user " + std::to_string(user) + " pays twice for one round");
      is_asked[user] = true;
    });
    size += c.who.size();
  }
  if (size == users) return roster::everybody(users);
  std::vector<vertex_id> asked;
  asked.reserve(size_of(size));
  for (std::uint64_t u = 0; u < users; ++u)
    if (is_asked[size_of(u)]) asked.push_back(static_cast<vertex_id>(u));
  return roster::of(std::move(asked), users);
}

}  // namespace edgeldp
