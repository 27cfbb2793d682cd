// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/reciprocity/exact.hpp"

#include <cmath>
#include <cstddef>

namespace edgeldp::exact {

count_type count_returned(const arc_graph& g) {
  count_type returned = 0;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v)))
      returned += g.has_arc(w, static_cast<vertex_id>(v)) ? 1 : 0;
  return returned;
}

std::vector<std::uint64_t> in_degrees(const arc_graph& g) {
  std::vector<std::uint64_t> degrees(g.vertex_count());
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v))) ++degrees[w];
  return degrees;
}

std::vector<double> pagerank(const arc_graph& g, double damping) {
  const std::size_t n = g.vertex_count();
  std::vector<double> shares(n, 1.0);
  for (double moved = 1.0; moved > 1e-12;) {
    std::vector<double> next(n);
    double lost = 0.0;  // of users whom no arc leaves
    for (std::size_t v = 0; v < n; ++v) {
      const auto out = g.out_neighbors(static_cast<vertex_id>(v));
      if (out.empty()) lost += shares[v];
      for (const vertex_id w : out) next[w] += shares[v] / static_cast<double>(out.size());
    }
    moved = 0.0;
    for (std::size_t v = 0; v < n; ++v) {
      next[v] = 1.0 - damping + damping * (next[v] + lost / static_cast<double>(n));
      moved = std::fmax(moved, std::abs(next[v] - shares[v]));
    }
    shares = std::move(next);
  }
  return shares;
}

}  // namespace edgeldp::exact
