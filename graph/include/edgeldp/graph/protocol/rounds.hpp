// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/wide_numbers.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/wire/gathered_rows.hpp"

/// The rounds that come before counting, as the collector asks them: what is announced, and what is
/// known when the answers are in. The users' side: rounds_user.hpp. A round `on` an excerpt is the
/// same announcement as a user reads it that keeps a few users only (excerpts.hpp).
namespace edgeldp {

/// Numbers of sensitivity 1 + discrete Laplace noise, one a user asked, in the order of the roster;
/// 0 of those who were absent.
struct released_values {
  std::vector<std::int64_t> values;
  /// Errors: format_error unless the message is one number within +-2^48, which a release can
  ///     carry.
  void accept(std::uint64_t number, std::span<const std::byte> message);
};

/// Counts on a lattice + discrete Laplace noise, in the same way.
struct released_counts {
  wide_numbers values;
  /// Errors: format_error unless the message is one number so small that the sum of all that were
  ///     asked stays below 2^126.
  void accept(std::uint64_t number, std::span<const std::byte> message);
};

/// Round `degree`: the number of neighbours + discrete Laplace noise of sensitivity 1. Both
/// endpoints of an edge take part.
struct degree_round {
  static constexpr std::string_view asks = "degree";
  using answers = released_values;
  epsilon budget;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static degree_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(who.size())}; }
};

/// Round `size`: the number of neighbours that precede the user in the public order + discrete
/// Laplace noise of sensitivity 1. One endpoint of an edge takes part.
template <class Order>
struct size_round_on {
  static constexpr std::string_view asks = "size";
  using answers = released_values;
  rank_budgets budget;
  public_ref<Order> order;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static size_round_on read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(who.size())}; }
};
using size_round = size_round_on<public_order>;

/// The same number as it is: NOT private. A question of its own, so that only users who agreed to
/// be asked it answer (open_tasks).
struct open_size_round {
  static constexpr std::string_view asks = "open size";
  using answers = released_values;
  public_ref<public_order> order;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static open_size_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(who.size())}; }
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
