// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/roster.hpp"

/// The rounds of labels: `prior` and `report`, in both of which users send one report of their
/// label through the channel announced. The users' side: label_round_user.hpp. Bytes:
/// core/doc/format.md, "Announcements".
namespace edgeldp {

struct label_round {
  static constexpr std::string_view asks = "label";
  bool is_prior = false;  ///< D1's round; otherwise D2's
  epsilon budget;         ///< at least the channel's loss
  channel law;

  struct answers {
    static constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();
    channel law;
    std::vector<std::uint32_t> reports;  ///< outputs of the channel, or absent

    void accept(std::uint64_t number, std::span<const std::byte> message);
    /// How often each output was reported.
    std::vector<std::uint64_t> counts() const;
  };

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  /// Who reads it knows that the channel costs no more than the budget.
  /// Errors: format_error for bytes that write never makes, or a channel that tells more.
  static label_round read(std::span<const std::byte> in, const public_objects&);
  answers open(const roster& who) const;
};

/// What a collector decides between the rounds: a plan of plan_blocks, and its channel with all
/// integers, which another machine might round otherwise.
struct label_plan {
  block_plan blocks;
  channel mechanism;

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes of such a plan.
  static label_plan read(std::span<const std::byte> in);
};

}  // namespace edgeldp
