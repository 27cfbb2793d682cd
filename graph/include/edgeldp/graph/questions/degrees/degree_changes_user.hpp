// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/task_user.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"

/// What one user says on a later date of a series, and what it must remember for the next
/// (degree_changes.hpp).
namespace edgeldp {

/// Somebody of whom a list has said something.
struct told_contact {
  vertex_id person = 0;
  std::uint32_t changes = 0;  ///< that were told
  bool is_there = false;      ///< as it was told last
  friend bool operator==(const told_contact&, const told_contact&) = default;
};

/// A list as it was told last. Who is not in it was never told to be there.
class told_contacts {
 public:
  told_contacts() = default;
  /// The list of the first date, increasing.
  explicit told_contacts(std::span<const vertex_id> first);
  /// As it was kept.
  /// Requires: persons increasing; each there, or with changes.
  explicit told_contacts(std::vector<told_contact> kept) : m_known(std::move(kept)) {}

  /// What is told where the list, increasing, is this now: who has changed so often stays as it was
  /// told last.
  told_contacts next(std::span<const vertex_id> list, std::uint32_t most_changes) const;

  std::int64_t degree() const noexcept;
  std::span<const told_contact> known() const noexcept { return m_known; }
  friend bool operator==(const told_contacts&, const told_contacts&) = default;

 private:
  std::vector<told_contact> m_known;
};

/// What one user knows that nobody else may; beside it what is public of it.
struct own_changes {
  vertex_id user = 0;
  std::int64_t change = 0;                 ///< degree as it is told now, less as it was told last
  std::span<const told_number> told = {};  ///< all that it has told, earlier dates first
};

/// Costs budgets.changes for one history of the unit, on all later dates together.
epsilon price_of(const degree_change_round& round, const own_changes& me);

/// What was told, and the change + noise. Coins: degree, of the step `date`.
/// Errors: format_error where nothing was told before, or something on this date or a later one.
byte_string answer(const degree_change_round& round, const own_changes& me, const user_coins& coins);

/// change of degree.
std::span<const user_task_for<own_changes>> degree_change_tasks();

}  // namespace edgeldp
