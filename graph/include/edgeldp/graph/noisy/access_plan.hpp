// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/wire/release.hpp"

/// How to read many bits of one row: test them one by one, or decode the whole row to a bitset first. The
/// choice depends on costs only and never changes a result.
namespace edgeldp {

enum class row_access { on_demand, decoded };

/// Nanoseconds of the ways to read a row (AVX2, `edgeldp bench decode`). Only their ratios matter.
struct row_access_cost {
  double test;      ///< one position of a batch, on demand
  double position;  ///< one position of a whole row, decoded
  double lookup;    ///< one position of a batch, in the decoded bitset
};
row_access_cost access_cost(const any_codec& codec) noexcept;

/// The cheaper way to make `tests` tests on a row of `length` positions.
row_access choose_access(const row_access_cost& cost, std::uint64_t length, std::uint64_t tests) noexcept;

/// The cheaper way to make `tests` tests on the owner's row.
row_access choose_access(const release& published, vertex_id owner, std::uint64_t tests) noexcept;

/// Calls body(count), where count(positions) is the number of ones of the owner's row among `positions`.
/// `bits` is scratch for one decoded row, to be reused by the thread.
template <class Body>
void with_row_counter(const release& published, vertex_id owner, row_access access,
                      std::vector<std::uint64_t>& bits, Body&& body) {
  published.visit_row(owner, [&](const auto& row) {
    if (access == row_access::on_demand)
      return body([&](std::span<const std::uint32_t> positions) { return row.count_ones(positions); });
    bits.resize((published.layout().shape(owner).length + 63) / 64);
    row.decode_bits(bits);
    body([&](std::span<const std::uint32_t> positions) { return count_selected(bits, positions); });
  });
}

}  // namespace edgeldp
