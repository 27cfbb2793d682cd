// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/rounds/pair_rule.hpp"

/// How many users read the pairs of their lists in the rows of one release.
namespace edgeldp {

enum class pair_order {
  by_list,  ///< one user after another, each row on demand: what is read of a list stays in a cache
  by_row,   ///< one row after another, for all users who keep its owner: so it is decoded once
};

/// Nothing but time and memory depends on any of it.
struct pair_reading {
  std::optional<pair_order> order{};   ///< unless given: that of less cost
  std::optional<row_access> access{};  ///< of rows one after another, unless given: that of less cost
  /// Of one row after another: about how many words of answers are kept.
  std::uint64_t block_words = std::uint64_t{1} << 22;

  /// The order that reads all rows so. On demand users need not wait for each other.
  static pair_reading of(std::optional<row_access> access);
};

/// The order of less predicted cost where so many users count, from released degrees: rows are
/// visited by themselves where decoding them saves more than it costs to sort lists by rows.
/// Cost: a pass over a million users at most, in 8 kB.
pair_order choose_order(const release_layout& layout, std::uint64_t readers, counted_side side);

}  // namespace edgeldp
