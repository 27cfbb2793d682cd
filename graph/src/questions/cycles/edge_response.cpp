// SPDX-License-Identifier: MIT
#include "questions/cycles/edge_response.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

constexpr double most_steps = 0x1.0p28;

/// Lists by rank: whom the user there counts, who counts it, and both.
struct placed_lists {
  std::vector<std::vector<std::uint32_t>> before, after, all;

  placed_lists(const ranked_lists& lists, std::span<const std::uint32_t> rank)
      : before(rank.size()), after(rank.size()), all(rank.size()) {
    for (std::size_t u = 0; u < rank.size(); ++u)
      for (const std::uint32_t i : lists.of(static_cast<vertex_id>(u))) {
        before[rank[u]].push_back(i);
        after[i].push_back(rank[u]);
        all[i].push_back(rank[u]);
        all[rank[u]].push_back(i);
      }
  }
};

/// Paths that a bit between x and the other end of it closes, for all other ends.
class closing_paths {
 public:
  closing_paths(const placed_lists& lists, const peak_shares& shares)
      : m_lists(lists), m_shares(shares), m_closed(lists.all.size()), m_common(lists.all.size()) {}

  std::span<const double> of(std::uint32_t x) {
    ranges::fill(m_closed, 0.0);
    as_far_end(x);
    as_member(x);
    m_closed[x] = 0.0;
    return m_closed;
  }

 private:
  double share(std::uint32_t v, std::uint32_t peak) const {
    return m_shares.of(m_shares.segment_of(v))[m_shares.segment_of(peak)];
  }

  /// x lies between two members i and j of some user's list; the bit is that of i.
  void as_far_end(std::uint32_t x) {
    for (const std::uint32_t j : m_lists.all[x])
      for (const std::uint32_t v : m_lists.after[j]) m_common[v][j < x ? 0 : 1] += 1.0;
    for (const std::uint32_t j : m_lists.all[x])
      for (const std::uint32_t v : m_lists.after[j]) {
        const auto [below, above] = std::exchange(m_common[v], {});
        if (v == x || below + above == 0.0) continue;
        const double two_peaks = share(v, x) * below + above, one_peak = below + above;
        for (const std::uint32_t i : m_lists.before[v]) m_closed[i] += i < x ? two_peaks : one_peak;
      }
    // Paths that would have to come back by i itself.
    for (const std::uint32_t i : m_lists.all[x])
      for (const std::uint32_t v : m_lists.after[i])
        if (v != x) m_closed[i] -= i < x ? share(v, x) : 1.0;
  }

  /// x is the member, and the bit that of what lies between.
  void as_member(std::uint32_t x) {
    for (const std::uint32_t v : m_lists.after[x])
      for (const std::uint32_t j : m_lists.before[v]) {
        if (j == x) continue;
        for (const std::uint32_t u : m_lists.all[j])
          if (u != v) m_closed[u] += u > x && u > j ? share(v, u) : 1.0;
      }
  }

  const placed_lists& m_lists;
  const peak_shares& m_shares;
  std::vector<double> m_closed;
  std::vector<std::array<double, 2>> m_common;
};

}  // namespace

double edge_response(const ranked_lists& lists, std::span<const std::uint32_t> rank,
                     const peak_shares& shares, const bit_law& law) {
  const placed_lists placed(lists, rank);
  const std::uint64_t n = rank.size();
  const double steps = static_cast<double>(n) * static_cast<double>(n + lists.ranks.size());
  const auto stride = static_cast<std::uint64_t>(std::ceil(steps / most_steps));
  std::vector<double> of_rank(n);
  parallel_for(0, (n + stride - 1) / std::max<std::uint64_t>(stride, 1), 16,
               [&](std::uint64_t first, std::uint64_t last) {
                 closing_paths paths(placed, shares);
                 for (std::uint64_t k = first; k < last; ++k) {
                   const std::span<const double> closed = paths.of(static_cast<std::uint32_t>(k * stride));
                   double sum = 0.0, on_edges = 0.0;
                   for (const double c : closed) sum += c * c;
                   for (const std::uint32_t y : placed.all[k * stride]) on_edges += closed[y] * closed[y];
                   of_rank[k] = law.non_edge_variance() * (sum - on_edges) + law.edge_variance() * on_edges;
                 }
               });
  double sum = 0.0;
  for (const double part : of_rank) sum += part;
  return 0.5 * static_cast<double>(stride) * sum;
}

}  // namespace edgeldp
