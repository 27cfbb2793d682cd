// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arr/plan.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "triangles/downloads.hpp"

/// The rounds `edges` and `count` of ARR, and what is published for them.
namespace edgeldp {

/// What everybody may know before the edge round.
struct arr_layout {
  public_ref<public_order> order;
  arr_plan plan;

  std::uint64_t users() const noexcept { return order->users(); }
  arr_format format() const { return {users(), plan.rule == pair_clip::rule::first_member, plan.gaps}; }
};

/// All noisy edges. Nobody needs to read them whole: users are sent what they can use.
struct arr_rows {
  public_ref<arr_layout> layout;
  noisy_triangle noisy;
};

template <>
struct public_form<arr_layout> {
  static byte_string write(const arr_layout& layout);
  static arr_layout read(std::span<const std::byte> in, const public_objects& before);
};

template <>
struct public_form<arr_rows> {
  static byte_string write(const arr_rows& rows);
  static arr_rows read(std::span<const std::byte> in, const public_objects& before);
};

/// Round `edges`: asymmetric randomized response on the users that precede the user. Everybody is
/// asked.
struct arr_row_round {
  static constexpr std::string_view asks = "noisy edges";
  public_ref<arr_layout> layout;

  /// The rows of all users, as they come.
  class answers {
   public:
    explicit answers(public_ref<arr_layout> layout);
    /// Errors: format_error for bytes that no user's row has.
    void accept(std::uint64_t number, std::span<const std::byte> message);
    void accept_words(std::uint64_t number, std::span<const std::uint64_t> row);
    /// Rows of users who were absent hold no noisy edge.
    arr_rows finish() &&;

   private:
    public_ref<arr_layout> m_layout;
    arr_format m_format;
    noisy_triangle m_noisy;
  };

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static arr_row_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster&) const { return answers(layout); }
};

/// Round `count`: qualifying pairs of the user's kept neighbours, clipped greedily, + discrete
/// Laplace noise. A user works out its noise from the plan.
struct arr_count_round {
  static constexpr std::string_view asks = "qualifying pairs";
  using answers = released_counts;
  public_ref<arr_layout> layout;
  std::string rows;  ///< the name of the published ones
  roster who = roster::everybody(0);
  const arr_rows* all = nullptr;            ///< the collector's
  personal_downloads* downloads = nullptr;  ///< the collector's

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  /// The user's own row as it sent it, which it need not have kept (not for ARRFull, which does not
  /// refer to it), and the noisy edges that it can use.
  byte_string said_to(std::uint64_t number) const;
  static arr_count_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& asked) const { return {wide_numbers(asked.size())}; }
};

/// The same under the published clipping, whose noise is too small: NOT private. A question of its
/// own, so that only users who agreed to be asked it answer (open_arr_tasks).
struct claimed_arr_count_round : arr_count_round {
  static constexpr std::string_view asks = "qualifying pairs as claimed";
};

/// The noisy edges that one user can use.
byte_string noisy_edges_for(const arr_rows& rows, vertex_id reader);

/// Whose downloads are measured: as many as take about the work of all uploads.
std::vector<bool> measured_users(const arr_layout& layout);

}  // namespace edgeldp
