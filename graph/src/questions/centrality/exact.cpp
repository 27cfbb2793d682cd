// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/centrality/exact.hpp"

#include <cmath>
#include <utility>

namespace edgeldp::exact {

std::vector<double> walks(const graph_view& g, unsigned steps) {
  std::vector<double> walks(g.vertex_count(), 1.0);
  std::vector<vertex_id> scratch;
  for (unsigned step = 0; step < steps; ++step) {
    std::vector<double> longer(walks.size());
    for (std::size_t v = 0; v < walks.size(); ++v)
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) longer[v] += walks[u];
    walks = std::move(longer);
  }
  return walks;
}

std::vector<double> katz(const graph_view& g, unsigned steps, double factor, double damping) {
  std::vector<double> scores(g.vertex_count());
  for (unsigned length = 1; length <= steps; ++length) {
    const std::vector<double> of_length = walks(g, length);
    const double weight = std::pow(factor, length) / (length == steps ? 1.0 - damping : 1.0);
    for (std::size_t v = 0; v < scores.size(); ++v) scores[v] += weight * of_length[v];
  }
  return scores;
}

}  // namespace edgeldp::exact
