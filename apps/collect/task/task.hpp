// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/signature.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/history_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "study/offers/offers.hpp"

/// What a collection will ask, fixed before anybody takes part: one file, whose digest names it.
namespace edgeldp::collect {

/// The name of the round in which people join, before the method's own.
inline constexpr std::string_view join_round = "join";

/// That a round may be open for: ten years, in seconds.
inline constexpr std::uint64_t longest_round = 10ULL * 365 * 24 * 3600;

struct task_round {
  std::string name;  ///< of a round_kind; a method may ask it of several groups of users
  edge_use edges = edge_use::none;
  epsilon most;               ///< no user pays more for it
  std::uint64_t seconds = 0;  ///< it closes so long after it was opened, at the latest
  /// A client answers at a random moment, so many seconds after it has heard of the round at the
  /// latest. From version 2 on.
  std::uint64_t answer_seconds = 0;
  /// The end of an edge that answers, where halves of lists are paid apart (offered_round).
  endpoint answers = endpoint::unknown;
};

using task_attribute = study::asked_attribute;

/// A person who has a public label.
struct labelled_person {
  std::string name, label;
};

/// Labels of some people that are public before anybody is asked (labels.hpp).
struct task_labels {
  static constexpr std::size_t most = 64;

  std::vector<std::string> names;  ///< different ones, in the order of their bytes; none: there are no labels
  std::uint64_t people = 0;        ///< who have one
  std::string file;                ///< the object that says who has which
};

/// The place of a task among those that ask the same people again. Each date is a collection of its
/// own; where degrees are told by their changes, people's programs go on from what they told last,
/// and all dates together cost the total of the first.
struct task_series {
  static constexpr std::uint32_t largest_date = 1000;

  std::string first;                    ///< id of the first date's task; empty: this is the first
  std::uint32_t date = 1;               ///< the number of this one
  epsilon before;                       ///< what the earlier dates cost by plain addition, one who was in all
  history_budgets budgets;              ///< not used: every date is whole
  std::uint32_t turnover_permille = 0;  ///< of contacts that are assumed to end by the next date
  /// Of a later date that tells changes: the object that says who joined the first, and how many.
  std::string cohort;
  std::uint64_t cohort_people = 0;

  friend bool operator==(const task_series&, const task_series&) = default;
};

/// Promise: bytes that were read are the only ones that say the same (canonical JSON: sorted keys,
///     no spaces, integers), so their digest names the task on both sides.
struct task {
  std::uint32_t version = usual_version;  ///< of the task and of all messages
  std::string title;                      ///< for people: what it is about
  std::string method;                     ///< a question that is offered (study/offers)
  epsilon total;                          ///< no user pays more in all rounds together
  /// What a relationship may lose, in thousandths of that.
  std::uint32_t relationship_permille = study::usual_relationship;
  /// About what a user reads, in bytes, where that is a public sample of rows; 0: all rows.
  std::uint64_t max_download_bytes = 0;
  std::uint64_t people = 0;      ///< lines of the directory
  std::string directory_digest;  ///< name_of its bytes
  /// Of the directory of items, where lists are of items: how many lines it has, and the name under
  /// which it is published as an object. 0 where lists are of people.
  std::uint64_t items = 0;
  std::string item_directory;
  release_key key;                      ///< of all public coins
  public_key collector;                 ///< signs announcements and the result
  bool is_simulated = false;            ///< for clients with replayed coins, and for no others
  std::uint32_t close_permille = 1000;  ///< a round closes before its time once so many have answered
  std::vector<task_attribute> attributes;
  task_labels labels;
  std::vector<task_round> rounds;  ///< join_round first
  task_series series;              ///< the first of whole dates does not know that others follow

  byte_string write() const;
  /// Errors: format_error, which names the key, for a version that is unknown, or bytes that write
  ///     never makes.
  static task read(std::span<const std::byte> bytes);

  /// Whether rows and counts are of different halves of a list, paid apart.
  bool has_halves() const noexcept { return relationship_permille > study::usual_relationship; }
  /// Whether users have roles by public coins, and each says what its role says (sample_roles).
  bool has_roles() const noexcept { return max_download_bytes > 0; }
  bool has_items() const noexcept { return items > 0; }
  bool has_labels() const noexcept { return !labels.names.empty(); }
  bool is_later_date() const noexcept { return series.date > 1; }
  /// Whether the dates of its series tell degrees by their changes.
  bool tells_changes() const noexcept { return series.budgets.is_used(); }
  /// Whether this is a date on which what has changed is told.
  bool asks_changes() const noexcept { return tells_changes() && is_later_date(); }
  study::task_variant variant() const noexcept {
    return {relationship_permille, max_download_bytes, asks_changes()};
  }
  /// By which the account of a person knows the series, or the task.
  std::string account_name() const { return asks_changes() ? series.first : id(); }
  /// What the rounds of this date cost at most: where changes are told, the first date takes its
  /// part, and all later ones together the rest.
  epsilon total_of_rounds() const noexcept {
    if (!tells_changes()) return total;
    return is_later_date() ? series.budgets.changes : series.budgets.first;
  }
  /// What a person has lost after this date who was in all: by plain addition of dates, as if each
  /// stood alone; and by the unit of the series, where it has one.
  epsilon lost_by_addition() const;
  epsilon lost_by_unit() const;
  /// Whether each person may choose the part of every budget that it spends.
  bool lets_choose() const noexcept { return version >= choosing_version; }
  /// As study::settings has it.
  double relationship_in_totals() const noexcept {
    return has_halves() ? relationship_permille / 1000.0 : 1.0;
  }
  /// The most that a relationship may lose in all rounds, by both its ends together. What both ends
  /// answer counts twice; of what one end answers, and of halves, the rest of that end's total.
  epsilon most_of_relationship() const;
  /// The same of a person's own contacts, where that person spends this part of each budget: the
  /// other end may spend all.
  epsilon most_of_relationship(chosen_part own) const;

  std::string id() const { return name_of(write()); }
  /// Null for a round that the task does not name.
  const task_round* round(std::string_view name) const noexcept;
};

/// The most bytes that the directory of a task's items has.
inline std::uint64_t longest_item_directory(const task& t) noexcept {
  return (std::uint64_t{1} << 20) + 256 * t.items;
}

/// The most bytes that the list of who joined the first date of a series has.
inline std::uint64_t longest_cohort(const task& t) noexcept {
  return 64 + 64 * t.people;
}

/// The offer that a task's method is.
/// Errors: invalid_parameter for a method that is not offered, which says why.
const study::offer& offer_for(std::string_view method);

/// How long the rounds take, in seconds: joining, each other round, and within which a round is
/// answered.
struct round_times {
  std::uint64_t join = 1, round = 1, answer = 0;
};

/// Of a new task: a series that tells changes asks all people for the same.
/// Errors: as above.
std::uint32_t version_for(std::string_view method, bool tells_changes);

/// Why a person cannot spend a part of this task's budgets; empty where it can.
std::string why_no_part(const task& t);

/// "whole", "half", "quarter".
/// Errors: invalid_parameter for another word.
chosen_part part_named(std::string_view name);

/// The rounds of a method at this total.
/// Errors: as offer_for; invalid_parameter for a method that has no such variant.
std::vector<task_round> rounds_of(std::string_view method, epsilon total, const study::task_variant& variant,
                                  const round_times& seconds = {});

/// Within which a round of so many seconds is answered unless somebody says otherwise: a tenth.
std::uint64_t usual_answer_seconds(std::uint64_t round_seconds);

}  // namespace edgeldp::collect
