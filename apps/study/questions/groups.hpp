// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "study/questions/question.hpp"

/// What questions about public groups say of them.
namespace edgeldp::study {

/// What a group is called in names of statistics: classes by their place, since their bounds are
/// another run's.
std::string group_name(const public_groups& groups, std::size_t a, bool are_classes);

/// Each with its users. classes: what they are of, such as "released degree"; empty of groups that
/// are declared.
results::record facts_of_groups(const public_groups& groups, const std::string& classes);

/// Ratios and means are unknown where nothing is known of what they divide by.
void add(answer& to, std::string statistic, const estimate& value, bool is_count = true);

}  // namespace edgeldp::study
