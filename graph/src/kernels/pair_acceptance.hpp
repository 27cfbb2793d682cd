// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"

/// What is accepted of the pairs of many lists, a row of bits at a time. A policy says
///     member   what it remembers of a member of a list
///     kind     what it has to know of a row beside its bits, and kind_of(owner)
///     result   of a list
///     accept(list, row, members, kind_at, bits, result)
/// `row` is the place of the row's owner among the members, kind_at(k) the kind of member k <= row,
/// and bit k that of the pair {row, k}, k < row; bits from `row` on are 0. Rows of a list come in
/// increasing order.
namespace edgeldp {

/// Pairs by their number (limited_pairs.hpp), bounds[list].pairs for a list; all pairs where there
/// are no bounds.
class pair_acceptance {
 public:
  using member = pair_degrees;
  struct kind {};
  using result = pair_counts;

  explicit pair_acceptance(std::span<const user_bound> bounds) : m_bounds(bounds) {}

  kind kind_of(vertex_id) const { return {}; }

  template <class Kinds>
  void accept(std::size_t list, std::size_t row, std::span<member> members, const Kinds&,
              std::span<const std::uint64_t> bits, result& accepted) const {
    const pair_degrees of_row = accept_row_of(list, row, members, bits);
    accepted[0] += of_row[0];
    accepted[1] += of_row[1];
  }

 private:
  pair_degrees accept_row_of(std::size_t list, std::size_t row, std::span<member> members,
                             std::span<const std::uint64_t> bits) const {
    constexpr pair_limits unlimited{~std::uint64_t{0}, ~std::uint64_t{0}};
    const pair_limits& limits = m_bounds.empty() ? unlimited : m_bounds[list].pairs;
    // A member of a short list does not reach its limits, so nobody needs to look at them.
    if (members.size() <= limits.zeros && members.size() <= limits.ones) {
      std::uint32_t ones = 0;
      for (const std::uint64_t word : bits) ones += static_cast<std::uint32_t>(std::popcount(word));
      return {static_cast<std::uint32_t>(row) - ones, ones};
    }
    if (members.size() <= limits.zeros) return accept_ones_of_row(members, row, limits, bits);
    return accept_row(members, row, limits,
                      [bits](std::size_t k) { return ((bits[k / 64] >> (k % 64)) & 1) != 0; });
  }

  std::span<const user_bound> m_bounds;
};

/// Pairs by weights of the rows that hold them (limited_weights.hpp), one limit a list for both
/// signs. `weights`: by the law of a bit, that of its row or of whom it is about; `of_absent`: of a
/// pair that has a member without a row.
class weight_acceptance {
 public:
  using member = accepted_weight;
  struct kind {
    std::uint8_t law;
    bool is_absent;
  };
  using result = int128;

  weight_acceptance(const release& published, std::span<const std::uint64_t> limits,
                    std::span<const bit_weights> weights, std::int64_t of_absent)
      : m_published(published),
        m_limits(limits),
        m_weights(weights),
        m_of_absent(of_absent),
        m_is_by_position(published.parameters().has_laws_by_position()) {}

  kind kind_of(vertex_id owner) const {
    return {static_cast<std::uint8_t>(m_published.layout().class_of(owner)),
            ranges::binary_search(m_published.absent(), owner)};
  }

  template <class Kinds>
  void accept(std::size_t list, std::size_t row, std::span<member> members, const Kinds& kind_at,
              std::span<const std::uint64_t> bits, result& sum) const {
    const weight_limits limits{m_limits[list], m_limits[list]};
    const kind own = kind_at(row);
    const accepted_weight of_row =
        m_published.absent().empty() && !m_is_by_position
            ? accept_weights(members, row, limits, m_weights[own.law], bits)
            : accept_weights(members, row, limits, [&](std::size_t k) {
                const kind other = kind_at(k);
                if (own.is_absent || other.is_absent) return m_of_absent;
                const bit_weights& weights = m_weights[m_is_by_position ? other.law : own.law];
                return ((bits[k / 64] >> (k % 64)) & 1) != 0 ? weights.one : weights.zero;
              });
    sum += static_cast<int128>(of_row[1]) - static_cast<int128>(of_row[0]);
  }

 private:
  const release& m_published;
  std::span<const std::uint64_t> m_limits;
  std::span<const bit_weights> m_weights;
  std::int64_t m_of_absent;
  bool m_is_by_position;
};

}  // namespace edgeldp
