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

}  // namespace edgeldp::cli
