// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/task/task.hpp"

/// What a task may cost, told before anybody takes part.
namespace edgeldp::cli {

/// What the task may tell of a contact, and of one person's messages.
std::string contact_words(const collect::task& t);
std::string own_words(const collect::task& t);

}  // namespace edgeldp::cli
