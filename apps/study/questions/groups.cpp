// SPDX-License-Identifier: MIT
#include "study/questions/groups.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace edgeldp::study {

std::string group_name(const public_groups& groups, std::size_t a, bool are_classes) {
  return are_classes ? fmt::format("class {}", a + 1) : groups.names[a];
}

results::record facts_of_groups(const public_groups& groups, const std::string& classes) {
  std::vector<std::uint64_t> users(groups.names.size());
  for (const std::uint32_t group : groups.of)
    if (group != no_group) ++users[group];
  results::record all = results::record::array();
  for (std::size_t a = 0; a < users.size(); ++a)
    all.push_back({{"name", groups.names[a]}, {"users", users[a]}});
  return {{"public_groups", std::move(all)}, {"groups_from", classes.empty() ? "declared public" : classes}};
}

void add(answer& to, std::string statistic, const estimate& value, bool is_count) {
  to.numbers.push_back({std::move(statistic), value});
  to.numbers.back().is_count = is_count;
  to.numbers.back().is_known = is_count || std::isfinite(value.standard_error);
}

}  // namespace edgeldp::study
