// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/history_budgets.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"

/// What one person's device has set aside and spent in all collections that ask the same list.
namespace edgeldp::collect {

/// The most that all collections together may cost a person; zero: no such limit.
struct spending_limits {
  epsilon lifetime;
  epsilon yearly;  ///< in any 365 days
};

/// A round that this person answered, from whichever copy of a state.
struct answered_round {
  std::uint32_t index = 0;              ///< of the announcement, among those of its collection
  std::string announcement{}, round{};  ///< their names
  epsilon price{};
};

/// What this person has told of its list in a series that tells changes, up to one date. The next
/// date goes on from it, so that it lies here, and not in a state that may be lost or old.
struct series_telling {
  history_budgets budgets;   ///< of the series, as its first task says them
  std::string directory;     ///< the task's: contacts are told by their numbers in it
  std::string cohort;        ///< the object that says who joined the first date
  std::uint32_t person = 0;  ///< who this is, in the directory
  std::uint32_t date = 0;
  std::string announcement{};          ///< that was answered on the date
  told_contacts contacts{};            ///< as they were told then, by their numbers in the directory
  std::vector<told_number> numbers{};  ///< all so far, with their noise
};

/// One line of an account, which is written once and never changed.
struct account_record {
  enum class kind {
    joined,  ///< `cost` is set aside, before anything is said
    spent,   ///< before an answer leaves: what all answers have cost with it
    ended,   ///< nothing more will be spent: the rest is free again
    told     ///< as spent, by an answer of a series that tells changes; from its first date on
  };
  kind what = kind::joined;
  std::string task;   ///< its digest
  std::string key;    ///< of the client's state: two states of one task are two collections
  std::string title;  ///< of the task, for people
  epsilon cost;
  epsilon relationship;       ///< the most that one contact loses by both its ends
  std::int64_t at = 0;        ///< seconds since 1970, by the device's clock
  answered_round answered{};  ///< of `spent`
  spending_limits limits{};   ///< of `joined`: what the person said
  series_telling telling{};   ///< of `told`

  byte_string write() const;
};

/// A collection, by all of its records.
struct account_line {
  std::string task, key, title;
  epsilon reserved, spent, relationship;
  std::int64_t joined = 0, latest = 0;
  bool is_open = true;
  std::vector<answered_round> answered{};
  std::vector<series_telling> tellings{};  ///< by increasing date, each date once

  /// What was told last before this date; null where nothing was.
  const series_telling* told_before(std::uint32_t date) const noexcept;
  const series_telling* told_on(std::uint32_t date) const noexcept;
  /// What it counts for: all that was set aside while it may still be spent.
  epsilon cost() const noexcept { return is_open ? reserved : spent; }
};

/// Promise: in whatever order and however often records are read, and whichever old ones come back
///     from a backup, nothing that is among them counts for less.
class personal_account {
 public:
  static constexpr std::int64_t year = 365LL * 24 * 3600;

  /// records: one behind another.
  /// Errors: format_error for bytes that write never makes.
  explicit personal_account(std::span<const std::byte> records);

  std::span<const account_line> lines() const noexcept { return m_lines; }
  /// As if this collection had never been.
  void forget(std::string_view task, std::string_view key);
  /// What the person said when it joined last; no limits where it never said any.
  const spending_limits& latest_limits() const noexcept { return m_latest_limits; }
  const account_line* find(std::string_view task, std::string_view key) const noexcept;
  /// The series of changes whose first task this is, as this person has told it; of several the one
  /// that goes on. Null where nothing was told.
  const account_line* find_series(std::string_view first_task, std::uint32_t person) const noexcept;
  /// All that was spent and all that is set aside, for ever.
  epsilon lifetime() const;
  /// The same of collections that were open at any time in the 365 days before: a collection counts
  /// with all that it cost.
  epsilon in_year_before(std::int64_t now) const;
  /// What one contact may have lost by both its ends, if its other end took part in the same.
  epsilon relationship() const;
  /// The latest moment of any record, or this one: a clock that was set back gains no time.
  std::int64_t not_before(std::int64_t now) const noexcept;
  /// The moment of a record that is made now: later than all others, so that they have an order.
  std::int64_t next_moment(std::int64_t now) const noexcept;
  /// Why so much more must not be set aside; empty: it may.
  std::string refusal(epsilon wanted, const spending_limits& limits, std::int64_t now) const;

 private:
  std::vector<account_line> m_lines;
  spending_limits m_latest_limits;
};

/// Where an account survives.
class account_keeper {
 public:
  virtual ~account_keeper() = default;
  /// Nobody else is between begin() and end(). Returns all records, one behind another.
  virtual byte_string begin() = 0;
  /// Promise: when it returns, the record is among all that begin() gives from now on, whatever
  ///     crashes. Nothing is added where it is empty.
  virtual void end(const byte_string& record) = 0;
  /// In seconds since 1970.
  virtual std::int64_t now() = 0;
};

/// Shows an account to whoever decides, and keeps the record that it returns, if any.
/// Errors: those of the keeper and of `decide`, after which nothing was added.
void with_account(account_keeper& keeper, const std::function<byte_string(const personal_account&)>& decide);

}  // namespace edgeldp::collect
