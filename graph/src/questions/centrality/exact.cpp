// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/centrality/exact.hpp"

#include <cstddef>

namespace edgeldp::exact {

namespace {

/// Of one step more.
std::vector<double> longer(const graph_view& g, const std::vector<double>& walks) {
  std::vector<double> all(walks.size());
  std::vector<vertex_id> scratch;
  for (std::size_t v = 0; v < walks.size(); ++v)
    for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) all[v] += walks[u];
  return all;
}

}  // namespace

std::vector<double> walks(const graph_view& g, unsigned steps) {
  std::vector<double> walks(g.vertex_count(), 1.0);
  for (unsigned step = 0; step < steps; ++step) walks = longer(g, walks);
  return walks;
}

std::vector<double> katz(const graph_view& g, unsigned steps, double factor, double damping) {
  std::vector<double> scores(g.vertex_count()), of_length(g.vertex_count(), 1.0);
  double weight = 1.0;
  for (unsigned length = 1; length <= steps; ++length) {
    of_length = longer(g, of_length);
    weight *= factor;
    for (std::size_t v = 0; v < scores.size(); ++v)
      scores[v] += weight / (length == steps ? 1.0 - damping : 1.0) * of_length[v];
  }
  return scores;
}

}  // namespace edgeldp::exact
