// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/wire/release.hpp"

/// How to read many bits of one row: test them one by one, or decode the whole row to a bitset
/// first. The choice depends on costs only and never changes a result.
namespace edgeldp {

enum class row_access { on_demand, decoded };

/// Nanoseconds of the ways to read a row.
struct row_access_cost : row_read_cost {
  double lookup;  ///< one position of a batch, in the decoded bitset
};
row_access_cost access_cost(const any_codec& codec) noexcept;

/// The cheaper way to make `tests` tests on a row of `length` positions.
row_access choose_access(const row_access_cost& cost, std::uint64_t length, std::uint64_t tests) noexcept;

/// The cheaper way to make `tests` tests on the owner's row.
row_access choose_access(const release& published, vertex_id owner, std::uint64_t tests) noexcept;

/// A decoded row, asked as a Row is.
struct decoded_row {
  std::span<const std::uint64_t> bits;
  std::uint64_t count_ones(std::span<const std::uint32_t> positions) const noexcept {
    return count_selected(bits, positions);
  }
  void select_bits(std::span<const std::uint32_t> positions,
                   std::span<std::uint64_t> selected) const noexcept {
    edgeldp::select_bits(bits, positions, selected);
  }
};

/// Calls body(row) with the owner's row, as it is or decoded; it answers count_ones and
/// select_bits. `bits` is scratch for one decoded row, to be reused by the thread. Release: release
/// or vector_release.
template <class Release, class Body>
void with_row(const Release& published, vertex_id owner, row_access access, std::vector<std::uint64_t>& bits,
              Body&& body) {
  published.visit_row(owner, [&](const auto& row) {
    if (access == row_access::on_demand) return body(row);
    bits.resize((published.layout().shape(owner).length + 63) / 64);
    row.decode_bits(bits);
    body(decoded_row{bits});
  });
}

}  // namespace edgeldp
