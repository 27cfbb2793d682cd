// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/questions/homophily/attribute_rounds_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

/// Everything that a user answers, in two lists for each kind of user: what is private, and what is
/// not. Who answers by the first list alone tells no more than rounds cost, whatever it is asked;
/// the published methods that are compared keep lists of their own.
namespace edgeldp {

/// Rounds of the users of a graph: degrees, sizes, rows, and what each question counts.
std::span<const user_task> private_tasks();
/// The same of a user who keeps excerpts of what is published (excerpts.hpp), where a round has
/// such: those of triangles.
std::span<const user_task> private_tasks_on_excerpts();
/// NOT private: true sizes, and pairs with the noise that a published program states. For users who
/// agree to that.
std::span<const user_task> open_tasks();

/// The same of users who hold vectors, as those of one layer of a bipartite graph do.
std::span<const user_task_for<own_vector>> private_vector_tasks();
/// NOT private: true numbers of entries.
std::span<const user_task_for<own_vector>> open_vector_tasks();

/// The same of users with attributes: their reports, and the rounds of their lists.
std::span<const user_task_for<own_profile>> private_profile_tasks();

}  // namespace edgeldp
