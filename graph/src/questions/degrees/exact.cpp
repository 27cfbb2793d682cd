// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/exact.hpp"

#include <boost/atomic/atomic_ref.hpp>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "input/forward_graph.hpp"

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

void add(std::uint64_t& to, std::uint64_t what) {
  boost::atomic_ref<std::uint64_t>(to).fetch_add(what, boost::memory_order_relaxed);
}

}  // namespace

std::vector<std::uint64_t> degree_sequence(const graph_view& g) {
  return for_each_vertex(g, [](std::span<const vertex_id> neighbors) { return neighbors.size(); });
}

std::vector<std::uint64_t> triangle_sequence(const graph_view& g) {
  const forward_graph forward(g);
  std::vector<std::uint64_t> at(g.vertex_count());  // by label
  // Of a neighbour 1 more than the triangles that it is known to share with v.
  marker_pool<std::uint32_t> pool(g.vertex_count());
  parallel_for(0, at.size(), forward_graph::grain, [&](std::uint64_t first, std::uint64_t last) {
    auto shared = pool.take();
    for (std::uint64_t v = first; v < last; ++v) {
      const auto list = forward.list(v);
      for (const vertex_id u : list) (*shared)[u] = 1;
      std::uint64_t of_v = 0;
      for (const vertex_id u : list) {
        std::uint32_t of_u = 0;
        for (const vertex_id w : forward.list(u)) {
          if ((*shared)[w] == 0) continue;
          ++(*shared)[w];
          ++of_u;
        }
        (*shared)[u] += of_u;
        of_v += of_u;
      }
      add(at[v], of_v);
      for (const vertex_id u : list) add(at[u], std::exchange((*shared)[u], 0) - 1);
    }
    pool.give_back(std::move(shared));
  });
  std::vector<std::uint64_t> sequence(at.size());
  for (std::size_t v = 0; v < at.size(); ++v) sequence[v] = at[forward.labels[v]];
  return sequence;
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
