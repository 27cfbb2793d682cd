// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// One user, wherever it runs: it knows what it holds, its own coins, and what everybody may know.
namespace edgeldp {

/// One question as it reaches one user.
struct user_call {
  std::string_view asks;  ///< what is to be done: the task's name
  std::span<const std::byte> said;
  const public_objects& published;
  std::uint64_t number = 0;                 ///< of the user in the round's roster
  std::span<const std::byte> said_to_me{};  ///< what the collector made for this user alone
};

/// A user-side function by its name, for users who hold an `Own`. It makes the whole message from
/// the question, what the user holds and fresh coins, and spends what the round costs.
template <class Own>
struct user_task_for {
  std::string_view asks;
  byte_string (*answer)(const user_call& asked, const Own& me, const user_coins& coins);
  /// What the answer costs this user, which follows from public numbers; null where a round does
  /// not say: nobody who keeps an account of its own answers it.
  epsilon (*price)(const user_call& asked, const Own& me) = nullptr;
};

/// The task of a round R with `R::read(said, published)` and, in its user-side file, `byte_string
/// answer(const R&, const Own&, const user_coins&)` and perhaps `epsilon price_of(const R&, const
/// Own&)`.
template <class R, class Own>
constexpr user_task_for<Own> task_of() {
  user_task_for<Own> task{R::asks, [](const user_call& asked, const Own& me, const user_coins& coins) {
                            return answer(R::read(asked.said, asked.published), me, coins);
                          }};
  if constexpr (requires(const R& round, const Own& me) { price_of(round, me); })
    task.price = [](const user_call& asked, const Own& me) {
      return price_of(R::read(asked.said, asked.published), me);
    };
  return task;
}

/// Errors: format_error for a question that is none of the tasks'.
template <class Own>
const user_task_for<Own>& task_for(std::span<const user_task_for<Own>> tasks, std::string_view asks) {
  const auto task = ranges::find(tasks, asks, &user_task_for<Own>::asks);
  if (task == tasks.end()) throw format_error(0, "nobody here answers '" + std::string(asks) + "'");
  return *task;
}

/// Answers one question.
/// Requires: the user was not asked this round before, whatever was restarted (population::answer),
///     and agrees to what the round costs.
/// Errors: format_error for a question that is none of the tasks' or malformed.
template <class Own>
byte_string answer_call(std::span<const user_task_for<Own>> tasks, const user_call& asked, const Own& me,
                        const user_coins& coins) {
  return task_for(tasks, asked.asks).answer(asked, me, coins);
}

}  // namespace edgeldp
