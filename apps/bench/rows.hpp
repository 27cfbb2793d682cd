// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "options/verb_options.hpp"

/// Random rows to measure codecs on.
namespace edgeldp::cli {

/// The row that a measurement is made on, as typed.
struct row_arguments {
  double edge_budget = 1.0986122886681098;  ///< ln 3
  std::uint64_t entries = 2000, length = 100'000, seed = 1;

  void add_to(verb_options& verb);
  /// Errors: invalid_parameter unless entries < length.
  void check() const;
  edgeldp::epsilon budget() const { return epsilon::from_nats(edge_budget); }
};

/// `entries` distinct uniform positions below `length`, sorted: row number `row` of a seed. They
/// need no permutation.
std::vector<row_entry> random_entries(const row_arguments& a, vertex_id row);

/// All positions of a row in random order.
std::vector<std::uint32_t> shuffled_positions(const row_arguments& a);

/// ppr within an edge budget: half of it over alpha is the mechanism's.
ppr_codec make_ppr(const row_arguments& a, double alpha);
bitmap_codec make_bitmap(const row_arguments& a);
release_key key_of(const row_arguments& a);

/// Shapes as a release would plan them, had the number of entries been released without noise.
row_shape plain_shape(const row_arguments& a, vertex_id user);
row_shape ppr_shape(const row_arguments& a, const ppr_codec& codec, unsigned level, vertex_id user);
/// Columns for more kept rows than the coins leave in a million rows.
row_shape nullspace_shape(const row_arguments& a, const nullspace_codec& codec, vertex_id user);

}  // namespace edgeldp::cli
