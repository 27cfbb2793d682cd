// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "collect/task/task.hpp"

/// What a task may cost, told before anybody takes part.
namespace edgeldp::cli {

/// The question of a method in plain words, behind the name of what is counted; empty for some.
std::string_view about_question(std::string_view method);

/// What the task may tell of a contact, and of one person's messages, where that person spends this
/// part of each budget.
std::string contact_words(const collect::task& t, chosen_part own = chosen_part::whole);
std::string own_words(const collect::task& t, chosen_part own = chosen_part::whole);

/// That each person may choose what it spends; empty where all spend the same.
std::string choosing_words(const collect::task& t);
/// "5 people spend all, 2 a half, 1 a quarter"; empty where all spend all.
std::string chosen_words(const part_counts& chosen);

/// What is estimated: "the number of triangles".
std::string estimated_words(const collect::task& t);
/// That the result says something of each person beside the name, and whether it is inferred from
/// public labels of others; empty where it does not.
std::string of_each_words(const collect::task& t);
/// Of one of several dates: what it has to do with the others, and what they cost together. Empty
/// of other tasks.
std::string series_words(const collect::task& t);
/// What a person has lost after this date who was in all; empty of other tasks.
std::string lost_in_series_words(const collect::task& t);

}  // namespace edgeldp::cli
