// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "generate/draws.hpp"

namespace edgeldp {

namespace {

using namespace drawn;

/// A uniform set of `count` numbers below `bound`, increasing: the first `count` distinct values of
/// one endless sequence of draws. Each pass draws as many as are missing, so it never draws beyond
/// that point.
std::vector<std::uint64_t> draw_distinct(std::uint64_t bound, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t drawn = 0; values.size() < count;) {
    const std::uint64_t kept = values.size();
    values.resize(count);
    parallel_for(kept, count, 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        values[i] = draw_stream(seed, purpose::erdos_renyi, drawn + i - kept).below(bound);
      }
    });
    drawn += count - kept;
    const auto fresh = values.begin() + static_cast<std::ptrdiff_t>(kept);
    std::sort(fresh, values.end());
    values.erase(std::unique(fresh, values.end()), values.end());
    if (kept == 0) continue;
    std::vector<std::uint64_t> merged;
    merged.reserve(values.size());
    std::set_union(values.begin(), fresh, fresh, values.end(), std::back_inserter(merged));
    values = std::move(merged);
  }
  return values;
}

/// Pair number v (v - 1) / 2 + u stands for u < v.
std::pair<vertex_id, vertex_id> pair_of(std::uint64_t number) {
  auto v = static_cast<std::uint64_t>(std::sqrt(2 * static_cast<double>(number)));
  while (v > 0 && count_pairs(v) > number) --v;
  while (count_pairs(v + 1) <= number) ++v;
  return {static_cast<vertex_id>(number - count_pairs(v)), static_cast<vertex_id>(v)};
}

/// The numbers below `bound` that are not in `sorted`.
std::vector<std::uint64_t> complement(const std::vector<std::uint64_t>& sorted, std::uint64_t bound) {
  std::vector<std::uint64_t> others;
  others.reserve(bound - sorted.size());
  auto next = sorted.begin();
  for (std::uint64_t i = 0; i < bound; ++i) {
    if (next != sorted.end() && *next == i) {
      ++next;
    } else {
      others.push_back(i);
    }
  }
  return others;
}

}  // namespace

csr_graph generate_erdos_renyi(std::uint64_t n, count_type m, std::uint64_t seed) {
  require_sizes(n, m, "m");
  const std::uint64_t pairs = n == 0 ? 0 : count_pairs(n);
  // Of a dense graph draw the missing edges.
  const std::vector<std::uint64_t> numbers = m <= pairs / 2
                                                 ? draw_distinct(pairs, m, seed)
                                                 : complement(draw_distinct(pairs, pairs - m, seed), pairs);
  edge_list edges(m);
  parallel_for(0, m, 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) edges[i] = pair_of(numbers[i]);
  });
  return {n, edges};
}

}  // namespace edgeldp
