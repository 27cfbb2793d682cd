// SPDX-License-Identifier: MIT
#include "study/questions/groups.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/homophily/exact.hpp"

namespace edgeldp::study {

std::string group_name(const public_groups& groups, std::size_t a, bool are_classes) {
  return are_classes ? fmt::format("class {}", a + 1) : groups.names[a];
}

void add_matrix(answer& to, const public_groups& groups, const group_mixing& edges, bool are_classes) {
  for_each_pair(groups, are_classes, [&](std::size_t a, std::size_t b, std::string name) {
    add(to, std::move(name), edges.edges_between(a, b));
    to.numbers.back().is_of_pair = true;
  });
}

void add_exact_matrix(std::vector<exact_number>& to, const csr_graph& g, const public_groups& groups,
                      bool are_classes) {
  const std::vector<count_type> edges = exact::count_edges_between(g, {"group", groups.names, groups.of});
  for_each_pair(groups, are_classes, [&](std::size_t a, std::size_t b, std::string name) {
    to.push_back({std::move(name), edges[a * groups.names.size() + b]});
  });
}

results::record facts_of_groups(const public_groups& groups, const std::string& classes) {
  std::vector<std::uint64_t> members(groups.names.size());
  for (const std::uint32_t group : groups.of)
    if (group != no_group) ++members[group];
  results::record all = results::record::array();
  for (std::size_t a = 0; a < members.size(); ++a)
    all.push_back({{"name", groups.names[a]}, {"users", members[a]}});
  return {{"public_groups", std::move(all)}, {"groups_from", classes.empty() ? "declared public" : classes}};
}

void add(answer& to, std::string statistic, const estimate& value, bool is_count) {
  to.numbers.push_back({std::move(statistic), value});
  to.numbers.back().is_count = is_count;
  to.numbers.back().is_known = is_count || std::isfinite(value.standard_error);
}

numbers_of_users groups_of_users(const public_groups& groups) {
  numbers_of_users numbers;
  numbers.name = "group";
  numbers.names = {std::string(no_label)};
  numbers.names.insert(numbers.names.end(), groups.names.begin(), groups.names.end());
  for (const std::uint32_t group : groups.of)
    numbers.values.push_back(group == no_group ? 0.0 : static_cast<double>(group) + 1.0);
  return numbers;
}

}  // namespace edgeldp::study
