// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/task_user.hpp"

/// One user of a graph, wherever it runs.
namespace edgeldp {

/// What one user knows that nobody else may: its neighbours, strictly increasing; beside it what is
/// public of it. A user answers or refuses by what is public alone, so that a refusal tells
/// nothing.
struct own_list {
  vertex_id user = 0;       ///< its number, which is public
  std::uint64_t users = 0;  ///< how many there are, itself included, which is public too
  std::span<const vertex_id> neighbors;
  /// Of the budget of a round of numbers, what it spends: it said so, in public, before it read the
  /// list.
  chosen_part part = chosen_part::whole;
};

/// A collector that announces something about fewer users must not make anybody read beyond it.
/// Requires: the user and all its neighbours are below me.users.
/// Errors: format_error for an announcement about another number of users than there are.
void require_known(std::uint64_t users, const own_list& me);

using user_task = user_task_for<own_list>;

/// The task of a round that asks for nothing but the list.
template <class R>
constexpr user_task task_of() {
  return task_of<R, own_list>();
}

}  // namespace edgeldp
