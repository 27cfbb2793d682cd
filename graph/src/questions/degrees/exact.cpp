// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/exact.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp::exact {

namespace {

/// sequence[v] = f(v, neighbours of v), in parallel.
template <class F>
std::vector<std::uint64_t> for_each_vertex(const graph_view& g, F&& f) {
  std::vector<std::uint64_t> sequence(g.vertex_count());
  parallel_for(0, sequence.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v)
      sequence[v] = f(g.neighbors(static_cast<vertex_id>(v), scratch));
  });
  return sequence;
}

std::uint64_t count_shared(std::span<const vertex_id> a, std::span<const vertex_id> b) {
  std::uint64_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    shared += a[i] == b[j] ? 1 : 0;
    const bool step_i = a[i] <= b[j], step_j = b[j] <= a[i];
    i += step_i ? 1 : 0;
    j += step_j ? 1 : 0;
  }
  return shared;
}

}  // namespace

std::vector<std::uint64_t> degree_sequence(const graph_view& g) {
  return for_each_vertex(g, [](std::span<const vertex_id> neighbors) { return neighbors.size(); });
}

std::vector<std::uint64_t> triangle_sequence(const graph_view& g) {
  return for_each_vertex(g, [&](std::span<const vertex_id> neighbors) {
    std::vector<vertex_id> scratch;
    std::uint64_t ends = 0;  // each triangle from both of its other vertices
    for (const vertex_id u : neighbors) ends += count_shared(neighbors, g.neighbors(u, scratch));
    return ends / 2;
  });
}

uint128 count_stars(const graph_view& g, unsigned k) {
  if (k < 1 || k > 16) throw invalid_parameter("k = " + std::to_string(k) + ": must lie in [1, 16]");
  constexpr uint128 largest = ~uint128{0} >> 1;
  uint128 stars = 0;
  for (const std::uint64_t d : degree_sequence(g)) {
    uint128 of_vertex = d >= k ? 1 : 0;
    for (unsigned i = 0; i < k && of_vertex != 0; ++i) {
      if (of_vertex > largest / (d - i))
        throw bad_graph_input("the number of " + std::to_string(k) + "-stars does not fit in 127 bits");
      of_vertex = of_vertex * (d - i) / (i + 1);
    }
    if (of_vertex > largest - stars)
      throw bad_graph_input("the number of " + std::to_string(k) + "-stars does not fit in 127 bits");
    stars += of_vertex;
  }
  return stars;
}

double global_clustering(const graph_view& g) {
  const std::vector<std::uint64_t> at = triangle_sequence(g);
  const auto corners = std::accumulate(at.begin(), at.end(), std::uint64_t{0});
  const auto wedges = static_cast<double>(count_stars(g, 2));
  return wedges > 0.0 ? static_cast<double>(corners) / wedges : 0.0;
}

double average_local_clustering(const graph_view& g) {
  const std::vector<std::uint64_t> triangles = triangle_sequence(g), degrees = degree_sequence(g);
  double sum = 0.0;
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    const auto d = static_cast<double>(degrees[v]);
    if (degrees[v] >= 2) sum += static_cast<double>(triangles[v]) / (0.5 * d * (d - 1.0));
  }
  return degrees.empty() ? 0.0 : sum / static_cast<double>(degrees.size());
}

}  // namespace edgeldp::exact
