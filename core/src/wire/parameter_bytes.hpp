// SPDX-License-Identifier: MIT
// Parameters in canonical form: in announcements, decisions and files (core/doc/format.md).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"

namespace edgeldp::wire {

/// Of a budget in a file: 64 nats.
inline constexpr std::uint64_t largest_budget_units = 64 * epsilon::units_per_nat;

/// The budgets that a file states, in the order of the bytes.
template <class Parameters>
auto budgets_of(Parameters& p) {
  if constexpr (requires { p.degree; })
    return std::array{&p.total, &p.degree, &p.size, &p.edges, &p.count};
  else
    return std::array{&p.total, &p.size, &p.entries, &p.count};
}

/// All but users, key and kind of order, which the public order says; classes included.
void write_row_parameters(canonical_writer& to, const release_parameters& p);
/// Errors: format_error for bytes that are never written; what the numbers mean is for
///     release_layout to check.
release_parameters read_row_parameters(canonical_reader& from);

/// The classes after the first.
void write_classes(canonical_writer& to, std::span<const rank_class> later);
/// Their codec and key are those of the release.
/// Errors: as above.
std::vector<rank_class> read_classes(canonical_reader& from, codec_kind codec, release_key key);

/// All of them but the classes after the first, which have a section of their own.
void write_parameters(canonical_writer& to, const release_parameters& p);
void write_parameters(canonical_writer& to, const vector_parameters& p);
/// Errors: as above.
void read_parameters(canonical_reader& from, release_parameters& p);
void read_parameters(canonical_reader& from, vector_parameters& p);

}  // namespace edgeldp::wire
