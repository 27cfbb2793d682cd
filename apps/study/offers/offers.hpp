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

/// What a client has at hand when it answers, and so which tasks it knows.
enum class user_side {
  excerpts,  ///< its list, and of what is published the part that it needs
  objects,   ///< its list, and all that is published
  profile    ///< its list and its attributes
};

struct offer {
  std::string_view question;                   ///< its name among all questions, and in tasks
  std::string_view estimates = {};             ///< for people: "the number of triangles"
  std::span<const offered_round> rounds = {};  ///< in their order; none: it is not offered
  std::string_view why_not = {};               ///< behind "since"; of what is not offered
  user_side users = user_side::excerpts;
  bool has_attributes = false;
  std::uint64_t most_people = 0;  ///< 0: no bound
  /// The rounds where a relationship may lose more than usual; none: it may not.
  std::span<const offered_round> rounds_for_relationship = {};

  bool is_open() const noexcept { return !rounds.empty(); }
  /// Thousandths.
  std::span<const offered_round> rounds_at(std::uint32_t relationship) const noexcept {
    return relationship > usual_relationship ? rounds_for_relationship : rounds;
  }
};

/// Open ones first.
std::span<const offer> offers();
/// Null for a question that is not among them.
const offer* offer_of(std::string_view question) noexcept;

}  // namespace edgeldp::study
