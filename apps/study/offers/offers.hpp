// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/round_kind.hpp"

/// What can be collected for, question by question: what both sides of a collection and their
/// programs know before anybody takes part. All of it is public.
namespace edgeldp::study {

/// An attribute that everybody has one value of.
struct asked_attribute {
  std::string name;
  std::vector<std::string> values;
};

/// What a round costs a user at most: a share of the task's total, or all that such a share leaves.
struct round_budget {
  double share = 1.0;
  bool is_left = false;
};
/// Of degrees, where later rounds need the rest: as centred_options and two_step.
inline constexpr double usual_degree_share = 0.02;

/// How an answer is made, and so how long it takes: a client holds announcements to that before it
/// reads its list.
enum class round_work {
  list,    ///< some steps a neighbour, whatever is announced
  values,  ///< the same, of one public number a user
  order,   ///< the same, of an order of all users
  row,     ///< a noisy row is encoded
  sample,  ///< of a public sample of rows: what the role of a user says
  items,   ///< of rows over items: a noisy one is encoded, or its pairs are weighed over all rows
  pairs,   ///< of neighbours, looked up in published rows
  weights  ///< of such pairs, each summed over rows
};

/// A round as a task names it. Several of one name, one behind the other, are one round of the
/// task, which may ask any of it and costs at most what the first says.
struct offered_round {
  std::string_view name;  ///< rounds::degree, ...
  std::string_view asks;  ///< what its announcements ask: degree_round::asks, ...
  edge_use edges = edge_use::none;
  round_budget most = {};
  round_work work = round_work::list;
  /// Where the two halves of a list are paid apart: the end of an edge that answers in the order of
  /// degrees. Unknown elsewhere.
  endpoint answers = endpoint::unknown;
};

/// What a relationship loses of an offer's usual rounds, in thousandths of the total, and the most
/// that a task may let it lose (centred_options::relationship).
inline constexpr std::uint32_t usual_relationship = 1020, most_relationship = 2000;

/// The most that a task may have its users read of a sample of rows.
inline constexpr std::uint64_t most_download_bytes = std::uint64_t{1} << 40;

/// Among values of public labels: what users have who have none.
inline constexpr std::string_view no_label = "(none)";

/// What a task says beside its question that changes what is asked.
struct task_variant {
  std::uint32_t relationship = usual_relationship;  ///< in thousandths of the total
  /// About what a user reads, in bytes, where that is a public sample of rows; 0: all rows.
  std::uint64_t download_bytes = 0;
  bool is_of_changes = false;  ///< a later date of a series that tells what has changed
};

/// What a client has at hand when it answers, and so which tasks it knows.
enum class user_side {
  excerpts,  ///< its list, and of what is published the part that it needs
  objects,   ///< its list, and all that is published
  profile,   ///< its list and its attributes
  items      ///< its list of items, and all that is published
};

inline constexpr std::string_view one_layout =
    "everybody sends a row, and the layout of rows, which follows from the budget, is common to all";

struct offer {
  std::string_view question;                   ///< its name among all questions, and in tasks
  std::string_view estimates = {};             ///< for people: "the number of triangles"
  std::span<const offered_round> rounds = {};  ///< in their order; none: it is not offered
  std::string_view why_not = {};               ///< behind "since"; of what is not offered
  /// For people: what the result says of each person by its place in the directory, behind "of each
  /// person"; empty: nothing.
  std::string_view of_each = {};
  user_side users = user_side::excerpts;
  bool has_attributes = false;
  bool has_labels = false;        ///< some people have a public label beforehand
  std::uint64_t most_people = 0;  ///< 0: no bound
  std::uint64_t most_items = 0;   ///< in the directory of items; 0: lists are of people
  /// The rounds where a relationship may lose more than usual; none: it may not.
  std::span<const offered_round> rounds_for_relationship = {};
  /// The rounds where users read a public sample of rows; none: they do not.
  std::span<const offered_round> rounds_for_sample = {};
  /// The rounds of a later date where people tell what has changed; none: dates are whole.
  std::span<const offered_round> rounds_for_changes = {};
  /// Behind "since": why no user may spend a half or a quarter of each budget. Empty: each may, and
  /// its choice changes the law of its noise and nothing else.
  std::string_view why_all_spend_alike = one_layout;

  bool is_open() const noexcept { return !rounds.empty(); }
  bool has_items() const noexcept { return most_items > 0; }
  bool lets_choose() const noexcept { return is_open() && why_all_spend_alike.empty(); }
  /// None where the question has no such variant.
  std::span<const offered_round> rounds_at(const task_variant& v) const noexcept {
    if (v.is_of_changes) return rounds_for_changes;
    if (v.download_bytes == 0) return v.relationship > usual_relationship ? rounds_for_relationship : rounds;
    return v.relationship > usual_relationship ? std::span<const offered_round>() : rounds_for_sample;
  }
};

/// Open ones first.
std::span<const offer> offers();
/// Null for a question that is not among them.
const offer* offer_of(std::string_view question) noexcept;

}  // namespace edgeldp::study
