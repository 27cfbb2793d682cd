// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "study/questions/question.hpp"

/// What questions about public groups say of them.
namespace edgeldp::study {

/// What a group is called in names of statistics: classes by their place, since their bounds are
/// another run's.
std::string group_name(const public_groups& groups, std::size_t a, bool are_classes);

/// Calls f(a, b, name) for each two groups, and for each with itself: "edges within red", "edges
/// between red and blue".
template <class F>
void for_each_pair(const public_groups& groups, bool are_classes, F&& f) {
  for (std::size_t a = 0; a < groups.names.size(); ++a)
    for (std::size_t b = a; b < groups.names.size(); ++b)
      f(a, b,
        a == b ? fmt::format("edges within {}", group_name(groups, a, are_classes))
               : fmt::format("edges between {} and {}", group_name(groups, a, are_classes),
                             group_name(groups, b, are_classes)));
}

/// The edges between each two groups.
void add_matrix(answer& to, const public_groups& groups, const group_mixing& edges, bool are_classes);
/// Likewise, as they are in a graph.
void add_exact_matrix(std::vector<exact_number>& to, const csr_graph& g, const public_groups& groups,
                      bool are_classes);

/// Each with its users. classes: what they are of, such as "released degree"; empty of groups that
/// are declared.
results::record facts_of_groups(const public_groups& groups, const std::string& classes);

/// The group of each user, from 1 on; 0 of who is in none.
numbers_of_users groups_of_users(const public_groups& groups);

/// Ratios and means are unknown where nothing is known of what they divide by.
void add(answer& to, std::string statistic, const estimate& value, bool is_count = true);

}  // namespace edgeldp::study
