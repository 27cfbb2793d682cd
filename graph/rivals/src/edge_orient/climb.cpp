// SPDX-License-Identifier: MIT
#include "edge_orient/climb.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "edge_orient/rounds.hpp"

namespace edgeldp {

namespace {

/// Users by the rounds that they take part in: those of one number pay the same for each.
using users_by_rounds = std::map<std::uint64_t, std::vector<vertex_id>>;

/// Asks who climbs, level by level.
climbed_levels climb(session& s, const level_rules& rules, users_by_rounds climbing) {
  std::vector<std::int64_t> levels(s.everybody().size());
  double all_bytes = 0.0, most_bytes = 0.0;
  std::uint64_t level = 0;
  for (; !climbing.empty(); ++level) {
    std::vector<std::int64_t> next = levels;
    double longest = 0.0;
    for (auto& [rounds, users] : climbing) {
      const epsilon step = rules.step(rounds);
      const roster who = roster::of(users, levels.size());
      const level_round round{step, level, levels};
      byte_string announcement;
      round.write(announcement);
      const auto bytes = static_cast<double>(announcement.size());
      all_bytes += bytes * static_cast<double>(who.size());
      longest = std::max(longest, bytes);
      const level_round::answers said = s.ask(round, {step, who});
      std::vector<vertex_id> left;
      for (std::uint64_t number = 0; number < who.size(); ++number) {
        if (said.climbs[number] == 0) continue;
        ++next[who.user(number)];
        if (level + 1 < rounds) left.push_back(who.user(number));
      }
      users = std::move(left);
    }
    std::erase_if(climbing, [](const auto& alike) { return alike.second.empty(); });
    most_bytes += longest;
    levels = std::move(next);
  }
  const double mean_bytes = all_bytes / static_cast<double>(levels.size());
  return {std::move(levels), level, mean_bytes, most_bytes};
}

}  // namespace

climbed_levels climb_levels(session& s, const level_rules& rules, std::span<const std::int64_t> degrees) {
  users_by_rounds climbing;
  for (std::size_t u = 0; u < degrees.size(); ++u)
    if (const std::uint64_t rounds = rules.rounds_of(degrees[u]); rounds > 0)
      climbing[rounds].push_back(static_cast<vertex_id>(u));
  return climb(s, rules, std::move(climbing));
}

}  // namespace edgeldp
