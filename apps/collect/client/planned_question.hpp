// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "collect/task/messages.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/task_user.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sample_roles.hpp"

/// Whether a round asks what its task is for, before anybody looks at a list.
namespace edgeldp::collect {

/// What a client said of itself, as everybody could read it.
struct said_numbers {
  struct number {
    std::int64_t value = 0;
    epsilon budget;
  };
  std::optional<number> degree, size, length;
  epsilon pilot;  ///< what a pilot took; zero without one
  /// The name of the order of the first half that was said: no other one may be used afterwards, or
  /// a bit would pay in both halves of the list. Empty where the task has no halves.
  std::string order{};
  /// Where the task has halves, too: the layout of the row that was sent, what a length took of the
  /// user who paid most for it, and whether a round before the counts did not ask this client.
  std::string rows{};
  epsilon longest_length{};
  bool was_left_out = false;
};

/// The roles that a round gives, where the task has a sample of rows; nothing where the round needs
/// none.
/// Errors: format_error.
std::optional<sample_roles> roles_in(const announcement& a);

/// Holds a question to the task: that its method asks this in this round, that orders, keys and
/// codecs are the task's, and that what was published of this user is what it said (or the end of
/// what is plausible, where the collector cut it). Gives the time within which a device that is not
/// slow has the answer ready, whatever the list: it follows from the task, from what was announced
/// and from what was said.
/// Promise: no list is read, here or to decide.
/// Errors: format_error.
std::chrono::milliseconds require_planned(const task& t, const announcement& a, const user_call& asked,
                                          vertex_id me, const said_numbers& said);

/// Holds a count of contacts by label to the public labels of the task: the first is about these
/// and no others, or leaves somebody's out; later ones give whoever has none a likely label.
///
/// Shapes: known: of each user its public label, and as many as the task has labels of who has
///     none.
/// Errors: format_error.
void require_labels(const task& t, const announcement& a, const user_call& asked,
                    std::span<const std::uint32_t> known);

}  // namespace edgeldp::collect
