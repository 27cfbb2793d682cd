// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sample_roles.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

/// The rounds of a sample of rows, as the collector asks them. An edge is in the input of one
/// endpoint at most in all of them: of a candidate and a column it is the candidate, of a counter
/// and anybody else the counter. The users' side: sampled_rounds_user.hpp.
namespace edgeldp {

/// Round `size` of chosen candidates: their number of columns.
struct column_count {
  static constexpr std::string_view asks = "number of columns";
  static constexpr round_kind round{rounds::size, edge_use::one_endpoint};
  using answers = released_values;
  sample_roles roles;

  void write(canonical_writer& to) const { roles.write(to); }
  static column_count read(canonical_reader& from, const public_objects&) {
    return {sample_roles::read(from)};
  }
};
using column_count_round = count_round<column_count>;

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
/// as the limit that each is told accepts them (limited_weights.hpp).
struct sampled_pairs {
  static constexpr std::string_view asks = "pairs in a sample of rows";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  sample_roles roles;
  public_ref<vector_release> rows;
  std::vector<sampled_row> owners;  ///< of the rows, by increasing user

  void write(canonical_writer& to) const;
  /// Errors: format_error for anything that write never makes, owners that are no candidates among
  ///     them.
  static sampled_pairs read(canonical_reader& from, const public_objects& published);
};
using sampled_count_round = count_round<sampled_pairs>;

/// Owners of rows one after another, by the gaps between their numbers.
void write_owners(canonical_writer& to, std::span<const sampled_row> owners);
/// Errors: format_error unless they are in increasing order.
std::vector<sampled_row> read_owners(canonical_reader& from);

}  // namespace edgeldp
