// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "collect/task/task.hpp"

/// What a task may cost, told before anybody takes part.
namespace edgeldp::cli {

/// The question of a method in plain words, behind the name of what is counted; empty for some.
std::string_view about_question(std::string_view method);

/// What the task may tell of a contact, and of one person's messages.
std::string contact_words(const collect::task& t);
std::string own_words(const collect::task& t);

/// What is estimated: "the number of triangles".
std::string estimated_words(const collect::task& t);
/// Of one of several dates: what it has to do with the others, and what they cost together. Empty
/// of other tasks.
std::string series_words(const collect::task& t);
/// What a person has lost after this date who was in all; empty of other tasks.
std::string lost_in_series_words(const collect::task& t);

}  // namespace edgeldp::cli
