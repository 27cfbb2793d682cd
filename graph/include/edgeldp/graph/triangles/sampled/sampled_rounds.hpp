// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "edgeldp/graph/triangles/sampled/sample_roles.hpp"
#include "edgeldp/graph/vectors/vector_rounds.hpp"

/// The rounds of a sample of rows, as the collector asks them. An edge is in the input of one
/// endpoint at most in all of them: of a candidate and a column it is the candidate, of a counter
/// and anybody else the counter. The users' side: sampled_rounds_user.hpp.
namespace edgeldp {

/// Round `size` of chosen candidates: their number of columns + discrete Laplace noise of
/// sensitivity 1.
struct column_count_round {
  static constexpr std::string_view asks = "number of columns";
  using answers = released_values;
  epsilon budget;
  sample_roles roles;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static column_count_round read(std::span<const std::byte> in, const public_objects&);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(who.size())}; }
};

/// Round `edges` of the same users: which columns are their neighbours, as a randomized vector over
/// all users. Number i of the roster is row i of the layout.
struct column_row_round {
  static constexpr std::string_view asks = "columns";
  using answers = entry_round::answers;
  sample_roles roles;
  public_ref<vector_layout> layout;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static column_row_round read(std::span<const std::byte> in, const public_objects& published);
  /// Errors: as entry_round::open.
  answers open(const roster& who) const { return entry_round{layout}.open(who); }
};

/// Round `count` of counters: the weights of their pairs of a column and a chosen candidate, as far
/// as the limit that each is told accepts them (limited_weights.hpp), + discrete Laplace noise of
/// that limit.
struct sampled_count_round {
  static constexpr std::string_view asks = "pairs in a sample of rows";
  using answers = released_counts;
  epsilon budget;
  sample_roles roles;
  public_ref<vector_release> rows;
  std::vector<sampled_row> owners;    ///< of the rows, by increasing user
  std::vector<std::uint64_t> limits;  ///< one a user asked; as a user reads it, none

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  /// Errors: format_error for anything that write never makes, owners that are no candidates among
  ///     them.
  static sampled_count_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

/// Owners of rows one after another, by the gaps between their numbers.
void write_owners(canonical_writer& to, std::span<const sampled_row> owners);
/// Errors: format_error unless they are in increasing order.
std::vector<sampled_row> read_owners(canonical_reader& from);

}  // namespace edgeldp
