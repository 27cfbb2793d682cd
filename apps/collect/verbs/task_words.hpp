// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/task/task.hpp"

/// What a task may cost, told before anybody takes part.
namespace edgeldp::cli {

/// The most that a relationship may lose in all rounds of a task, by both of its ends. What both
/// ends say counts twice; of rounds that one end answers it is the same end in all of them
/// (core/doc/privacy.md, "Relationship-DP"), and this end spends the task's total at most. In nats.
double relationship_loss(const collect::task& t);

/// What the task may tell of a contact, and of one person's messages.
std::string contact_words(const collect::task& t);
std::string own_words(const collect::task& t);

}  // namespace edgeldp::cli
