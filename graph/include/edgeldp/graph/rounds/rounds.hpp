// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/count_round.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/wire/gathered_rows.hpp"

/// The rounds that come before counting, as the collector asks them: what is announced, and what is
/// known when the answers are in. The users' side: rounds_user.hpp. A round `on` an excerpt is the
/// same announcement as a user reads it that keeps a few users only (excerpts.hpp).
namespace edgeldp {

/// The number of neighbours: round `degree`. Both endpoints of an edge take part.
struct neighbor_count {
  static constexpr std::string_view asks = "degree";
  static constexpr round_kind round{rounds::degree, edge_use::both_endpoints};
  using answers = released_values;

  void write(canonical_writer&) const {}
  static neighbor_count read(canonical_reader&, const public_objects&) { return {}; }
};
using degree_round = count_round<neighbor_count>;

/// How many of its neighbours precede the user in the public order, which is asked of the later
/// endpoints of edges: round `size`; or follow it, of the earlier ones: round `length`. One
/// endpoint of an edge takes part.
template <class Order, endpoint answered_by>
struct half_count {
  static_assert(answered_by != endpoint::unknown);
  static constexpr bool is_size = answered_by == endpoint::later;
  static constexpr std::string_view asks = is_size ? "size" : "length";
  static constexpr round_kind round{is_size ? rounds::size : rounds::length, edge_use::one_endpoint};
  using answers = released_values;
  using budgets = rank_budgets;
  public_ref<Order> order;

  void write(canonical_writer& to) const { to.text(order.name); }
  static half_count read(canonical_reader& from, const public_objects& published) {
    return {published.get<Order>(from.text())};
  }
};
template <class Order>
using preceding_count = half_count<Order, endpoint::later>;
template <class Order>
using following_count = half_count<Order, endpoint::earlier>;
template <class Order>
using size_round_on = count_round<preceding_count<Order>>;
using size_round = size_round_on<public_order>;
template <class Order>
using length_round_on = count_round<following_count<Order>>;
using length_round = length_round_on<public_order>;

/// The same number as it is: NOT private. A question of its own, so that only users who agreed to
/// be asked it answer (open_tasks).
struct open_size_round {
  static constexpr std::string_view asks = "open size";
  using answers = released_values;
  public_ref<public_order> order;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static open_size_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(size_of(who.size()))}; }
};

/// The rows of all users, as they come.
class row_answers {
 public:
  row_answers(public_ref<release_layout> layout, roster who);
  /// Errors: format_error for bytes that no user's row has.
  void accept(std::uint64_t number, std::span<const std::byte> message);
  void accept_words(std::uint64_t number, std::span<const std::uint64_t> row);
  release publish() &&;

 private:
  public_ref<release_layout> m_layout;
  roster m_who;
  gathered_rows<release_layout> m_rows;
};

/// Round `edges`: the row over the users that precede the user, randomized by the layout's codec.
/// Everybody is asked who is present; the rows of others are those of users who are absent
/// (gathered_rows.hpp).
template <class Layout>
struct row_round_on {
  static constexpr std::string_view asks = "row";
  using answers = row_answers;
  public_ref<Layout> layout;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static row_round_on read(std::span<const std::byte> in, const public_objects& published);
  /// Errors: invalid_parameter for a roster of another number of users, or rows that are too long
  ///     (make_row_words).
  answers open(const roster& who) const
    requires std::same_as<Layout, release_layout>;
};
using row_round = row_round_on<release_layout>;

}  // namespace edgeldp
