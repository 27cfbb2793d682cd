// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/graph/rounds/rounds.hpp"
#include "group_rr/layout.hpp"
#include "triangles/downloads.hpp"

/// The rounds `edges` and `count` of GroupRR.
namespace edgeldp {

/// Round `edges`: of each bin of the users that precede the user, whether one of its places, drawn
/// at random, holds a neighbour, through randomized response. Everybody is asked.
struct group_row_round {
  static constexpr std::string_view asks = "bins";
  public_ref<group_layout> layout;

  /// The rows of all users, as they come.
  class answers {
   public:
    explicit answers(public_ref<group_layout> layout) : m_rows(std::move(layout)) {}
    /// Errors: format_error for bytes that no user's row has.
    void accept(std::uint64_t number, std::span<const std::byte> message);
    void accept_words(std::uint64_t number, std::span<const std::uint64_t> row);
    /// Rows of users who were absent hold no bin.
    group_rows finish() && { return std::move(m_rows); }

   private:
    group_rows m_rows;
  };

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static group_row_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster&) const { return answers(layout); }
};

/// Round `count`: estimates of the pairs of the user's list + noise, from the sample that the
/// server passes on to it. A user works out its noise from the plan.
struct group_count_round {
  static constexpr std::string_view asks = "pairs of bins";
  using answers = released_counts;
  public_ref<group_layout> layout;
  std::string rows;  ///< the name of the published ones
  roster who = roster::everybody(0);
  personal_downloads* downloads = nullptr;  ///< the collector's

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const { return downloads->make(who.user(number)); }
  static group_count_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& asked) const { return {wide_numbers(asked.size())}; }
};

/// The same under allowances, whose noise is too small: NOT private. A question of its own, so that
/// only users who agreed to be asked it answer (open_group_rr_tasks).
struct claimed_group_count_round : group_count_round {
  static constexpr std::string_view asks = "pairs of bins as claimed";
};

/// What the server passes on to one reader: of every row before it a public sample of the bins that
/// said yes.
byte_string sample_for(const group_rows& rows, vertex_id reader);

}  // namespace edgeldp
